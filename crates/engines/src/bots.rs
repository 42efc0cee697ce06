/// A bot, selected by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The name in options.
    pub name: &'static str,
    /// The name for people, in English.
    pub title: &'static str,
    /// One sentence about how it plays, in English.
    pub summary: &'static str,
}

const fn bot(name: &'static str, title: &'static str, summary: &'static str) -> BotInfo {
    BotInfo { name, title, summary }
}

const UNIFORM: BotInfo = bot("uniform", "Uniform", "plays a random legal turn, all equally likely");

static QUORIDOR: &[BotInfo] = &[
    bot("minimax", "Minimax", "searches ahead with alpha-beta until its time is up"),
    bot("puct", "Best first", "grows a search tree along the most promising lines until its time is up"),
    bot(
        "greediest",
        "Greediest",
        "places a wall in front of the opponent whenever it can, otherwise takes the shortest path",
    ),
    bot(
        "greedy",
        "Greedy",
        "places a wall in front of the opponent two times in three, otherwise takes the shortest path",
    ),
    bot(
        "random",
        "Random",
        "places a wall in front of the opponent half of the time, otherwise takes the shortest path",
    ),
    bot(
        "hesitant",
        "Hesitant",
        "places a wall in front of the opponent one time in four, otherwise takes the shortest path",
    ),
    bot("passive", "Passive", "always takes the shortest path and never places a wall"),
    bot("mixed", "Mixed", "imitates one of the other five bots, chosen anew each turn"),
    UNIFORM,
];

static BOARD: &[BotInfo] = &[
    bot("minimax", "Minimax", "searches ahead with alpha-beta until its time is up"),
    bot("greedy", "Greedy", "plays the turn with the best evaluation, without looking ahead"),
    bot("random", "Random", "plays a random legal turn, like Uniform"),
    UNIFORM,
];

static DICE: &[BotInfo] = &[
    bot("expectimax", "Expectimax", "weighs all possible rolls ahead until its time is up"),
    bot("greedy", "Greedy", "plays the turn with the best evaluation, without looking ahead"),
    bot("random", "Random", "plays a random legal turn, like Uniform"),
    UNIFORM,
];

/// The bots of a game; empty if there is no such game.
pub fn bots(game_name: &str) -> &'static [BotInfo] {
    match game_name {
        "quoridor" => QUORIDOR,
        "blockade" | "domineering" => BOARD,
        name if agon_games::entry(name).is_ok() => DICE,
        _ => &[],
    }
}
