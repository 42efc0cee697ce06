use std::time::{Duration, Instant};

use agon_core::Player;

use crate::{Limits, Stop, Strength};

/// What one search may use: the limits of the request, capped by the engine's strength.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) start: Instant,
    /// No new iteration starts after this.
    pub(crate) soft: Option<Duration>,
    /// The search ends at this time.
    pub(crate) hard: Option<Duration>,
    pub(crate) nodes: u64,
    pub(crate) depth: u32,
    /// Whether a single legal turn is answered at once.
    pub(crate) may_answer_early: bool,
}

impl Budget {
    pub(crate) fn new(limits: &Limits, strength: &Strength, player: Player, deepest: u32) -> Self {
        let (soft, hard) = times(limits, strength, player);
        Self {
            start: Instant::now(),
            soft,
            hard,
            nodes: limits.nodes.unwrap_or(u64::MAX).min(strength.nodes.unwrap_or(u64::MAX)).max(1),
            depth: limits.depth.unwrap_or(deepest).min(strength.depth.unwrap_or(deepest)).clamp(1, deepest),
            may_answer_early: !limits.infinite && limits.depth.is_none() && limits.nodes.is_none(),
        }
    }

    /// Whether work of this length would end in time.
    pub(crate) fn has_time_for(&self, work: Duration) -> bool {
        self.hard.is_none_or(|hard| self.start.elapsed() + work < hard)
    }

    /// Whether there is time for another iteration.
    pub(crate) fn allows_iteration(&self) -> bool {
        self.soft.is_none_or(|soft| self.start.elapsed() < soft)
    }
}

fn times(limits: &Limits, strength: &Strength, player: Player) -> (Option<Duration>, Option<Duration>) {
    if limits.infinite {
        return (None, None);
    }
    // Kept back for sending the answer.
    let margin = Duration::from_millis(3);
    let fixed = limits.movetime.map(|time| time.saturating_sub(margin));
    let clock = limits.clock.map(|clock| {
        let left = clock.left[player.index()].saturating_sub(Duration::from_millis(30));
        let share = left / 24 + clock.increment[player.index()] * 3 / 4;
        (share.min(left / 2), (share * 3).min(left / 2))
    });
    match (fixed, clock) {
        (Some(fixed), Some((soft, hard))) => (Some(soft.min(fixed)), Some(hard.min(fixed))),
        (Some(fixed), None) => (Some(fixed), Some(fixed)),
        (None, Some((soft, hard))) => (Some(soft), Some(hard)),
        (None, None) if limits.depth.is_some() || limits.nodes.is_some() || limits.trials.is_some() => (None, None),
        (None, None) => (Some(strength.time * 2 / 3), Some(strength.time)),
    }
}

/// Counts nodes and checks when the search must stop.
#[derive(Clone, Debug)]
pub(crate) struct StopCheck {
    pub(crate) nodes: u64,
    stop: Stop,
    /// Ends the helper threads when the main thread has finished.
    finished: Stop,
    limit: u64,
    start: Instant,
    hard: Option<Duration>,
    next_check: u64,
    interval: u64,
    last_check: Duration,
    stopped: bool,
}

/// How often the clock is read, about.
const CLOCK_INTERVAL: Duration = Duration::from_millis(1);

impl StopCheck {
    pub(crate) fn new(budget: &Budget, stop: &Stop, finished: &Stop) -> Self {
        Self {
            nodes: 0,
            stop: stop.clone(),
            finished: finished.clone(),
            limit: budget.nodes,
            start: budget.start,
            hard: budget.hard,
            next_check: 1,
            interval: 1,
            last_check: Duration::ZERO,
            stopped: false,
        }
    }

    /// Counts a node; `true` if the search must stop.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.nodes >= self.limit || self.stop.is_set() {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_clock();
            self.adjust_interval();
        }
        self.stopped
    }

    /// Reads the clock now, for use inside long work.
    pub(crate) fn check_clock(&mut self) -> bool {
        let late = self.hard.is_some_and(|hard| self.start.elapsed() >= hard);
        if late || self.stop.is_set() || self.finished.is_set() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Sets after how many nodes the clock is read next: a node takes between a tenth of a microsecond and a
    /// millisecond, depending on the game.
    fn adjust_interval(&mut self) {
        let now = self.start.elapsed();
        let since = now.saturating_sub(self.last_check);
        self.interval =
            if since > CLOCK_INTERVAL { (self.interval / 2).max(1) } else { (self.interval * 2).min(1 << 14) };
        self.last_check = now;
        self.next_check = self.nodes + self.interval;
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn time(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    fn budget(limits: &Limits) -> Budget {
        Budget::new(limits, &Strength::default(), Player::P1, 100)
    }

    #[test]
    fn a_short_clock_is_never_overrun() {
        for left in [0, 10, 50, 500, 60_000] {
            let left = Duration::from_millis(left);
            let clock = Clock { left: [left; 2], increment: [Duration::from_secs(2); 2] };
            let budget = budget(&Limits { clock: Some(clock), ..Limits::default() });
            assert!(budget.hard.is_some_and(|hard| hard <= left / 2));
            assert!(budget.soft <= budget.hard);
        }
    }

    #[test]
    fn without_limits_the_time_is_that_of_the_level() {
        assert_eq!(budget(&Limits::default()).hard, Some(Duration::from_secs(1)));
        assert_eq!(budget(&Limits::nodes(5)).hard, None);
        assert_eq!(budget(&Limits { infinite: true, ..Limits::default() }).hard, None);
    }

    #[test]
    fn a_stop_is_noticed_at_the_next_node() {
        let budget = budget(&Limits { infinite: true, ..Limits::default() });
        let stop = Stop::new();
        let mut stop_check = StopCheck::new(&budget, &stop, &Stop::new());
        for _ in 0..100_000 {
            assert!(!stop_check.count_node());
        }
        stop.set();
        assert!(stop_check.count_node());
        assert_eq!(stop_check.nodes, 100_000);
    }

    #[test]
    fn looking_between_nodes_does_not_put_off_the_next_check() {
        let mut stop_check = StopCheck::new(&budget(&Limits::default()), &Stop::new(), &Stop::new());
        for _ in 0..100 {
            stop_check.check_clock();
        }
        assert_eq!(stop_check.next_check, 1);
    }

    #[test]
    fn counting_ends_at_the_node_limit() {
        let budget = budget(&Limits::nodes(1000));
        let mut stop_check = StopCheck::new(&budget, &Stop::new(), &Stop::new());
        while !stop_check.count_node() {}
        assert_eq!(stop_check.nodes, 1000);
    }
}
