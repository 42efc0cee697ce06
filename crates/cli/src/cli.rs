//! The command line, as clap reads it.

mod solve;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use solve::{SolveArgs, Starter, ValueArgs};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  agon                                        serve the web app on http://127.0.0.1:8080
  agon play                                   choose a game and play in the terminal
  agon play quoridor --p2 level:3             play Quoridor against level 3
  agon moves domineering:rows=6,cols=6        every legal move of the start
  agon perft quoridor 4                       count legal sequences of four turns
  agon solve domineering:rows=8,cols=8        prove who wins, for either player to start
  agon value domineering --position 4/4/4/4   what a position is worth
  agon show portes --svg > board.svg          draw a board
  agon match --game fevga level:6 level:5     measure one player against another
  printf 'fevga\\tstartpos\\n' | agon moves --batch";

/// Play, study and compete at classic two-player games.
#[derive(Debug, Parser)]
#[command(name = "agon", version, styles = STYLES, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the web app and its interface; what `agon` does without a command
    Serve(ServeArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// List every game with its options, ranges and defaults
    Games(GamesArgs),
    /// List the legal turns of a position
    Moves(MovesArgs),
    /// Draw any position as text or SVG
    Show(ShowArgs),
    /// Count the legal turn sequences of a given length
    Perft(PerftArgs),
    /// Play uniform random games and print how many a second
    Playouts(PlayoutsArgs),
    /// Speak UGI, the engine protocol, on standard input and output
    Ugi,
    /// Play a match between two players and tell who is stronger, and how surely
    Match(MatchArgs),
    /// Review a record: best turns, mistakes, luck of the dice
    Analyze(AnalyzeArgs),
    /// Prove who wins a position, for either player to start
    Solve(SolveArgs),
    /// Tell the combinatorial value of a position, its mean and temperature
    Value(ValueArgs),
    /// Play a tournament of many players: standings, ratings, cross table
    Arena(ArenaArgs),
    /// Play our levels against each other and print a table
    Ladder(LadderArgs),
    /// Make balanced random openings for matches
    Openings(OpeningsArgs),
    /// Make an opening book by search, one position a line
    Book(BookArgs),
    /// Convert a record between formats
    Convert(ConvertArgs),
    /// Check a record: legality, result, dice commitments
    Verify(VerifyArgs),
    /// Measure: the search signature, or the rates of the move generators
    Bench(BenchArgs),
    /// Train the nets of a game by self-play
    Train(TrainArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDR", env = "AGON_LISTEN", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Where games are kept: sqlite:FILE, or memory; a file in the user's data folder if not given
    #[arg(long, value_name = "URL", env = "AGON_DATABASE")]
    pub(crate) database: Option<String>,
    /// Threads that think for bots and hints; as many as the machine has cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) workers: Option<u16>,
    /// The site's address as browsers see it, such as <https://agon.example>; may be given several times
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Vec<String>,
    /// How many proxies in front are trusted to name the client's address
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) trusted_proxies: usize,
    /// Tell browsers to come by TLS only
    #[arg(long)]
    pub(crate) hsts: bool,
    /// No chat between players
    #[arg(long)]
    pub(crate) no_chat: bool,
    /// How long a player must be gone before the other may claim the game
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) claim_after: u32,
    /// No limits on how much one client may do, for tests on a machine of one's own
    #[arg(long)]
    pub(crate) no_limits: bool,
    /// Logs as JSON lines
    #[arg(long)]
    pub(crate) log_json: bool,
    /// Show the tournaments of this folder, which `agon arena` wrote; agon/arenas in the user's data
    /// folder if not given
    #[arg(long, value_name = "DIR")]
    pub(crate) arenas: Option<PathBuf>,
    /// Read the web page from this folder instead of the embedded files, for work on it
    #[arg(long, value_name = "DIR")]
    pub(crate) web_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game and its options, such as quoridor or blockade:turn=swift; a menu asks if not given
    pub(crate) spec: Option<String>,
    /// Who plays first: human, bot:NAME, level:1..10, cmd:PROGRAM (a UGI engine)
    #[arg(long, value_name = "WHO")]
    pub(crate) p1: Option<String>,
    /// Who plays second
    #[arg(long, value_name = "WHO")]
    pub(crate) p2: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Language: en, sr, sr-Cyrl, el, he
    #[arg(long, value_name = "L")]
    pub(crate) lang: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Line by line instead of full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Seed of the dice and of the bots
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Thinking time of bots and programs for each move, in milliseconds
    #[arg(long, value_name = "MS")]
    pub(crate) movetime: Option<u64>,
    /// Let levels 9 and 10 think about every turn instead of answering from the opening book
    #[arg(long)]
    pub(crate) no_book: bool,
    /// How often a turn may be taken back: once, unlimited or never
    #[arg(long, value_name = "HOW", default_value = "once")]
    pub(crate) takebacks: String,
    /// Put right-to-left text in order here, for terminals that do not do it themselves
    #[arg(long)]
    pub(crate) bidi: bool,
    /// End a turn of checkers as soon as it is complete, without asking
    #[arg(long)]
    pub(crate) instant: bool,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// The game and its options
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    pub(crate) spec: Option<String>,
    /// The position; the start if not given
    #[arg(long, value_name = "P", conflicts_with = "batch")]
    pub(crate) position: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Answer lines `SPEC<TAB>POSITION` from standard input, each with one JSON line
    #[arg(long)]
    pub(crate) batch: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The game and its options; not needed with --record
    #[arg(required_unless_present = "record")]
    pub(crate) spec: Option<String>,
    /// The position; the start if not given
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// A record to take the position from
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) record: Option<PathBuf>,
    /// After so many turns and rolls of the record; the end if not given
    #[arg(long, value_name = "N", requires = "record")]
    pub(crate) ply: Option<usize>,
    /// Draw as SVG
    #[arg(long)]
    pub(crate) svg: bool,
    /// Print the GNU Backgammon position ID instead (Portes and backgammon)
    #[arg(long, conflicts_with = "svg")]
    pub(crate) gnubg_id: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: ColorWhen,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The game and its options
    pub(crate) spec: String,
    /// Number of turns
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    pub(crate) depth: u32,
    /// The position; the start if not given
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Print the count below each turn
    #[arg(long)]
    pub(crate) divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Size of a table of positions already counted, for each thread; exact all the same
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    pub(crate) table: u32,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlayoutsArgs {
    /// The game and its options
    pub(crate) spec: String,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 5.0, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    /// A file of settings (TOML): game, players, games of each pairing, pairing, limits
    #[arg(value_name = "CONFIG")]
    pub(crate) config: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    /// The game and its options
    pub(crate) spec: String,
    /// Games of each level against the one below
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Which levels
    #[arg(long, value_name = "LOW-HIGH", default_value = "1-10")]
    pub(crate) levels: String,
    /// A folder for the games; the same folder again goes on where it stopped
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: MatchOptions,
}

