//! Times: Date, POSIXct and difftime ⇄ times of Python, NumPy and pandas
//!
//! A datetime from R has a time zone. A Python datetime without a zone is local time, as in Python. A
//! `datetime64`, which has no zone, and a `pandas.Timestamp` without one are UTC, as in NumPy.
mod clock;
mod column;
mod date;
mod datetime;
mod datetime64;
mod duration;
mod many;
mod number;
mod period;
mod timestamp;
mod zone;

pub use column::*;
pub use date::date_to_py;
pub use datetime::{datetime_to_py, from_parts};
pub use datetime64::{datetime64_to_r, seconds_to_r, timedelta64_to_r};
pub use duration::{duration_to_py, in_unit, seconds_in_unit};
pub use many::{many_to_r, to_r};
pub use period::is_shorter_than_a_day;
pub use zone::{column_zone, zone_name};
