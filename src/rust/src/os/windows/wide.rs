//! C's wide characters: UTF-16.
pub type WideChar = u16;

/// The path as Python and the system expect it, with its NUL: Python finds no virtualenv for a program whose path
/// has slashes.
pub fn path(path: &str) -> Vec<WideChar> {
    path.replace('/', "\\").encode_utf16().chain([0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_backslashes_and_letters_of_all_scripts() {
        let expected: Vec<u16> = "C:\\\u{fc}\\\u{1f600}\\python.exe\0".encode_utf16().collect();
        assert_eq!(path("C:/\u{fc}/\u{1f600}/python.exe"), expected);
    }
}
