//! Metrics for operators, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper bounds of the buckets of a histogram, in microseconds.
const BUCKET_BOUNDS: [u64; 10] = [250, 500, 1000, 2500, 5000, 10_000, 25_000, 100_000, 500_000, 2_000_000];

/// A histogram of durations.
#[derive(Debug, Default)]
pub struct TimeHistogram {
    buckets: [AtomicU64; BUCKET_BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl TimeHistogram {
    /// Counts a duration.
    pub fn add(&self, time: Duration) {
        let micros = time.as_micros() as u64;
        if let Some(bucket) = BUCKET_BOUNDS.iter().position(|bound| micros <= *bound) {
            self.buckets[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, bucket) in BUCKET_BOUNDS.iter().zip(&self.buckets) {
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
        /// All metrics of a server.
        #[derive(Debug, Default)]
        pub struct Metrics {
            $(#[doc = $help] pub $field: $type,)*
            /// The duration of a commit.
            pub commit_time: TimeHistogram,
            /// The time from a command to its acknowledgement.
            pub command_time: TimeHistogram,
            /// The duration of an engine job.
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
    counter limited: AtomicU64, "agon_limited_total", "requests and messages refused by a rate limit";
    counter connections_refused: AtomicU64, "agon_connections_refused_total", "connections refused by a limit";
    gauge connections: AtomicI64, "agon_connections", "open connections";
    gauge sockets: AtomicI64, "agon_sockets", "open sockets";
    gauge rooms: AtomicI64, "agon_rooms", "games in memory";
    counter messages: AtomicU64, "agon_messages_total", "WebSocket messages received";
    counter bad_messages: AtomicU64, "agon_bad_messages_total", "malformed WebSocket messages";
    counter slow_readers: AtomicU64, "agon_slow_readers_total", "sockets closed because the client read too slowly";
    counter created: AtomicU64, "agon_games_created_total", "games created";
    counter finished: AtomicU64, "agon_games_finished_total", "games finished";
    counter turns: AtomicU64, "agon_turns_total", "turns stored";
    counter rolls: AtomicU64, "agon_rolls_total", "rolls stored";
    counter duplicates: AtomicU64, "agon_duplicates_total", "commands received again and not executed again";
    counter conflicts: AtomicU64, "agon_conflicts_total", "appends refused because their sequence number was taken";
    counter commits: AtomicU64, "agon_commits_total", "database transactions";
    counter appends: AtomicU64, "agon_appends_total", "appends in database transactions";
    counter store_errors: AtomicU64, "agon_store_errors_total", "database transactions that failed";
    gauge jobs_waiting: AtomicI64, "agon_jobs_waiting", "engine jobs in the queue";
    gauge jobs_running: AtomicI64, "agon_jobs_running", "engine jobs running";
    counter jobs_done: AtomicU64, "agon_jobs_done_total", "engine jobs finished";
    counter jobs_refused: AtomicU64, "agon_jobs_refused_total", "engine jobs refused because the queue was full";
    counter job_panics: AtomicU64, "agon_job_panics_total", "engine jobs that panicked";
}

impl Metrics {
    /// Counts a database transaction.
    pub fn commit(&self, appends: usize, time: Duration, is_ok: bool) {
        self.commits.fetch_add(1, Relaxed);
        self.appends.fetch_add(appends as u64, Relaxed);
        self.commit_time.add(time);
        if !is_ok {
            self.store_errors.fetch_add(1, Relaxed);
        }
    }

    /// Counts a request by the status of its response.
    pub fn request(&self, status: u16) {
        self.requests.fetch_add(1, Relaxed);
        match status {
            400..=499 => self.refused.fetch_add(1, Relaxed),
            500..=599 => self.failed.fetch_add(1, Relaxed),
            _ => 0,
        };
    }

    /// All metrics as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write_numbers(&mut out);
        self.commit_time.write(&mut out, "agon_commit_seconds", "duration of a database transaction");
        self.command_time.write(&mut out, "agon_act_seconds", "time from a command to its acknowledgement");
        self.think_time.write(&mut out, "agon_think_seconds", "duration of an engine job");
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

    #[test]
    fn alerts_and_dashboard_name_metrics_that_exist() {
        let text = Metrics::default().text();
        let files =
            [include_str!("../../../docs/deploy/alerts.yml"), include_str!("../../../docs/deploy/grafana.json")];
        for file in files {
            let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
            let names = file.split(|c| !is_name(c)).filter(|name| name.starts_with("agon_"));
            assert!(names.clone().count() > 5);
            for name in names {
                let is_known = text.lines().any(|line| line.starts_with(name));
                assert!(is_known, "{name}");
            }
        }
    }
}
