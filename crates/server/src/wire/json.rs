//! A writer of JSON objects.

use serde::Serialize;

/// Writes a JSON object field by field, which is faster than building a tree and lets messages share pieces.
#[derive(Debug)]
pub(crate) struct JsonObject {
    out: Vec<u8>,
    /// The offset of the first field.
    start: usize,
}

impl JsonObject {
    /// An empty object.
    pub(crate) fn new() -> Self {
        Self::append_to(Vec::with_capacity(768))
    }

    /// An empty object appended to other JSON.
    pub(crate) fn append_to(mut out: Vec<u8>) -> Self {
        out.push(b'{');
        Self { start: out.len(), out }
    }

    /// A message with its kind in the field `t`.
    pub(crate) fn message(kind: &'static str) -> Self {
        let mut object = Self::new();
        object.put("t", kind);
        object
    }

    fn name(&mut self, name: &str) {
        if self.out.len() > self.start {
            self.out.push(b',');
        }
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    /// Adds a field.
    pub(crate) fn put(&mut self, name: &str, value: impl Serialize) -> &mut Self {
        self.name(name);
        let before = self.out.len();
        if serde_json::to_writer(&mut self.out, &value).is_err() {
            // Serialising our values cannot fail; `null` keeps the object valid all the same.
            self.out.truncate(before);
            self.out.extend_from_slice(b"null");
        }
        self
    }

    /// Adds a field whose value is already JSON.
    pub(crate) fn put_raw(&mut self, name: &str, json: &str) -> &mut Self {
        self.name(name);
        self.out.extend_from_slice(json.as_bytes());
        self
    }

    /// Adds a field whose value `write` appends to the buffer.
    pub(crate) fn put_with(&mut self, name: &str, write: impl FnOnce(Vec<u8>) -> Vec<u8>) -> &mut Self {
        self.name(name);
        self.out = write(std::mem::take(&mut self.out));
        self
    }

    /// The number of bytes written.
    pub(crate) fn len(&self) -> usize {
        self.out.len()
    }

    /// Closes the object and returns the buffer.
    pub(crate) fn close(mut self) -> Vec<u8> {
        self.out.push(b'}');
        self.out
    }

    /// Closes the object and returns its text.
    pub(crate) fn finish(self) -> String {
        // Everything written is UTF-8.
        String::from_utf8(self.close()).unwrap_or_default()
    }
}
