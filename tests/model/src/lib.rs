//! All interleavings of the main thread and another one, in the protocol of `src/rust/src/os/doing.rs`.
#![cfg(all(test, shuttle))]
#![allow(dead_code)]

#[path = "../../../src/rust/src/os/doing.rs"]
mod doing;

use doing::{Activity, Doing, Means, Sleeper};
use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicBool, Ordering::SeqCst};
use shuttle::thread::{self, Thread};

/// What other threads have done to get the main thread's attention.
struct Attention {
    activity: Activity,
    main: Thread,
    /// R's event loop will look at the queue.
    poked: AtomicBool,
    in_r: AtomicBool,
    served: AtomicBool,
}

impl Means for Attention {
    fn unpark(&self) {
        self.main.unpark();
    }

    fn poke(&self) {
        self.poked.store(true, SeqCst);
    }

    fn signal(&self) {
        assert!(!self.in_r.load(SeqCst), "a signal must not interrupt R");
    }
}

impl Attention {
    /// The main thread looks at the queue.
    fn serve(&self) {
        if self.activity.has_requests() {
            self.activity.set_requests(0);
            self.served.store(true, SeqCst);
        }
    }
}

/// A spinning thread could go on for ever in an exhaustive search, so the interleavings are drawn: far more than
/// there are.
fn explore_all(run: impl Fn() + Send + Sync + 'static) {
    shuttle::check_random(run, 5_000);
}

/// `main`, while another thread sends a request.
fn explore(main: impl Fn(&Attention) + Send + Sync + 'static) {
    explore_all(move || {
        let attention = Arc::new(Attention {
            activity: Activity::new(),
            main: thread::current(),
            poked: AtomicBool::new(false),
            in_r: AtomicBool::new(true),
            served: AtomicBool::new(false),
        });
        let other = attention.clone();
        let asks = thread::spawn(move || {
            other.activity.set_requests(1);
            other.activity.wake(&*other);
        });
        main(&attention);
        asks.join().unwrap();
        assert!(
            attention.served.load(SeqCst) || attention.poked.load(SeqCst),
            "nobody will serve the request"
        );
    });
}

/// The main thread enters Python for `inside`, and returns to R.
fn in_python(attention: &Attention, inside: impl FnOnce()) {
    attention.in_r.store(false, SeqCst);
    attention.activity.change(Doing::Python);
    inside();
    attention.activity.change_back(Doing::R, attention);
    attention.in_r.store(true, SeqCst);
}

#[test]
fn no_signal_interrupts_r() {
    explore(|attention| in_python(attention, || ()));
}

#[test]
fn the_main_thread_does_not_wait_for_ever_while_it_serves() {
    explore(|attention| {
        attention.activity.change(Doing::Serving);
        attention.serve();
        while !attention.served.load(SeqCst) {
            thread::park();
            attention.serve();
        }
        attention.activity.change_back(Doing::R, attention);
    });
}

#[test]
fn a_request_is_noticed_whatever_the_main_thread_goes_over_to() {
    explore(|attention| {
        in_python(attention, || {
            attention.activity.change(Doing::Serving);
            attention.serve();
            attention.activity.change_back(Doing::Python, attention);
        });
    });
}

#[test]
fn the_monitor_does_not_sleep_while_the_main_thread_is_in_python() {
    explore_all(|| {
        let activity = Arc::new(Activity::new());
        let sleeper = Arc::new(Sleeper::new());
        // Awake, as after the first call.
        sleeper.wake(|| ());
        let (its_activity, its_sleeper) = (activity.clone(), sleeper.clone());
        let monitor = thread::spawn(move || {
            its_sleeper.sleep(|| its_activity.doing() != Doing::R, thread::park);
        });
        activity.change(Doing::Python);
        sleeper.wake(|| monitor.thread().unpark());
        // Ends only if the monitor does not sleep.
        monitor.join().unwrap();
    });
}
