use agon_core::{AnyTable, Fault};

use crate::domineering::solver::region_of;
use crate::domineering::{Region, RegionValues};
use crate::{PartValue, PositionValues, REGION_TOO_LARGE};

/// Largest number of different regions that are computed; they take about a minute and 2 GB.
const MAX_REGIONS: usize = 4_000_000;
/// Approximate size of the largest region within that limit.
const MAX_CELLS: u32 = 30;

/// The values of the position on a table of Domineering; its parts are the connected ones with room for a domino.
pub(crate) fn position_values(table: &dyn AnyTable) -> Result<PositionValues, Fault> {
    // `None` cannot happen for a table of this name.
    let parts = region_of(table).unwrap_or_default().parts();
    let mut values = RegionValues::limited(MAX_REGIONS);
    let cells = parts.iter().map(Region::count).max().unwrap_or(0);
    let too_large = || REGION_TOO_LARGE.with("cells", cells).with("most", MAX_CELLS);
    let mut whole = values.games().zero();
    let mut described = Vec::new();
    for part in &parts {
        let value = values.value(part).ok_or_else(too_large)?;
        whole = values.games().sum(whole, value);
        described.push(PartValue { cells: part.count(), value });
    }
    Ok(PositionValues { games: values.into_games(), whole, parts: described })
}
