//! Making strict JSON of JSON as tools and people print it.

/// Turns a text into strict JSON of the same length, so that places stay what they are. Besides, the
/// names that the text around documents gives them, each with the place from which on it holds.
///
/// A bare NaN or infinity becomes the text `"N"`.
pub(super) fn prepare(text: &str) -> (String, Vec<(usize, String)>) {
    let mut preparing = Preparing {
        bytes: text.as_bytes().to_vec(),
        labels: Vec::new(),
    };
    preparing.run(text);
    // Only whole ASCII tokens and whole lines were replaced, so this stays valid UTF-8.
    (
        String::from_utf8(preparing.bytes).unwrap_or_else(|_| text.to_owned()),
        preparing.labels,
    )
}

struct Preparing {
    bytes: Vec<u8>,
    labels: Vec<(usize, String)>,
}

impl Preparing {
    fn run(&mut self, text: &str) {
        let (mut at, mut depth, mut is_line_start) = (0, 0_usize, true);
        while at < text.len() {
            if depth == 0 && is_line_start {
                at += self.blank_surroundings(text, at);
            }
            let Some(&byte) = text.as_bytes().get(at) else {
                break;
            };
            is_line_start = byte == b'\n';
            at += match byte {
                b'"' => string_length(&text.as_bytes()[at..]),
                b'{' | b'[' => {
                    depth += 1;
                    1
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    1
                }
                b',' if depth == 0 => self.blank(at, 1),
                b'N' | b'I' | b'-' | b'+' => self.replace_bare(text, at),
                _ => 1,
            };
        }
    }

    fn blank(&mut self, at: usize, length: usize) -> usize {
        for byte in &mut self.bytes[at..at + length] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        length
    }

    /// Replaces a bare NaN or infinity by a quoted letter; returns how far to go on.
    fn replace_bare(&mut self, text: &str, at: usize) -> usize {
        let rest = &text[at..];
        let Some(token) = ["NaN", "-NaN", "+NaN", "Infinity", "-Infinity", "+Infinity"]
            .iter()
            .find(|token| rest.starts_with(**token))
        else {
            return 1;
        };
        let is_word = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        let before = at
            .checked_sub(1)
            .and_then(|before| text.as_bytes().get(before));
        if is_word(before) || is_word(rest.as_bytes().get(token.len())) {
            return 1;
        }
        self.blank(at, token.len());
        self.bytes[at..at + 3].copy_from_slice(b"\"N\"");
        token.len()
    }

    /// Blanks a line, or the start of one, that tools print around documents; returns its length.
    fn blank_surroundings(&mut self, text: &str, at: usize) -> usize {
        let line = text[at..].split('\n').next().unwrap_or_default();
        if let Some(rest) = line.strip_prefix("key:[") {
            let Some(content) = line.find("content:") else {
                return 0;
            };
            let key = rest.split(']').next().unwrap_or_default();
            let length = content + "content:".len();
            self.labels.push((at + length, key.to_owned()));
            return self.blank(at, length);
        }
        if line.starts_with("[zk:") || line.starts_with("get ") {
            let path = line.split("get ").nth(1).unwrap_or_default();
            if let Some((_, node)) = path.trim().rsplit_once('/') {
                self.labels.push((at + line.len(), node.to_owned()));
            }
            return self.blank(at, line.len());
        }
        if line.starts_with("-----") || is_node_status(line) {
            self.blank(at, line.len())
        } else {
            0
        }
    }
}

/// `cZxid = 0x17` and its like: what the ZooKeeper shell prints after a node.
fn is_node_status(line: &str) -> bool {
    const FIELDS: &[&str] = &[
        "cZxid",
        "ctime",
        "mZxid",
        "mtime",
        "pZxid",
        "cversion",
        "dataVersion",
        "aclVersion",
        "ephemeralOwner",
        "dataLength",
        "numChildren",
    ];
    line.split_once(" = ")
        .is_some_and(|(field, _)| FIELDS.contains(&field))
}

/// The length of a JSON string with its quotes, or of what is left of it.
fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
