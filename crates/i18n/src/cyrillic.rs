/// Converts Serbian Latin to Serbian Cyrillic, letter by letter.
///
/// Text in braces (placeholders) and text between tildes (moves, names that stay Latin)
/// is left alone; the tildes themselves are dropped. The digraphs `lj`, `nj`, `dž` are one
/// letter each; where two letters meet by chance (`nad|živeti`), a vertical bar between them keeps
/// them apart and is dropped too.
pub fn to_cyrillic(latin: &str) -> String {
    let mut out = String::with_capacity(latin.len() * 2);
    let mut chars = latin.chars().peekable();
    let (mut verbatim, mut braces) = (false, 0_u32);
    while let Some(c) = chars.next() {
        match c {
            '~' => verbatim = !verbatim,
            _ if verbatim => out.push(c),
            '{' => {
                braces += 1;
                out.push(c);
            }
            '}' => {
                braces = braces.saturating_sub(1);
                out.push(c);
            }
            _ if braces > 0 => out.push(c),
            '|' => {}
            _ => {
                if let Some(letter) = chars.peek().and_then(|&next| digraph(c, next)) {
                    chars.next();
                    out.push(letter);
                } else {
                    out.push(letter(c));
                }
            }
        }
    }
    out
}

/// Removes the marks that only guide the transliteration from Serbian Latin.
pub(crate) fn without_marks(latin: &str) -> String {
    latin.chars().filter(|c| !matches!(c, '~' | '|')).collect()
}

fn digraph(first: char, second: char) -> Option<char> {
    Some(match (first, second) {
        ('l', 'j') => 'љ',
        ('n', 'j') => 'њ',
        ('d', 'ž') => 'џ',
        ('L', 'j' | 'J') => 'Љ',
        ('N', 'j' | 'J') => 'Њ',
        ('D', 'ž' | 'Ž') => 'Џ',
        _ => return None,
    })
}

fn letter(c: char) -> char {
    const LATIN: &str = "abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ";
    const CYRILLIC: &str = "абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ";
    LATIN.chars().zip(CYRILLIC.chars()).find(|(latin, _)| *latin == c).map_or(c, |(_, cyrillic)| cyrillic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_own() {
        assert_eq!(
            to_cyrillic("Ljubazni fenjerdžija čađavog lica hoće da mi pokaže štos."),
            "Љубазни фењерџија чађавог лица хоће да ми покаже штос."
        );
        assert_eq!(to_cyrillic("NJEGOŠ i DŽEP, LJILJAN"), "ЊЕГОШ и ЏЕП, ЉИЉАН");
        assert_eq!(to_cyrillic("nad|živeti, in|jekcija"), "надживети, инјекција");
    }

    #[test]
    fn placeholders_moves_and_names_stay() {
        assert_eq!(to_cyrillic("{word} nije potez; na primer ~X1-64,G35~"), "{word} није потез; на пример X1-64,G35");
        assert_eq!(without_marks("igra ~Quoridor~ nad|živi"), "igra Quoridor nadživi");
    }
}
