use serde::Serialize;

/// A JSON object written field by field; quicker than building a tree, and pieces can be shared.
#[derive(Debug)]
pub(crate) struct JsonObject {
    out: Vec<u8>,
    /// Where the fields begin.
    start: usize,
}

impl JsonObject {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self::inside(Vec::with_capacity(768))
    }

    /// An empty one at the end of other JSON.
    pub(crate) fn inside(mut out: Vec<u8>) -> Self {
        out.push(b'{');
        Self { start: out.len(), out }
    }

    /// A message of a kind.
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
            // None of our values can fail to be written; a field is never left without one.
            self.out.truncate(before);
            self.out.extend_from_slice(b"null");
        }
        self
    }

    /// Adds a field whose value is JSON already.
    pub(crate) fn put_raw(&mut self, name: &str, json: &str) -> &mut Self {
        self.name(name);
        self.out.extend_from_slice(json.as_bytes());
        self
    }

    /// Adds a field whose value is written at the end of what is there.
    pub(crate) fn put_with(&mut self, name: &str, write: impl FnOnce(Vec<u8>) -> Vec<u8>) -> &mut Self {
        self.name(name);
        self.out = write(std::mem::take(&mut self.out));
        self
    }

    /// How much has been written.
    pub(crate) fn written(&self) -> usize {
        self.out.len()
    }

    /// Everything that is there, and the end of this object.
    pub(crate) fn close(mut self) -> Vec<u8> {
        self.out.push(b'}');
        self.out
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        // Everything written is UTF-8.
        String::from_utf8(self.close()).unwrap_or_default()
    }
}

impl Default for JsonObject {
    fn default() -> Self {
        Self::new()
    }
}
