//! Rate limits: token buckets and connection counts by client address.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Instant;

use crate::config::{RateLimit, ServerLimits};
use crate::sync::lock;

/// A token bucket, which refills over time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenBucket {
    tokens: f32,
    refilled_at: Instant,
}

impl TokenBucket {
    /// A full bucket.
    pub(crate) fn full(rate: RateLimit, now: Instant) -> Self {
        Self { tokens: rate.burst as f32, refilled_at: now }
    }

    /// Takes a token. If there is none, returns in how many seconds there will be one.
    pub(crate) fn take(&mut self, rate: RateLimit, now: Instant) -> Result<(), f32> {
        let elapsed = now.saturating_duration_since(self.refilled_at).as_secs_f32();
        self.refilled_at = now;
        self.tokens = (self.tokens + elapsed * rate.per_second as f32).min(rate.burst as f32);
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            Ok(())
        } else {
            Err((1.0 - self.tokens) / rate.per_second as f32)
        }
    }

    fn is_full(&self, rate: RateLimit, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.refilled_at).as_secs_f32();
        self.tokens + elapsed * rate.per_second as f32 >= rate.burst as f32
    }
}

/// A client address for limits. Of an IPv6 address only the network counts, since a client has a whole network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressKey([u8; 8]);

impl From<IpAddr> for AddressKey {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => {
                let [a, b, c, d] = v4.octets();
                Self([0, 0, 0, 4, a, b, c, d])
            }
            IpAddr::V6(v6) => {
                let mut network = [0; 8];
                network.copy_from_slice(&v6.octets()[..8]);
                Self(network)
            }
        }
    }
}

/// The kinds of requests with limits of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A request for a page or to the API.
    Request,
    /// A request for a script or a style sheet.
    File,
    /// Creating a game.
    Create,
    /// Importing or verifying a record.
    Import,
    /// Asking for a hint or a review.
    Hint,
}

/// The token buckets and connection counts of all client addresses.
#[derive(Debug)]
pub struct AddressLimits {
    limits: ServerLimits,
    buckets: Mutex<HashMap<(AddressKey, Kind), TokenBucket>>,
    connections: Mutex<(usize, HashMap<AddressKey, usize>)>,
}

/// With this many buckets, full ones are dropped.
const MAX_BUCKETS: usize = 20_000;

impl AddressLimits {
    /// Limits with nothing counted yet.
    pub fn new(limits: ServerLimits) -> Self {
        Self { limits, buckets: Mutex::default(), connections: Mutex::default() }
    }

    fn rate(&self, kind: Kind) -> RateLimit {
        match kind {
            Kind::Request => self.limits.requests,
            Kind::File => self.limits.files,
            Kind::Create => self.limits.creates,
            Kind::Import => self.limits.imports,
            Kind::Hint => self.limits.hints,
        }
    }

    /// Counts a request, or returns after how many seconds the client may try again.
    pub fn take(&self, address: AddressKey, kind: Kind) -> Result<(), u32> {
        self.take_at(address, kind, Instant::now())
    }

    fn take_at(&self, address: AddressKey, kind: Kind, now: Instant) -> Result<(), u32> {
        let rate = self.rate(kind);
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= MAX_BUCKETS && !buckets.contains_key(&(address, kind)) {
            // A full bucket is the same as none. If none is full, all are dropped: bounded memory matters more
            // than exact limits.
            buckets.retain(|(_, kind), bucket| !bucket.is_full(self.rate(*kind), now));
            if buckets.len() >= MAX_BUCKETS {
                buckets.clear();
            }
        }
        let bucket = buckets.entry((address, kind)).or_insert_with(|| TokenBucket::full(rate, now));
        bucket.take(rate, now).map_err(|seconds| seconds.ceil().clamp(1.0, 3600.0) as u32)
    }

    /// Counts a new connection, or refuses it. Without an address, only the total is counted.
    pub(crate) fn connect(&self, address: Option<AddressKey>) -> bool {
        let mut connections = lock(&self.connections);
        let (total, by_address) = &mut *connections;
        if *total >= self.limits.connections {
            return false;
        }
        if let Some(address) = address {
            let own = by_address.get(&address).copied().unwrap_or(0);
            if own >= self.limits.connections_per_address {
                return false;
            }
            by_address.insert(address, own + 1);
        }
        *total += 1;
        true
    }

