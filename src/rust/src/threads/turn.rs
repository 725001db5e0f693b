//! The rules for serving requests of other threads, independent of R and Python.
//!
//! The main thread runs one R function at a time. If it starts one on top of another activity, that
//! activity is suspended until the function returns: so the function must not depend on it. Its
//! dependencies cannot be known, but the suspended activity is: `rkeras.bridge.activity` sees in the
//! frames of a thread what it does and which locks it may hold. The suspended activity is
//!
//! * the main thread in Python, interrupted by a signal;
//! * another thread, for which R runs. Its own requests are always served; it runs a call for R, or waits
//!   for the current R code.
//!
//! The rules, by activity:
//!
//! 1. It waits for a new thread to start: never. It holds the locks for starting threads, and continues by
//!    itself.
//! 2. It waits for others (`join()`, `result()`, `get()`, a condition, an event) and holds no lock: at
//!    once, because it may wait for the result of the request.
//! 3. It waits for others and holds a lock: when it has been observed there more than once. The wait may
//!    end by itself, and then it releases the lock.
//! 4. It runs, sleeps or is in compiled code, and holds no lock: as in 3. It may wait in a loop, or in
//!    compiled code.
//! 5. As 4, but it holds a lock or imports a module: when it has not progressed for so long that all
//!    threads must be waiting for it. Code that acquires the lock repeatedly makes progress: observations
//!    are discarded when the thread is seen without a lock, or in another call from R.
//!
//! The time that a request has waited is irrelevant: an observation counts only if the thread is at a place
//! where it was observed before.
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Starting,
    Waiting,
    WaitingHolding,
    Running,
    Holding,
}

impl State {
    pub const HOLDING: u8 = 4;

    /// The numbers are those of `rkeras.bridge.activity`.
    pub fn numbered(number: u8) -> Self {
        match number {
            0 => State::Starting,
            1 => State::Waiting,
            2 => State::WaitingHolding,
            3 => State::Running,
            _ => State::Holding,
        }
    }

    /// The state of R code that a thread in this state has called: it runs or sleeps.
    pub fn in_r(self) -> Self {
        match self {
            State::Waiting | State::Running => State::Running,
            _ => State::Holding,
        }
    }

    /// The required number of observations without progress.
    fn looks(self) -> Option<u32> {
        match self {
            State::Starting => None,
            State::Waiting => Some(0),
            State::Running => Some(2),
            State::WaitingHolding => Some(10),
            State::Holding => Some(100),
        }
    }

    /// Observations count if they are this far apart. What holds no lock keeps nobody waiting but the caller of R.
    fn spacing(self) -> Duration {
        match self {
            State::Running => INTERVAL,
            _ => Duration::from_millis(10),
        }
    }
}

/// The permission to serve others.
pub struct Turn {
    /// The thread to serve before others: the observed thread joins it.
    pub first: Option<u64>,
}

/// One observation of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub state: State,
    /// An identifier of its position in the code.
    pub place: u64,
    /// The thread that it joins.
    pub joins: Option<u64>,
}

/// The minimum interval. An observation takes some microseconds.
const INTERVAL: Duration = Duration::from_millis(1);
/// Older observations are discarded.
const MEMORY: Duration = Duration::from_millis(500);
/// A loop has fewer places.
const PLACES: usize = 64;

/// The observations of one thread.
#[derive(Default)]
pub struct Patience {
    /// The call from R during which they were made.
    call: u64,
    places: Vec<u64>,
    count: u32,
    /// The same, since the thread was last seen without a lock, or at a new place with one.
    held: u32,
    counted: Option<Instant>,
    last: Option<Instant>,
    was_turn: bool,
}

impl Patience {
    /// Discards observations of an earlier call.
    pub fn in_call(&mut self, call: u64) -> &mut Self {
        if self.call != call {
            *self = Patience { call, ..Patience::default() };
        }
        self
    }

    /// Where the thread was seen in this call.
    pub fn places(&self) -> &[u64] {
        &self.places
    }

    /// Whether another observation would add information.
    pub fn is_due(&self, now: Instant) -> bool {
        self.was_turn || self.last.is_none_or(|last| now.duration_since(last) >= INTERVAL)
    }

