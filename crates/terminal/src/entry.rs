use agon_core::AnyTable;

/// TextInput text in the form the game reads: Domineering's row before the column becomes `c4`.
pub(crate) fn normal(table: &dyn AnyTable, text: &str) -> String {
    let text = text.trim();
    if table.info().name == "domineering" {
        let compact: String = text.chars().filter(|c| !c.is_whitespace() && !"[](),".contains(*c)).collect();
        let digits = compact.chars().take_while(char::is_ascii_digit).count();
        let (row, column) = compact.split_at(digits);
        let is_column = column.len() == 1 && column.bytes().all(|b| b.is_ascii_alphabetic());
        if digits > 0 && is_column {
            return format!("{column}{row}");
        }
    }
    text.to_owned()
}
