//! Messages: what clients say and what they are told.

mod inbound;
mod json;
mod named;
mod outbound;
mod steps;

pub(crate) use inbound::{Claimed, ClientMessage, SeatName, What, read_message};
pub(crate) use json::Object;
pub(crate) use named::Named;
pub(crate) use outbound::{Greeting, state_message};
pub(crate) use outbound::{Presence, SeatPresence, Update, ack, at_ply, error_body, fault_json, refused};
pub(crate) use steps::{steps_answer, turn_steps};