    /// Whether others may be served on top of the observed activity.
    pub fn is_turn(&mut self, look: &Look, now: Instant) -> bool {
        if self.last.is_some_and(|last| now.duration_since(last) > MEMORY) {
            *self = Patience { call: self.call, ..Patience::default() };
        }
        self.last = Some(now);
        self.was_turn = false;
        let Some(looks) = look.state.looks() else { return false };
        let was_here = self.places.contains(&look.place);
        let holds = look.state == State::Holding;
        if !was_here || !holds {
            self.held = 0;
        }
        if !was_here {
            self.arrive(look);
        } else if self.counted.is_none_or(|counted| now.duration_since(counted) >= look.state.spacing()) {
            self.count += 1;
            self.held += u32::from(holds);
            self.counted = Some(now);
        }
        let seen = if holds { self.held } else { self.count };
        self.was_turn = looks == 0 || was_here && seen >= looks;
        self.was_turn
    }

    fn arrive(&mut self, look: &Look) {
        if self.places.len() == PLACES {
            self.places.remove(0);
        }
        self.places.push(look.place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of `looks` observations, at the given places in turn, at which others may be served.
    fn first_turn(state: State, places: &[u64], looks: u64) -> Option<u64> {
        let (mut patience, start) = (Patience::default(), Instant::now());
        (0..looks).zip(places.iter().cycle()).find_map(|(i, &place)| {
            let look = Look { state, place, joins: None };
            patience.is_turn(&look, start + Duration::from_millis(20 * i)).then_some(i)
        })
    }

    #[test]
    fn others_are_served_at_once_while_a_thread_waits() {
        assert_eq!(first_turn(State::Waiting, &[1], 1), Some(0));
    }

    #[test]
    fn nobody_is_served_while_a_thread_starts() {
        assert_eq!(first_turn(State::Starting, &[1], 10_000), None);
    }

    #[test]
    fn a_running_thread_or_one_that_waits_with_a_lock_is_observed_several_times() {
        assert_eq!(first_turn(State::Running, &[1], 20), Some(2));
        assert_eq!(first_turn(State::WaitingHolding, &[1], 20), Some(10));
    }

    #[test]
    fn nobody_is_served_while_a_thread_progresses() {
        let path: Vec<u64> = (0..1000).collect();
        for state in [State::Running, State::WaitingHolding, State::Holding] {
            assert_eq!(first_turn(state, &path, 1000), None);
        }
    }

    #[test]
    fn a_loop_is_not_progress() {
        assert_eq!(first_turn(State::Running, &[1, 2, 3], 10), Some(4));
        assert_eq!(first_turn(State::Holding, &[1, 2, 3], 1000), Some(102));
    }

    #[test]
    fn a_lock_that_is_acquired_repeatedly_is_not_held_for_long() {
        let (mut patience, start) = (Patience::default(), Instant::now());
        let look = |state, place| Look { state, place, joins: None };
        for i in 0..1000 {
            let now = start + Duration::from_millis(20 * i);
            if i % 50 == 49 {
                patience.is_turn(&look(State::Running, 2), now);
            } else {
                assert!(!patience.is_turn(&look(State::Holding, 1), now), "{i}");
            }
        }
    }

    #[test]
    fn observations_of_an_earlier_call_from_r_are_discarded() {
        let (mut patience, start) = (Patience::default(), Instant::now());
        let look = Look { state: State::Holding, place: 1, joins: None };
        let turns = (0..1000)
            .filter(|&i| patience.in_call(i / 50).is_turn(&look, start + Duration::from_millis(20 * i)));
        assert_eq!(turns.count(), 0);
    }

    #[test]
    fn observations_in_quick_succession_count_as_one() {
        let (mut patience, start) = (Patience::default(), Instant::now());
        let look = Look { state: State::Running, place: 1, joins: None };
        assert!((0..1000).all(|i| !patience.is_turn(&look, start + Duration::from_micros(i))));
    }

    #[test]
    fn a_turn_lasts_until_the_observations_expire() {
        let (mut patience, start) = (Patience::default(), Instant::now());
        let look = Look { state: State::Running, place: 1, joins: None };
        let at = |ms| start + Duration::from_millis(ms);
        for (ms, turn) in [(0, false), (20, false), (40, true), (41, true), (400, true), (2000, false)] {
            assert_eq!(patience.is_turn(&look, at(ms)), turn, "{ms}");
        }
    }

    #[test]
    fn r_code_holds_the_locks_of_its_caller() {
        for (state, in_r) in [
            (State::Running, State::Running),
            (State::Waiting, State::Running),
            (State::Starting, State::Holding),
            (State::WaitingHolding, State::Holding),
            (State::Holding, State::Holding),
        ] {
            assert_eq!(state.in_r(), in_r);
        }
    }
}
