use serde::Serialize;

/// A JSON object written field by field; quicker than building a tree, and pieces can be shared.
#[derive(Debug)]
pub(crate) struct Object {
    out: Vec<u8>,
}

impl Object {
    /// An empty one.
    pub(crate) fn new() -> Self {
        let mut out = Vec::with_capacity(512);
        out.push(b'{');
        Self { out }
    }

    /// A message of a kind.
    pub(crate) fn message(kind: &'static str) -> Self {
        let mut object = Self::new();
        object.put("t", kind);
        object
    }

    fn name(&mut self, name: &str) {
        if self.out.len() > 1 {
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

    /// The text.
    pub(crate) fn finish(mut self) -> String {
        self.out.push(b'}');
        // Everything written is UTF-8.
        String::from_utf8(self.out).unwrap_or_default()
    }
}

impl Default for Object {
    fn default() -> Self {
        Self::new()
    }
}
