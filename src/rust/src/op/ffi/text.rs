//! `TF_TString`: a string in a tensor of TensorFlow. The layout is documented in `ctstring_internal.h`, and
//! stable because compiled operators contain it.

unsafe extern "C" {
    fn malloc(size: usize) -> *mut u8;
}

/// The two lowest bits of the first byte are the kind; the other bits are the size, of a small string in
/// the first byte, of another one in the first word.
#[repr(C, align(8))]
pub struct Text([u8; SIZE]);

const SIZE: usize = 24;
/// Small strings end in a NUL.
const MOST_SMALL: usize = SIZE - 2;

const SMALL: u8 = 0;
const LARGE: u8 = 1;
const OFFSET: u8 = 2;

impl Text {
    pub fn bytes(&self) -> &[u8] {
        let (at, size) = match self.kind() {
            SMALL => (self.0.as_ptr().wrapping_add(1) as usize, usize::from(self.first()) >> 2),
            LARGE => (self.word(2), self.word(0) >> 2),
            OFFSET => (self.0.as_ptr() as usize + (self.word(0) >> 32), (self.word(0) & 0xffff_ffff) >> 2),
            // A view of memory that its owner keeps.
            _ => (self.word(1), self.word(0) >> 2),
        };
        match size {
            0 => &[],
            // SAFETY: `size` bytes at this address, which the string owns or keeps alive.
            _ => unsafe { std::slice::from_raw_parts(at as *const u8, size) },
        }
    }

    /// Sets a string that is empty and owns nothing, as in a new tensor. The error is the size of the memory
    /// that there was not.
    pub fn set(&mut self, bytes: &[u8]) -> Result<(), usize> {
        match bytes.len() <= MOST_SMALL {
            true => self.set_small(bytes),
            false => self.set_large(bytes)?,
        }
        Ok(())
    }

    fn set_small(&mut self, bytes: &[u8]) {
        self.0 = [0; SIZE];
        if let Some((first, rest)) = self.0.split_first_mut() {
            *first = (bytes.len() as u8) << 2 | SMALL;
            rest.iter_mut().zip(bytes).for_each(|(to, &byte)| *to = byte);
        }
    }

    /// TensorFlow frees the memory with `free()`.
    fn set_large(&mut self, bytes: &[u8]) -> Result<(), usize> {
        let room = (bytes.len() + 1).next_multiple_of(16);
        // SAFETY: memory of `room` bytes, more than are copied, which the string owns from here on.
        let at = unsafe {
            let at = malloc(room);
            if at.is_null() {
                return Err(room);
            }
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, bytes.len());
            at.add(bytes.len()).write(0);
            at
        };
        let words = [bytes.len() << 2 | usize::from(LARGE), room - 1, at as usize];
        let words = words.iter().flat_map(|word| word.to_ne_bytes());
        self.0.iter_mut().zip(words).for_each(|(to, byte)| *to = byte);
        Ok(())
    }

    fn first(&self) -> u8 {
        self.0.first().copied().unwrap_or(0)
    }

    fn kind(&self) -> u8 {
        self.first() & 3
    }

    fn word(&self, i: usize) -> usize {
        let mut word = [0; size_of::<usize>()];
        word.iter_mut().zip(self.0.iter().skip(i * size_of::<usize>())).for_each(|(to, &byte)| *to = byte);
        usize::from_ne_bytes(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_every_size_make_a_round_trip() {
        for n in [0, 1, MOST_SMALL, MOST_SMALL + 1, 1000] {
            let bytes: Vec<u8> = (0..n).map(|i| i as u8).collect();
            let mut text = Text([0; SIZE]);
            assert!(text.set(&bytes).is_ok());
            assert_eq!(text.bytes(), bytes, "{n}");
            assert_eq!(text.kind(), if n <= MOST_SMALL { SMALL } else { LARGE });
        }
    }

    #[test]
    fn a_view_and_an_offset_are_read() {
        let bytes = *b"elsewhere";
        let mut view = Text([0; SIZE]);
        let words = [bytes.len() << 2 | 3, bytes.as_ptr() as usize, 0];
        view.0.copy_from_slice(&words.map(usize::to_ne_bytes).concat());
        assert_eq!(view.bytes(), bytes);

        let mut both = [Text([0; SIZE]), Text([0; SIZE])];
        both[1].0[..3].copy_from_slice(b"far");
        let words = [3 << 2 | usize::from(OFFSET) | SIZE << 32, 1, 0];
        both[0].0.copy_from_slice(&words.map(usize::to_ne_bytes).concat());
        assert_eq!(both[0].bytes(), b"far");
    }
}
