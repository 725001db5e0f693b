//! Tables keyed by address. Addresses are sufficiently distributed, so the hash is one multiplication.
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub type AddressMap<T> = HashMap<usize, T, BuildHasherDefault<AddressHasher>>;
pub type AddressSet = HashSet<usize, BuildHasherDefault<AddressHasher>>;

#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_usize(byte.into()));
    }

    fn write_usize(&mut self, address: usize) {
        // Tables use the highest and the lowest bits: a product carries upwards, so it is rotated.
        self.0 = (self.0 ^ address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
    }
}