    /// Counts a connection as closed.
    pub(crate) fn disconnect(&self, address: Option<AddressKey>) {
        let mut connections = lock(&self.connections);
        let (total, by_address) = &mut *connections;
        *total = total.saturating_sub(1);
        let Some(address) = address else { return };
        if let Some(own) = by_address.get_mut(&address) {
            *own -= 1;
            if *own == 0 {
                by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let rate = RateLimit::new(3.0, 2.0);
        let start = Instant::now();
        let mut bucket = TokenBucket::full(rate, start);
        assert!((0..3).all(|_| bucket.take(rate, start).is_ok()));
        let wait = bucket.take(rate, start).expect_err("empty");
        assert!((wait - 0.5).abs() < 0.01, "{wait}");
        assert!(bucket.take(rate, start + Duration::from_millis(510)).is_ok());
        assert!(bucket.take(rate, start + Duration::from_millis(520)).is_err());
        assert!(bucket.take(rate, start + Duration::from_hours(1)).is_ok());
    }

    #[test]
    fn addresses_are_counted_apart_and_a_network_of_version_six_as_one() {
        let parse = |text: &str| AddressKey::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(parse("2001:db8:1:2:3::4"), parse("2001:db8:1:2:ffff::1"));
        assert_ne!(parse("2001:db8:1:2::1"), parse("2001:db8:1:3::1"));
        assert_eq!(parse("::ffff:10.0.0.1"), parse("10.0.0.1"));
        let limits = ServerLimits { creates: RateLimit::new(2.0, 0.001), ..ServerLimits::default() };
        let addresses = AddressLimits::new(limits);
        let (one, other) = (parse("10.0.0.1"), parse("10.0.0.2"));
        assert!(addresses.take(one, Kind::Create).is_ok() && addresses.take(one, Kind::Create).is_ok());
        assert!(addresses.take(one, Kind::Create).expect_err("empty") > 100);
        assert!(addresses.take(other, Kind::Create).is_ok());
        assert!(addresses.take(one, Kind::Request).is_ok());
    }

    #[test]
    fn connections_are_capped_in_all_and_by_address() {
        let limits = ServerLimits { connections: 3, connections_per_address: 2, ..ServerLimits::default() };
        let addresses = AddressLimits::new(limits);
        let address = |n: u8| Some(AddressKey::from(IpAddr::from([10, 0, 0, n])));
        assert!(addresses.connect(address(1)) && addresses.connect(address(1)));
        assert!(!addresses.connect(address(1)));
        assert!(addresses.connect(address(2)));
        assert!(!addresses.connect(address(3)));
        addresses.disconnect(address(1));
        assert!(addresses.connect(None));
        assert!(!addresses.connect(None) && !addresses.connect(address(3)));
    }

    /// One minute of one person, starting with a first visit: 45 scripts for two pages, their texts and games,
    /// two games created, a hint, then a request to the lobby every 3 s.
    fn person(addresses: &AddressLimits, address: AddressKey, start: Instant) -> Result<(), u32> {
        let take = |kind, count: u32, over: u64| {
            (0..count).try_for_each(|n| {
                let at = start + Duration::from_millis(over * u64::from(n) / u64::from(count));
                addresses.take_at(address, kind, at)
            })
        };
        take(Kind::File, 45, 1)?;
        take(Kind::Request, 14, 1)?;
        take(Kind::Create, 2, 1)?;
        take(Kind::Hint, 1, 1)?;
        take(Kind::Request, 20, 60_000)
    }

    #[test]
    fn a_class_behind_one_address_stays_below_the_limits_and_a_flood_does_not() {
        let address = AddressKey::from(IpAddr::from([10, 0, 0, 1]));
        let addresses = AddressLimits::new(ServerLimits::default());
        let start = Instant::now();
        // Thirty students click at the same moment, in each of ten minutes.
        for minute in 0..10 {
            for _ in 0..30 {
                person(&addresses, address, start + Duration::from_mins(minute)).expect("no limit is met");
            }
        }
        let flood = |kind, count: usize| {
            let addresses = AddressLimits::new(ServerLimits::default());
            (0..count).filter(|_| addresses.take_at(address, kind, start).is_ok()).count()
        };
        assert!(flood(Kind::Request, 10_000) <= 600 && flood(Kind::File, 10_000) <= 6000);
        assert!(flood(Kind::Create, 1000) <= 120 && flood(Kind::Import, 1000) <= 40);
        assert!(flood(Kind::Hint, 1000) <= 40);
    }

    #[test]
    fn many_addresses_do_not_exhaust_the_memory() {
        let addresses = AddressLimits::new(ServerLimits::default());
        for n in 0..3 * MAX_BUCKETS as u32 {
            let _ = addresses.take(AddressKey::from(IpAddr::from(n.to_be_bytes())), Kind::Create);
        }
        assert!(lock(&addresses.buckets).len() <= MAX_BUCKETS);
    }
}
