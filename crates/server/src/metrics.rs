//! Numbers for operators, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of time buckets, in microseconds.
const BOUNDS: [u64; 10] = [250, 500, 1000, 2500, 5000, 10_000, 25_000, 100_000, 500_000, 2_000_000];

/// A histogram of times.
#[derive(Debug, Default)]
pub struct TimeHistogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl TimeHistogram {
    /// GameCounts a time.
    pub fn add(&self, time: Duration) {
        let micros = time.as_micros() as u64;
        if let Some(bucket) = BOUNDS.iter().position(|bound| micros <= *bound) {
            self.buckets[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, bucket) in BOUNDS.iter().zip(&self.buckets) {
            sum += bucket.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1e6);
        }
        let count = self.count.load(Relaxed);
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {}\n{name}_count {count}", self.micros.load(Relaxed) as f64 / 1e6);
    }
}

macro_rules! metrics {
    ($($kind:ident $field:ident: $type:ty, $name:literal, $help:literal;)*) => {
        /// Everything that is counted.
        #[derive(Debug, Default)]
        pub struct Metrics {
            $(#[doc = $help] pub $field: $type,)*
            /// Time of a commit.
            pub commit_time: TimeHistogram,
            /// Time from a message to its acknowledgement.
            pub act_time: TimeHistogram,
            /// Time a bot thought.
            pub think_time: TimeHistogram,
        }

        impl Metrics {
            fn write_numbers(&self, out: &mut String) {
                $(
                    let _ = writeln!(out, "# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}",
                        $name, $help, stringify!($kind), self.$field.load(Relaxed));
                )*
            }
        }
    };
}

metrics! {
    counter requests: AtomicU64, "agon_requests_total", "HTTP requests";
    counter refused: AtomicU64, "agon_refused_total", "HTTP requests answered with 4xx";
    counter failed: AtomicU64, "agon_failed_total", "HTTP requests answered with 5xx";
    counter limited: AtomicU64, "agon_limited_total", "requests and messages beyond a limit";
    counter connections_refused: AtomicU64, "agon_connections_refused_total", "connections beyond a limit";
    gauge connections: AtomicI64, "agon_connections", "open connections";
    gauge sockets: AtomicI64, "agon_sockets", "open sockets";
    gauge rooms: AtomicI64, "agon_rooms", "games in memory";
    counter messages: AtomicU64, "agon_messages_total", "WebSocket messages received";
    counter bad_messages: AtomicU64, "agon_bad_messages_total", "WebSocket messages that could not be read";
    counter slow_readers: AtomicU64, "agon_slow_readers_total", "sockets closed because they did not read";
    counter created: AtomicU64, "agon_games_created_total", "games made";
    counter finished: AtomicU64, "agon_games_finished_total", "games ended";
    counter turns: AtomicU64, "agon_turns_total", "turns stored";
    counter rolls: AtomicU64, "agon_rolls_total", "rolls stored";
    counter duplicates: AtomicU64, "agon_duplicates_total", "acts that were received before";
    counter conflicts: AtomicU64, "agon_conflicts_total", "appends that found their place taken";
    counter commits: AtomicU64, "agon_commits_total", "transactions";
    counter appends: AtomicU64, "agon_appends_total", "appends in transactions";
    counter store_errors: AtomicU64, "agon_store_errors_total", "transactions that failed";
    gauge jobs_waiting: AtomicI64, "agon_jobs_waiting", "thinking jobs in the queue";
    gauge jobs_running: AtomicI64, "agon_jobs_running", "thinking jobs on a worker";
    counter jobs_done: AtomicU64, "agon_jobs_done_total", "thinking jobs done";
    counter jobs_refused: AtomicU64, "agon_jobs_refused_total", "thinking jobs refused because the queue was full";
    counter job_panics: AtomicU64, "agon_job_panics_total", "thinking jobs that failed";
}

impl Metrics {
    /// GameCounts a transaction.
    pub fn commit(&self, appends: usize, time: Duration, is_ok: bool) {
        self.commits.fetch_add(1, Relaxed);
        self.appends.fetch_add(appends as u64, Relaxed);
        self.commit_time.add(time);
        if !is_ok {
            self.store_errors.fetch_add(1, Relaxed);
        }
    }

    /// GameCounts an answer.
    pub fn request(&self, status: u16) {
        self.requests.fetch_add(1, Relaxed);
        match status {
            400..=499 => self.refused.fetch_add(1, Relaxed),
            500..=599 => self.failed.fetch_add(1, Relaxed),
            _ => 0,
        };
    }

    /// All of them as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write_numbers(&mut out);
        self.commit_time.write(&mut out, "agon_commit_seconds", "time of a transaction");
        self.act_time.write(&mut out, "agon_act_seconds", "time from an act to its acknowledgement");
        self.think_time.write(&mut out, "agon_think_seconds", "time a bot thought");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_the_format_of_prometheus() {
        let metrics = Metrics::default();
        metrics.commit(3, Duration::from_millis(2), true);
        metrics.commit(1, Duration::from_secs(5), false);
        let text = metrics.text();
        for line in [
            "# TYPE agon_commits_total counter",
            "agon_commits_total 2",
            "agon_appends_total 4",
            "agon_store_errors_total 1",
            "agon_commit_seconds_bucket{le=\"0.0025\"} 1",
            "agon_commit_seconds_bucket{le=\"+Inf\"} 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}");
        }
    }
}
