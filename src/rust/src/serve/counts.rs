//! Counts of answers, and how long they took.
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Counts {
    pub by_status: BTreeMap<u16, u64>,
    pub seconds: f64,
    /// Upper bounds of durations in seconds, and how many answers took no longer.
    pub buckets: Vec<(f64, u64)>,
}

impl Counts {
    pub fn new(bounds: &[f64]) -> Self {
        let buckets = bounds.iter().map(|&bound| (bound, 0)).collect();
        Counts { by_status: BTreeMap::new(), seconds: 0.0, buckets }
    }

    pub fn add(&mut self, status: u16, duration: Duration) {
        *self.by_status.entry(status).or_default() += 1;
        let seconds = duration.as_secs_f64();
        self.seconds += seconds;
        for (bound, count) in &mut self.buckets {
            *count += u64::from(seconds <= *bound);
        }
    }
}
