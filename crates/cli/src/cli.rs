//! The command line, as clap reads it.

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

use crate::commands::engines::{bench, book, train};
use crate::commands::matches::{arena, ladder, openings, single};
use crate::commands::positions::{games, moves, perft, playouts, show};
use crate::commands::records::{analyze, convert, verify};
use crate::commands::{online, play, serve, site, solve, value};

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
  agon play portes --host                     play Portes against somebody on another machine
  agon moves domineering:rows=6,cols=6        list the legal moves of the start
  agon perft quoridor 4                       count legal sequences of four turns
  agon solve domineering:rows=8,cols=8        prove who wins, whichever player starts
  agon value domineering --position 4/4/4/4   compute the combinatorial value of a position
  agon show portes --svg > board.svg          draw a board
  agon match --game fevga level:6 level:5     play one player against another
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
    /// Serve the web app and its API; the default command
    Serve(serve::ServeArgs),
    /// Think for a site of several servers: turns of bots, hints
    Worker(site::WorkerArgs),
    /// Carry a site to another database
    Migrate(site::MigrateArgs),
    /// Play in the terminal, on this machine or on a server
    Play(play::PlayArgs),
    /// List the public games of a server, and join or watch one
    Lobby(online::LobbyArgs),
    /// List every game with its options, ranges and defaults
    Games(games::GamesArgs),
    /// List the legal turns of a position
    Moves(moves::MovesArgs),
    /// Draw a position as text or SVG
    Show(show::ShowArgs),
    /// Count the legal sequences of a number of turns
    Perft(perft::PerftArgs),
    /// Play uniformly random games and print games per second
    Playouts(playouts::PlayoutsArgs),
    /// Speak UGI, the engine protocol, on standard input and output
    Ugi,
    /// Play a match between two players and estimate the difference in strength
    Match(single::MatchArgs),
    /// Review a game record: best turns, mistakes, luck
    Analyze(analyze::AnalyzeArgs),
    /// Prove who wins a position, whichever player starts
    Solve(solve::SolveArgs),
    /// Compute the combinatorial value of a position, its mean and temperature
    Value(value::ValueArgs),
    /// Play a tournament: standings, ratings, cross table
    Arena(arena::ArenaArgs),
    /// Play our levels against each other and print a table
    Ladder(ladder::LadderArgs),
    /// Generate balanced random openings for matches
    Openings(openings::OpeningsArgs),
    /// Generate an opening book by search, one position per line
    Book(book::BookArgs),
    /// Convert a record between formats
    Convert(convert::ConvertArgs),
    /// Check a record: legality, result, dice commitments
    Verify(verify::VerifyArgs),
    /// Measure the search signature, or move generation speed next to a slow reference
    Bench(bench::BenchArgs),
    /// Train the nets of a game by self-play
    Train(train::TrainArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}
