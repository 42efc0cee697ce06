//! Tests of the solvers: against slow references, and against published results.

mod blockade;
mod cgt;
mod domineering;
mod domineering_reference;
mod quoridor;
mod reference;
mod refusals;
mod values;

use agon_solver::domineering::Region;
