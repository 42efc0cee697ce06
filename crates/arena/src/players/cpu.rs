//! Processor time, which unlike wall time does not depend on what else the machine does.

use std::time::Duration;

/// A clock of processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CpuClock {
    /// The time of the calling thread.
    Thread,
    /// The time of this whole process; usable only if one game at a time is played.
    OwnProcess,
    /// The time of another process and its descendants.
    Process(u32),
    /// Unknown: several threads of this process among others.
    Unknown,
}

impl CpuClock {
    /// Time used since some fixed moment; `None` if the system does not report it.
    pub(crate) fn read(self) -> Option<Duration> {
        match self {
            Self::Thread => clock(false),
            Self::OwnProcess => clock(true),
            Self::Process(id) => process(id),
            Self::Unknown => None,
        }
    }
}

/// Processor time used by this thread; `None` if the system does not report it.
pub fn thread_cpu_time() -> Option<Duration> {
    CpuClock::Thread.read()
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

/// Processor time of a process and its living descendants according to `/proc`, so that a wrapper script is charged
/// for the engine it runs.
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

/// Length of a clock tick on every common Linux configuration.
const TICK_MILLIS: u64 = 10;

/// User and system time of a process and of the children it has waited for.
fn ticks_of(id: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may hold any characters, also blanks.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_is_seen_by_every_meter() {
        let meters = [CpuClock::Thread, CpuClock::OwnProcess, CpuClock::Process(std::process::id())];
        let before = meters.map(|cpu_clock| cpu_clock.read().expect("a clock"));
        let mut sum = 0u64;
        let used = |cpu_clock: CpuClock, before| cpu_clock.read().expect("a clock").saturating_sub(before);
        while used(CpuClock::Thread, before[0]) < Duration::from_millis(40) {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(1));
        }
        for (cpu_clock, before) in meters.into_iter().zip(before) {
            let used = used(cpu_clock, before);
            assert!(used >= Duration::from_millis(20), "{cpu_clock:?} {used:?}");
        }
        assert_eq!(CpuClock::Unknown.read(), None);
        assert_eq!(CpuClock::Process(u32::MAX).read(), None);
    }
}