#[derive(Debug, Args)]
pub(crate) struct OpeningsArgs {
    /// The game and its options
    pub(crate) spec: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Turns of each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) turns: u16,
    /// Seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Nodes of the search that judges them
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
}

#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    /// The game and its options
    pub(crate) spec: String,
    /// Positions in it
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Nodes of the search at each
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Turns that are followed at each
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) width: u8,
    /// How much worse than the best they may be, in hundredths
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) margin: u16,
}

/// How fast both sides have to play; what their level customarily takes if nothing is given.
#[derive(Debug, Args)]
#[group(multiple = true)]
pub(crate) struct LimitOptions {
    /// Time for each turn, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) movetime: Option<u64>,
    /// Nodes for each turn; the same seed then gives the same games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Depth of each turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,
    /// Seconds for each game and seconds added after each turn, such as 60+0.5
    #[arg(long, value_name = "S+I")]
    pub(crate) tc: Option<String>,
}

/// What matches have in common.
#[derive(Debug, Args)]
pub(crate) struct MatchOptions {
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// How many games at a time
    #[arg(long, visible_alias = "threads", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Seed of openings, dice and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// A file of openings, one a line: turns, or a position, or a position | turns
    #[arg(long, value_name = "FILE", conflicts_with = "opening_turns")]
    pub(crate) openings: Option<PathBuf>,
    /// Random turns at the beginning of each pair of games, balanced by a quick search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) opening_turns: Option<u16>,
    /// Turns after which a game is a draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_turns: Option<u32>,
    /// How much later than allowed an answer may come before the game is lost, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    pub(crate) margin: u64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The game and its options
    #[arg(long, value_name = "SPEC")]
    pub(crate) game: String,
    /// The first player: level:N, bot:NAME, cmd:PROGRAM (UGI), uci:PROGRAM, qtp:PROGRAM, ubgi:PROGRAM,
    /// gnubg:PLIES or baseline:greedy; settings after @, such as level:7@nodes=2000
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The second player
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// How many games; an odd number is made even
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Stop as soon as it is clear whether A is better by E1 Elo rather than by E0; exit code 1 if not
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// A folder for the games and the report; the same folder again goes on where it stopped
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: MatchOptions,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    /// The record; - for standard input
    pub(crate) file: PathBuf,
    /// Look so many turns ahead; with dice, 0 judges the positions right after the turns
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) plies: Option<u32>,
    /// Play so many trials of each promising turn (games with dice)
    #[arg(long, value_name = "N", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) trials: Option<u64>,
    /// Think so many milliseconds about each turn
    #[arg(long, value_name = "MS", group = "effort", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
    /// How many of the best turns to list
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub(crate) choices: u8,
    /// Number of threads; as many as the machine has cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The format of the file, if it cannot be told from the text: agon, json, mat:portes
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Language: en, sr, sr-Cyrl, el, he
    #[arg(long, value_name = "L")]
    pub(crate) lang: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// The record; - for standard input
    pub(crate) file: PathBuf,
    /// The format to write: agon, json, mat, quoridor-older
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: String,
    /// The format to read, if it cannot be told from the text
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The record; - for standard input
    pub(crate) file: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The game: portes, plakoto, fevga, backgammon, quoridor or blockade
    pub(crate) game: String,
    /// Seed of everything random; the same seed, games and threads give the same nets
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Games to play in all, those of the nets gone on from included (quoridor: in each generation)
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub(crate) games: u64,
    /// Minutes to train instead of a number of games; the nets then depend on the machine's speed
    #[arg(long, value_name = "M", conflicts_with = "games")]
    pub(crate) minutes: Option<f64>,
    /// Where the best nets go; GAME.net if not given (quoridor: a folder). The latest nets (.last.net) and the learning
    /// curve (.csv, .svg) go beside them
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on from these nets
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Games between two checks of the strength
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) check: u64,
    /// Pairs of games in each match of a check
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) pairs: u32,
    /// Changes of the recipe, such as hidden=64,reuse=2
    #[arg(long, value_name = "KEY=VALUE,..", default_value = "")]
    pub(crate) recipe: String,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Measure the speed of the move generators next to the slow references
    #[arg(long)]
    pub(crate) movegen: bool,
    /// Measure `OpenSpiel` from Python in the same run (needs `python3` with the package `open_spiel`)
    #[arg(long, requires = "movegen")]
    pub(crate) openspiel: bool,
    /// Seconds for each measurement
    #[arg(long, value_name = "S", default_value_t = 1.0, requires = "movegen")]
    pub(crate) seconds: f64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}
