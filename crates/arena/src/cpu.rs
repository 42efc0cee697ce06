//! Processor time, which tells on a busy machine what wall time cannot.

use std::time::Duration;

/// Whose processor time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meter {
    /// The thread that asks.
    Thread,
    /// This whole process: only where one game at a time is played.
    Own,
    /// Another process with everything it started.
    Process(u32),
    /// Nobody can tell: several threads of one process among others.
    Unknown,
}

impl Meter {
    /// Time used since some beginning; `None` where the system does not tell.
    pub(crate) fn read(self) -> Option<Duration> {
        match self {
            Self::Thread => clock(false),
            Self::Own => clock(true),
            Self::Process(id) => process(id),
            Self::Unknown => None,
        }
    }
}

/// Processor time that this thread has used; `None` where the system does not tell.
pub fn thread_time() -> Option<Duration> {
    Meter::Thread.read()
}

#[cfg(unix)]
fn clock(whole_process: bool) -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let clock = if whole_process { ClockId::ProcessCPUTime } else { ClockId::ThreadCPUTime };
    clock_gettime(clock).try_into().ok()
}

#[cfg(not(unix))]
fn clock(_whole_process: bool) -> Option<Duration> {
    None
}

/// Processor time of a process and of its living descendants, as the proc file system tells it.
/// A wrapper script is thus charged for the engine it runs.
fn process(id: u32) -> Option<Duration> {
    let mut ticks = ticks_of(id)?;
    for task in std::fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
        let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|word| word.parse().ok()) {
            ticks += process(child)?.as_millis() as u64 / TICK_MILLIS;
        }
    }
    Some(Duration::from_millis(ticks * TICK_MILLIS))
}

/// The kernel counts in hundredths of a second on every common configuration.
const TICK_MILLIS: u64 = 10;

/// User and system time of a process and of the children it has waited for.
fn ticks_of(id: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may hold anything, blanks included.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_is_seen_by_every_meter() {
        let meters = [Meter::Thread, Meter::Own, Meter::Process(std::process::id())];
        let before = meters.map(|meter| meter.read().expect("a clock"));
        let mut sum = 0u64;
        let used = |meter: Meter, before| meter.read().expect("a clock").saturating_sub(before);
        while used(Meter::Thread, before[0]) < Duration::from_millis(40) {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(1));
        }
        for (meter, before) in meters.into_iter().zip(before) {
            let used = used(meter, before);
            assert!(used >= Duration::from_millis(20), "{meter:?} {used:?}");
        }
        assert_eq!(Meter::Unknown.read(), None);
        assert_eq!(Meter::Process(u32::MAX).read(), None);
    }
}
