/// A bot that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The name in settings.
    pub name: &'static str,
    /// The name for people, in English.
    pub title: &'static str,
    /// One sentence about how it plays, in English.
    pub summary: &'static str,
}

const fn bot(name: &'static str, title: &'static str, summary: &'static str) -> BotInfo {
    BotInfo { name, title, summary }
}

const UNIFORM: BotInfo = bot("uniform", "Uniform", "plays any legal turn, every one equally likely");

static QUORIDOR: &[BotInfo] = &[
    bot("minimax", "Minimax", "searches ahead with alpha-beta as far as time allows"),
    bot("puct", "Best first", "grows a tree where it looks most promising, as long as time allows"),
    bot(
        "greediest",
        "Greediest",
        "a wall in front of the opponent at every chance, otherwise the shortest path",
    ),
    bot(
        "greedy",
        "Greedy",
        "a wall in front of the opponent two times in three, otherwise the shortest path",
    ),
    bot("random", "Random", "a wall in front of the opponent half of the time, otherwise the shortest path"),
    bot(
        "hesitant",
        "Hesitant",
        "a wall in front of the opponent one time in four, otherwise the shortest path",
    ),
    bot("passive", "Passive", "always the shortest path, never a wall"),
    bot("mixed", "Mixed", "plays like another of the other five at each turn"),
    UNIFORM,
];

static SKILL: &[BotInfo] = &[
    bot("minimax", "Minimax", "searches ahead with alpha-beta as far as time allows"),
    bot("greedy", "Greedy", "takes the turn that looks best at first sight"),
    bot("random", "Random", "plays any legal turn; the same as uniform"),
    UNIFORM,
];

static DICE: &[BotInfo] = &[
    bot("expectimax", "Expectimax", "weighs every roll to come as far as time allows"),
    bot("greedy", "Greedy", "takes the turn that looks best at first sight"),
    bot("random", "Random", "plays any legal turn; the same as uniform"),
    UNIFORM,
];

/// The bots of a game; empty if there is no such game.
pub fn bots(game_name: &str) -> &'static [BotInfo] {
    match game_name {
        "quoridor" => QUORIDOR,
        "blockade" | "domineering" => SKILL,
        name if agon_games::entry(name).is_ok() => DICE,
        _ => &[],
    }
}
