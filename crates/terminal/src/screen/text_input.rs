use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text input with completion.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextInput {
    text: String,
    /// The byte where the cursor is.
    at: usize,
    /// Whether the text is a suggestion, which typing replaces.
    is_suggestion: bool,
    /// The text that completion started from, and the index of the candidate shown.
    cycle: Option<(String, usize)>,
}

impl TextInput {
    pub(crate) fn with(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { at: text.len(), text, ..Self::default() }
    }

    /// A text that the first typed character replaces.
    pub(crate) fn suggest(text: impl Into<String>) -> Self {
        Self { is_suggestion: true, ..Self::with(text) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text with a sign at the cursor.
    pub(crate) fn shown(&self, cursor: &str) -> String {
        let (before, after) = self.text.split_at(self.at);
        format!("{before}{cursor}{after}")
    }

    /// Edits the line; `false` if the key means something else.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let suggested = std::mem::take(&mut self.is_suggestion);
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Char('u'), true) => self.erase(0),
            (KeyCode::Char('w'), true) => self.erase(self.word_start()),
            (KeyCode::Char('a'), true) | (KeyCode::Home, _) => self.at = 0,
            (KeyCode::Char('e'), true) | (KeyCode::End, _) => self.at = self.text.len(),
            (KeyCode::Backspace, _) => self.erase(self.at - self.before()),
            (KeyCode::Delete, _) => {
                let end = self.at + self.after();
                self.text.drain(self.at..end);
            }
            (KeyCode::Left, _) => self.at -= self.before(),
            (KeyCode::Right, _) => self.at += self.after(),
            (KeyCode::Char(c), false) => {
                if suggested {
                    self.erase(0);
                }
                self.insert(c);
            }
            _ => {
                self.is_suggestion = suggested;
                return false;
            }
        }
        self.cycle = None;
        true
    }

    fn insert(&mut self, c: char) {
        if !c.is_control() && self.text.len() < 512 {
            self.text.insert(self.at, c);
            self.at += c.len_utf8();
        }
    }

    /// Erases what is between a byte and the cursor.
    fn erase(&mut self, from: usize) {
        self.text.drain(from..self.at);
        self.at = from;
    }

    /// The bytes of the character before the cursor.
    fn before(&self) -> usize {
        self.text[..self.at].chars().next_back().map_or(0, char::len_utf8)
    }

    /// The bytes of the character after the cursor.
    fn after(&self) -> usize {
        self.text[self.at..].chars().next().map_or(0, char::len_utf8)
    }

    /// The byte where the word before the cursor begins.
    fn word_start(&self) -> usize {
        let is_gap = |c: char| c.is_whitespace() || c == '/';
        let word = self.text[..self.at].trim_end_matches(is_gap);
        word.char_indices().rev().find(|(_, c)| is_gap(*c)).map_or(0, |(at, gap)| at + gap.len_utf8())
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
            self.at = self.text.len();
            return;
        }
        let (start, index) = match self.cycle.take() {
            Some((start, index)) => (start, (index + 1) % candidates.len()),
            None => (self.text.clone(), 0),
        };
        self.text = candidates[index].to_owned();
        self.at = self.text.len();
        self.cycle = Some((start, index));
    }
}

fn starts_with(word: &str, typed: &str) -> bool {
    word.get(..typed.len()).is_some_and(|head| head.eq_ignore_ascii_case(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(input: &mut TextInput, code: KeyCode) {
        input.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    fn control(input: &mut TextInput, c: char) {
        input.key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    }

    #[test]
    fn a_suggestion_is_replaced_or_edited() {
        let mut input = TextInput::suggest("quoridor.agon");
        "žx".chars().for_each(|c| press(&mut input, KeyCode::Char(c)));
        assert_eq!(input.text(), "žx");
        let mut input = TextInput::suggest("quoridor.agon");
        press(&mut input, KeyCode::Left);
        press(&mut input, KeyCode::Char('i'));
        assert_eq!(input.shown("|"), "quoridor.agoi|n");
    }

    #[test]
    fn the_usual_keys_edit_the_line() {
        let mut input = TextInput::with("games/ž old.agon");
        control(&mut input, 'w');
        assert_eq!(input.text(), "games/ž ");
        control(&mut input, 'w');
        assert_eq!(input.text(), "games/");
        control(&mut input, 'a');
        press(&mut input, KeyCode::Char('/'));
        assert_eq!(input.shown("|"), "/|games/");
        press(&mut input, KeyCode::Delete);
        control(&mut input, 'e');
        press(&mut input, KeyCode::Backspace);
        assert_eq!(input.shown("|"), "/ames|");
        control(&mut input, 'u');
        press(&mut input, KeyCode::Backspace);
        assert_eq!(input.shown("|"), "|");
        assert!(!input.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
    }

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
