use crate::Plural;

/// A language of the interfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Serbian in Latin letters.
    Serbian,
    /// Serbian in Cyrillic letters.
    SerbianCyrillic,
    /// Greek.
    Greek,
    /// Hebrew, written from right to left.
    Hebrew,
}

impl Language {
    /// Every language, in the order menus list them.
    pub const ALL: [Self; 5] = [Self::English, Self::Serbian, Self::SerbianCyrillic, Self::Greek, Self::Hebrew];

    /// The language tag: `en`, `sr`, `sr-Cyrl`, `el`, `he`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Serbian => "sr",
            Self::SerbianCyrillic => "sr-Cyrl",
            Self::Greek => "el",
            Self::Hebrew => "he",
        }
    }

    /// The tag in the names of files: Serbian is stored in Latin letters.
    pub(crate) const fn file_tag(self) -> &'static str {
        match self {
            Self::SerbianCyrillic => Self::Serbian.tag(),
            _ => self.tag(),
        }
    }

    /// The name of the language in that language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Serbian => "Srpski",
            Self::SerbianCyrillic => "Српски",
            Self::Greek => "Ελληνικά",
            Self::Hebrew => "עברית",
        }
    }

    /// Whether the language is written from right to left. Boards are never mirrored.
    pub const fn is_right_to_left(self) -> bool {
        matches!(self, Self::Hebrew)
    }

    /// The plural form for a number.
    pub const fn plural(self, n: u64) -> Plural {
        match self {
            Self::English | Self::Greek => Plural::one_or_other(n),
            Self::Serbian | Self::SerbianCyrillic => Plural::serbian(n),
            Self::Hebrew => Plural::hebrew(n),
        }
    }

    /// The plural forms that every counted text of the language must have.
    pub const fn plurals(self) -> &'static [Plural] {
        match self {
            Self::English | Self::Greek => &[Plural::One, Plural::Other],
            Self::Serbian | Self::SerbianCyrillic => &[Plural::One, Plural::Few, Plural::Other],
            Self::Hebrew => &[Plural::One, Plural::Two, Plural::Other],
        }
    }

    /// Reads a language tag or a locale: `sr`, `sr-Cyrl`, `el_GR.UTF-8`, `sr_RS@latin`.
    ///
    /// Serbian without a script is Latin here, as the tag `sr` of the catalogues says; locales of the
    /// C library mean Cyrillic unless they say `@latin`, see [`Language::from_locale`].
    pub fn parse(text: &str) -> Option<Self> {
        let (language, rest) = split(text);
        match language.as_str() {
            "en" | "english" => Some(Self::English),
            "sr" | "sh" | "srpski" if is_cyrillic(&rest) => Some(Self::SerbianCyrillic),
            "српски" => Some(Self::SerbianCyrillic),
            "sr" | "sh" | "srpski" | "serbian" => Some(Self::Serbian),
            "el" | "gr" | "greek" | "ελληνικά" => Some(Self::Greek),
            "he" | "iw" | "hebrew" | "עברית" => Some(Self::Hebrew),
            _ => None,
        }
    }

    /// Reads a locale as the C library names them: plain `sr_RS` is Cyrillic there.
    pub fn from_locale(locale: &str) -> Option<Self> {
        let (language, rest) = split(locale);
        match Self::parse(locale) {
            Some(Self::Serbian) if language == "sr" && rest.contains("rs") && !rest.contains("lat") => {
                Some(Self::SerbianCyrillic)
            }
            other => other,
        }
    }

    /// The language of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`), English if none is known.
    pub fn from_env() -> Self {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty())
            .and_then(|value| Self::from_locale(&value))
            .unwrap_or_default()
    }
}

/// The language and the rest of a tag, in lower case.
fn split(text: &str) -> (String, String) {
    let text = text.trim().to_lowercase();
    let end = text.find(['-', '_', '.', '@']).unwrap_or(text.len());
    (text[..end].to_owned(), text[end..].to_owned())
}

fn is_cyrillic(rest: &str) -> bool {
    rest.contains("cyr")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_names_are_read_back() {
        for language in Language::ALL {
            assert_eq!(Language::parse(language.tag()), Some(language));
            assert_eq!(Language::parse(language.name()), Some(language));
        }
        assert_eq!(Language::parse("SR_cyrl"), Some(Language::SerbianCyrillic));
        assert_eq!(Language::parse("sr-Latn-RS"), Some(Language::Serbian));
        assert_eq!(Language::parse("fr"), None);
        assert_eq!(Language::parse(""), None);
    }

    #[test]
    fn locales_choose_the_script_as_the_c_library_does() {
        assert_eq!(Language::from_locale("sr_RS.UTF-8"), Some(Language::SerbianCyrillic));
        assert_eq!(Language::from_locale("sr_RS.UTF-8@latin"), Some(Language::Serbian));
        assert_eq!(Language::from_locale("el_GR.UTF-8"), Some(Language::Greek));
        assert_eq!(Language::from_locale("he_IL"), Some(Language::Hebrew));
        assert_eq!(Language::from_locale("C.UTF-8"), None);
    }
}
