//! Bytes in JSON: base64, with or without padding.

/// Decodes base64; an error names the character at fault.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for (at, digit) in digits.iter().enumerate() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'\r' | b'\n' => continue,
            _ => return Err(format!("no base64 at byte {at}")),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn texts_of_the_standard_are_decoded() {
        for (text, expected) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg", "foob"),
            ("Zm9v\r\nYmFy", "foobar"),
        ] {
            assert_eq!(decode(text).unwrap(), expected.as_bytes(), "{text}");
        }
        assert_eq!(decode("+/-_").unwrap(), [0xfb, 0xff, 0xbf]);
    }

    #[test]
    fn another_character_is_named() {
        assert_eq!(decode("Zm9!").unwrap_err(), "no base64 at byte 3");
    }
}
