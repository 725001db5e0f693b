//! The process's stderr, written to a file while a library that logs there is loaded: file descriptor 2 of the C
//! library that R, Python and TensorFlow share (UCRT). After a crash of the process the text is lost.
use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Result, Seek};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::IntoRawHandle;
use std::sync::Mutex;

/// The real stderr, the file that replaces it, and the same file for reading.
struct Diverted {
    real: i32,
    written: i32,
    file: File,
}

static DIVERTED: Mutex<Option<Diverted>> = Mutex::new(None);
const STDERR: i32 = 2;
/// The system deletes the file when it is closed.
const DELETE_ON_CLOSE: u32 = 0x0400_0000;

/// False if stderr is already diverted, or if the process has none, as RGui.
pub fn divert() -> Result<bool> {
    let Ok(mut diverted) = DIVERTED.lock() else { return Ok(false) };
    // SAFETY: descriptor 2 always exists; without a file it has a negative handle.
    if diverted.is_some() || unsafe { libc::get_osfhandle(STDERR) } < 0 {
        return Ok(false);
    }
    let file = unnamed_file()?;
    let handle = file.try_clone()?.into_raw_handle();
    // SAFETY: the descriptor owns the handle from here on.
    let written = checked(unsafe { libc::open_osfhandle(handle as isize, 0) })?;
    // SAFETY: descriptors of this process.
    let real = checked(unsafe { libc::dup(STDERR) })?;
    // SAFETY: as above.
    checked(unsafe { libc::dup2(written, STDERR) })?;
    *diverted = Some(Diverted { real, written, file });
    Ok(true)
}

/// Restores stderr and returns what was written to it meanwhile.
pub fn restore() -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let Some(mut diverted) = DIVERTED.lock().ok().and_then(|mut diverted| diverted.take()) else {
        return Ok(text);
    };
    // SAFETY: descriptors that `divert` opened, which nothing else owns.
    unsafe {
        libc::dup2(diverted.real, STDERR);
        libc::close(diverted.real);
        libc::close(diverted.written);
    }
    diverted.file.rewind()?;
    diverted.file.read_to_end(&mut text)?;
    Ok(text)
}

fn unnamed_file() -> Result<File> {
    let name = format!("rkeras-{}-stderr", std::process::id());
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .custom_flags(DELETE_ON_CLOSE)
        .open(std::env::temp_dir().join(name))
}

fn checked(result: i32) -> Result<i32> {
    if result < 0 { Err(Error::last_os_error()) } else { Ok(result) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(text: &str) {
        // SAFETY: bytes and length belong together.
        unsafe { libc::write(STDERR, text.as_ptr().cast(), text.len() as u32) };
    }

    #[test]
    fn returns_what_was_written_meanwhile() {
        assert!(divert().unwrap());
        assert!(!divert().unwrap());
        write("to the file");
        assert_eq!(restore().unwrap(), b"to the file");
        assert_eq!(restore().unwrap(), b"");
        assert!(divert().unwrap());
        write("again");
        assert_eq!(restore().unwrap(), b"again");
    }
}
