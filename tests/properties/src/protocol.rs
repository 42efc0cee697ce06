use agon_ugi::lines::{BoundedLines, LineRead};
use agon_ugi::{Answer, UgiCommand};

/// Commands and answers that are understood read the same after they are written.
pub fn ugi(data: &[u8]) {
    let mut lines = BoundedLines::new(data);
    while let Ok(LineRead::Line(line)) = lines.read() {
        match UgiCommand::parse(line) {
            Ok(Some(command)) => {
                let written = command.to_string();
                assert_eq!(UgiCommand::parse(&written), Ok(Some(command)), "{line:?} -> {written:?}");
            }
            Ok(None) => assert!(line.trim().is_empty(), "{line:?} was passed over"),
            Err(message) => assert!(!message.is_empty() && !message.contains('\n'), "{line:?}: {message:?}"),
        }
        // Equities are written rounded, so it is the text that has to settle.
        let written = Answer::parse(line).to_string();
        assert_eq!(Answer::parse(&written).to_string(), written, "{line:?}");
    }
}
