/// A line of text input with completion.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextInput {
    text: String,
    /// The text that completion started from, and the index of the candidate shown.
    cycle: Option<(String, usize)>,
}

impl TextInput {
    pub(crate) fn with(text: impl Into<String>) -> Self {
        Self { text: text.into(), cycle: None }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn push(&mut self, c: char) {
        if !c.is_control() && self.text.len() < 512 {
            self.text.push(c);
        }
        self.cycle = None;
    }

    pub(crate) fn pop(&mut self) -> bool {
        self.cycle = None;
        self.text.pop().is_some()
    }

    /// The candidates that begin with the typed text.
    pub(crate) fn candidates<'a>(&self, words: &'a [String]) -> Vec<&'a str> {
        let typed = self.cycle.as_ref().map_or(self.text.as_str(), |(start, _)| start.as_str());
        words.iter().map(String::as_str).filter(|word| starts_with(word, typed)).collect()
    }

    /// Extends the text to the longest common prefix of all candidates; then cycles through them.
    pub(crate) fn complete(&mut self, words: &[String]) {
        let candidates = self.candidates(words);
        let Some(first) = candidates.first() else { return };
        let common = candidates.iter().fold(first.len(), |length, word| {
            let same = first.bytes().zip(word.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
            length.min(same)
        });
        if self.cycle.is_none() && common > self.text.len() && first.is_char_boundary(common) {
            self.text = first[..common].to_owned();
            return;
        }
        let (start, index) = match self.cycle.take() {
            Some((start, index)) => (start, (index + 1) % candidates.len()),
            None => (self.text.clone(), 0),
        };
        self.text = candidates[index].to_owned();
        self.cycle = Some((start, index));
    }
}

fn starts_with(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|head| head.eq_ignore_ascii_case(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<String> {
        ["e2", "e3h", "e3v", "d1"].map(str::to_owned).to_vec()
    }

    #[test]
    fn tab_extends_then_cycles() {
        let mut typed = TextInput::with("E3");
        assert_eq!(typed.candidates(&words()), ["e3h", "e3v"]);
        typed.complete(&words());
        assert_eq!(typed.text(), "e3h");
        typed.complete(&words());
        assert_eq!(typed.text(), "e3v");
        typed.complete(&words());
        assert_eq!(typed.text(), "e3h");
        let mut typed = TextInput::with("d");
        typed.complete(&words());
        assert_eq!(typed.text(), "d1");
        let mut typed = TextInput::with("ž");
        typed.complete(&words());
        assert_eq!(typed.text(), "ž");
    }
}
