// Written by `cargo xtask generate` from the types of crates/wire; for the type check only.

/** A tournament of the list. */
export interface ArenaEntry {
    /** Its name in addresses. */
    name: string;
    /** The spec string. */
    game: string;
    /** How players are paired. */
    pairing: string;
    /** Whether it is finished. */
    finished: boolean;
    /** The number of games played. */
    games: number;
    /** The number of players. */
    players: number;
    /** The name of the leader. */
    leader: string;
    /** The last change, in Unix milliseconds. */
    at: number;
}

/** A game of a pairing. */
export interface ArenaGame {
    /** Its number, from 1. */
    number: number;
    /** The first player. */
    p1: string | null;
    /** The second player. */
    p2: string | null;
    /** The result, as in records. */
    result: string | null;
    /** Why it ended, if not by the rules. */
    termination: string | null;
    /** The number of turns and rolls. */
    words: number;
}

/** A page of the games of a pairing. */
export interface ArenaGames {
    /** The games, in the order they ended. */
    games: ArenaGame[];
    /** The number of games before them. */
    from: number;
    /** The number of all games. */
    total: number;
}

/** The match of a pair. */
export interface ArenaMatch {
    /** The name of one player. */
    a: string;
    /** The name of the other. */
    b: string;
    /** The pairing's name in addresses. */
    folder: string;
    /** The report, as `agon match --json` writes it. */
    report: MatchSummary;
}

/** A tournament: the file `arena.json`. */
export interface ArenaStandings {
    /** The version of the format: 1. */
    arena: number;
    /** The spec string. */
    game: string;
    /** How players are paired. */
    pairing: string;
    /** Whether it is finished. */
    finished: boolean;
    /** The number of games played. */
    games: number;
    /** The players, the best first. */
    standings: Standing[];
    /** The matches of all pairs. */
    matches: ArenaMatch[];
}

/** The tournaments that a server shows. */
export interface Arenas {
    /** The tournaments, the latest first. */
    arenas: ArenaEntry[];
}

/** A position as a screen draws it. */
export type BoardView =
    | GridView & { kind: "grid" }
    | TavliView & { kind: "tavli" };

/** A bot. */
export interface BotInfo {
    /** The name in requests. */
    name: string;
    /** The English title. */
    title: string;
    /** One English sentence. */
    summary: string;
    /** Which limits of its search can be chosen: `depth`, `movetime_ms`. */
    limits?: string[];
}

/** Why the server says goodbye. */
export type ByeReason =
    | "restart";

/** A legal turn and its value to the player. */
export interface CandidateTurn {
    /** The turn. */
    turn: string;
    /** Its value in points or in the engine's unit; 10 is a proven win. */
    worth: number;
    /** Its loss against the best turn. */
    loss: number;
    /** If the outcome is proven: turns of both sides to a win, negative for a loss. */
    ends?: number;
    /** Outcome probabilities, in games with dice. */
    chances?: Chances;
    /** The standard error of the value, if it was estimated by trials. */
    deviation?: number;
    /** Search depth in turns. */
    depth: number;
    /** The principal variation, beginning with the turn itself. */
    line: string[];
    /** Whether it was played. */
    played: boolean;
    /** Its steps on the board, if the reader needs them. */
    steps?: StepView[];
}

/** What the server offers. */
export interface CatalogueInfo {
    /** The version of the program. */
    version: string;
    /** The games. */
    games: GameInfo[];
    /** The languages of texts and rules. */
    languages: LanguageInfo[];
    /** Whether players may chat. */
    chat: boolean;
    /** The longest time that a bot searches for a turn. */
    think_ms: number;
}

/** Probabilities of the outcomes of a turn for its player, as they are written. */
export interface Chances {
    /** Of winning at least one, two, three points. */
    win: [number, number, number];
    /** Of losing at least one, two, three points. */
    loss: [number, number, number];
}

/** A chat line. */
export interface ChatLine {
    /** Whose. */
    seat: Player;
    /** The player's name. */
    name: string;
    /** The line. */
    text: string;
    /** Unix milliseconds. */
    at: number;
}

/** The right to end a game that the opponent has left. */
export interface Claim {
    /** Whose right. */
    seat: Player;
    /** In how many milliseconds. */
    in_ms: number;
}

/** The result a player claims. */
export type ClaimResult =
    | "win"
    | "draw";

/** A message from a client. */
export type ClientMessage =
    | { t: "hello"; tokens?: string[]; seq?: number | null; view?: boolean }
    | { t: "turn"; id: string; ply: number; seq?: number | null; word: string; seat?: Player | null }
    | { t: "steps"; id: string; prefix: string[] }
    | { t: "legal"; id: string }
    | { t: "check"; id: string; word: string }
    | { t: "touch"; prefix?: string[]; hover?: string | null }
    | { t: "resign"; id: string; seat?: Player | null }
    | { t: "abort"; id: string; seat?: Player | null }
    | { t: "draw"; id: string; seat?: Player | null }
    | { t: "takeback"; id: string; seat?: Player | null }
    | { t: "decline"; id: string; what: Offer; seat?: Player | null }
    | { t: "claim"; id: string; result: ClaimResult; seat?: Player | null }
    | { t: "rematch"; id: string; seat?: Player | null }
    | { t: "commit"; id: string; seat?: Player | null; hash: string }
    | { t: "reveal"; id: string; seat?: Player | null; part: string }
    | { t: "chat"; text: string }
    | { t: "hint"; id: string }
    | { t: "paths"; id: string }
    | { t: "at"; id: string; ply: number }
    | { t: "sync"; seq?: number | null }
    | { t: "ping" };

/** The clocks of a game. */
export interface Clock {
    /** The time left by player, valid at the message's `now`. */
    left_ms: [number, number];
    /** The player whose clock runs. */
    running: Player | null;
    /** Time at the start. */
    initial_ms: number;
    /** Time added after each turn. */
    increment_ms: number;
}

/** The time control of a game. */
export interface ClockSetup {
    /** Time at the start. */
    initial_ms: number;
    /** Time added after each turn. */
    increment_ms?: number;
}

/** What covers a cell of a grid. */
export type Cover =
    | "free"
    | "upright"
    | "lying"
    | "outside";

/** A game of a spec, from the start or from a position. */
export interface CreateRequest {
    /** The spec string of the game. */
    game: string;
    /** Options added to those of the spec string, for example `{"size": 5}`. */
    options?: Record<string, string | number> | null;
    /** The position string; the start without it. */
    position?: string | null;
    /** Who plays. */
    seats: SeatRequests;
    /** The time control, if any. */
    clock?: ClockSetup | null;
    /** Whether the lobby lists the game. */
    public?: boolean;
    /** Whether the players may chat; true without it. */
    chat?: boolean | null;
    /** When turns may be taken back. */
    takebacks?: Takebacks | null;
    /** Who decides the dice. */
    dice?: DiceRequest;
    /** The shortest time between the turns of two bots. */
    pace_ms?: number | null;
}

/** The answer to a request that created a game. */
export interface Created {
    /** The token of each seat that the caller took. */
    tokens: Record<string, string>;
    /** The key of each seat with an invitation. */
    invites: Record<string, string>;
    /** The address of the game's page. */
    url: string;
    /** The game's id. */
    id: string;
    /** The number of the last event. */
    seq: number;
}

/** The dice of a game, by commitment and reveal. */
export interface Dice {
    /** The commitment to the secret, in hexadecimal digits. */
    commit: string;
    /** The stage. */
    stage: DiceStage;
    /** The game's id, from which the rolls follow. */
    game: string;
    /** The secret once the game is over. */
    secret: string | null;
    /** The first player's contribution once it is revealed. */
    p1: string | null;
    /** The second player's contribution once it is revealed. */
    p2: string | null;
    /** The first ply rolled by this server. */
    from: number;
}

/** What was found about the dice of a record. */
export interface DiceCheck {
    /** The number of rolls. */
    checked: number;
    /** Whether the secret matches its commitment; `null` if it is not revealed yet. */
    commit: boolean | null;
    /** Whether the first player's part matches its commitment; `null` if there is none. */
    p1: boolean | null;
    /** The same for the second player. */
    p2: boolean | null;
    /** Plies whose roll does not follow from the secret. */
    wrong: number[];
    /** Whether everything is right. */
    right: boolean;
}

/** Who decides the dice. */
export type DiceRequest =
    | "server"
    | "shared";

/** The stage of the agreement on shared dice. */
export type DiceStage =
    | "commit"
    | "reveal"
    | "ready"
    | "over";

/** Why a game ended. */
export type EndReason =
    | "board"
    | "repetition"
    | "resign"
    | "time"
    | "agreement"
    | "claim"
    | "abort"
    | "record";

/** The body of every response that is an error. */
export interface ErrorBody {
    /** What is wrong. */
    error: Fault;
}

/** The kind of any other event. */
export type EventKind =
    | "created"
    | "joined"
    | "draw_offered"
    | "draw_declined"
    | "takeback_asked"
    | "takeback_declined"
    | "takeback"
    | "committed"
    | "revealed"
    | "rematch_wanted"
    | "rematch_declined"
    | "rematch";

/** What is wrong with a request or message. */
export interface Fault {
    /** Stable; the catalogue of each language has its sentence for players under `fault.CODE`. */
    code: string;
    /** The English text for programs. */
    text: string;
    /** The details, by the names of the placeholders in the texts. */
    args: Record<string, string>;
    /** The paths that a refused wall would close, if it is refused for that. */
    paths?: PathView[];
}

/** An event as clients see it, without secrets. */
export type GameEvent =
    | PlyEvent
    | OverEvent
    | OtherEvent;

/** A game. */
export interface GameInfo {
    /** The name in spec strings. */
    name: string;
    /** The English title. */
    title: string;
    /** One English sentence. */
    summary: string;
    /** The options. */
    options: GameOption[];
    /** House rules with a name; one of them has the defaults. */
    presets: GamePreset[];
    /** Bots besides the levels. */
    bots: BotInfo[];
    /** The lowest and the highest level. */
    levels: [number, number];
    /** Whether it has dice. */
    dice: boolean;
    /** Whether shortest paths can be shown. */
    paths: boolean;
    /** A move as an example in prompts. */
    example: string;
    /** The start position. */
    board: BoardView;
    /** A position from the middle of a game, for small pictures. */
    sample?: BoardView;
}

/** An option of a game. */
export type GameOption = ({ kind: "range"; low: number; high: number } | { kind: "one_of"; values: string[] } | { kind: "text"; shape: string }) & { name: string; default: string; help: string };

/** House rules with a name. */
export interface GamePreset {
    /** The name in keys of texts. */
    name: string;
    /** The English title. */
    title: string;
    /** One English sentence. */
    summary: string;
    /** The options that differ from the defaults. */
    options: Record<string, string>;
}

/** How a game ended. */
export interface GameResult {
    /** The winner; `null` for a draw or an aborted game. */
    winner: Player | null;
    /** The winner's points. */
    points: number;
    /** Why it ended. */
    reason: EndReason;
}

/** A game as one client may see it. */
export interface GameState {
    /** The game's id. */
    id: string;
    /** The spec string. */
    spec: string;
    /** The game's name. */
    game: string;
    /** Whether the lobby lists it. */
    public: boolean;
    /** When it was created, in Unix milliseconds. */
    at: number;
    /** The client's seats. */
    you: Player[];
    /** When turns may be taken back. */
    takebacks: Takebacks;
    /** Whether the players may chat. */
    chat: boolean;
    /** Whether the client may ask for hints. */
    hints: boolean;
    /** The shortest time between the turns of two bots. */
    pace_ms: number;
    /** The number of the last event. */
    seq: number;
    /** The status. */
    status: GameStatus;
    /** Who is to move. */
    turn: Mover;
    /** The number of turns and rolls on the table. */
    ply: number;
    /** Where the following lists begin; what a client has before stays. */
    words_from: number;
    /** Turns and rolls. */
    words: string[];
    /** Who decided each of them. */
    by: Mover[];
    /** The time each took. */
    spent_ms: number[];
    /** The position string. */
    position: string;
    /** The board. */
    board: BoardView;
    /** The steps of the last turn on the board; empty after a takeback. */
    last: StepView[];
    /** Shortest paths to the goals. */
    paths: PathView[];
    /** The first steps, if a seat of the client is to move. */
    steps: Steps | null;
    /** What may follow each of them, where that is likely and not too long. */
    ahead: Record<string, Steps> | null;
    /** The clocks, if any. */
    clock: Clock | null;
    /** The dice, if any. */
    dice: Dice | null;
    /** What the players offer each other. */
    offers: Offers;
    /** Takebacks left by player; `null` is no limit. */
    takebacks_left: [number | null, number | null];
    /** How the game ended. */
    result: GameResult | null;
    /** Why it ended on the board, as a code of the game. */
    ending?: string;
    /** The id of the rematch. */
    next: string | null;
    /** By player. */
    seats: Seats;
    /** The number of clients without a seat. */
    watchers: number;
    /** Who may claim the game. */
    claim: Claim | null;
    /** Whether a bot is choosing its turn. */
    thinking: boolean;
    /** The events that the client missed. */
    events: GameEvent[];
    /** The last chat lines. */
    talk: TalkLine[];
    /** The server's time in Unix milliseconds. */
    now: number;
}

/** The status of a game. */
export type GameStatus =
    | "open"
    | "live"
    | "over";

/** A cell that a player wants to reach. */
export interface GoalView {
    /** Who wants to get there. */
    player: Player;
    /** Row from the top. */
    row: number;
    /** Column from the left. */
    col: number;
}

/** The quality of a turn. */
export type Grade =
    | "best"
    | "fine"
    | "doubtful"
    | "mistake"
    | "blunder";

/** How a grid is drawn. */
export type GridStyle =
    | "grooved"
    | "plain";

/** A board of squares with pawns and walls, or covered by dominoes. */
export interface GridView {
    /** How to draw the board. */
    style: GridStyle;
    /** Number of rows. */
    rows: number;
    /** Number of columns. */
    cols: number;
    /** Labels of the rows, top row first. */
    row_labels: string[];
    /** Labels of the columns, left column first. */
    col_labels: string[];
    /** What covers each cell, row by row from the top; if it is empty, nothing covers any. */
    cover: Cover[];
    /** Pieces that stand on cells. */
    pawns: PawnView[];
    /** Walls on the board. */
    walls: WallView[];
    /** Cells a player wants to reach. */
    goals: GoalView[];
    /** Walls left, in the order they should be listed. */
    stocks: StockView[];
}

/** The score of a hint. */
export type HintScore =
    | { cp: number }
    | { win: number }
    | { loss: number };

/** A game from a record. */
export interface ImportRequest {
    /** The text of the record. */
    record: string;
    /** Who plays. */
    seats: SeatRequests;
    /** The time control, if any. */
    clock?: ClockSetup | null;
    /** Whether the lobby lists the game. */
    public?: boolean;
    /** Whether the players may chat; true without it. */
    chat?: boolean | null;
    /** When turns may be taken back. */
    takebacks?: Takebacks | null;
    /** Who decides the dice. */
    dice?: DiceRequest;
    /** The shortest time between the turns of two bots. */
    pace_ms?: number | null;
}

/** The request for a free seat. */
export interface JoinRequest {
    /** The player's name, of any length that fits into the body. Runs of spaces become one, invisible characters are removed, and only the first 24 characters are kept. */
    name?: string;
    /** The seat; the first free one without it. */
    seat?: Player | null;
    /** The key of an invitation. */
    key?: string | null;
}

/** A seat taken. */
export interface Joined {
    /** The seat. */
    seat: Player;
    /** Its token. */
    token: string;
    /** The number of the last event. */
    seq: number;
}

/** A language. */
export interface LanguageInfo {
    /** The tag, such as `sr-Latn`. */
    tag: string;
    /** Its name in itself. */
    name: string;
    /** Whether it is written from right to left. */
    rtl: boolean;
}

/** The languages. */
export interface Languages {
    /** The languages. */
    languages: LanguageInfo[];
    /** The version of the program. */
    version: string;
}

/** A game being played. */
export interface LiveGame {
    /** The game's id. */
    id: string;
    /** The spec string. */
    spec: string;
    /** The first player's name. */
    p1: string;
    /** The second player's name. */
    p2: string;
    /** The number of turns and rolls. */
    ply: number;
    /** The number of clients without a seat. */
    watchers: number;
    /** When it was created, in Unix milliseconds. */
    at: number;
}

/** Public games to join and to watch. */
export interface Lobby {
    /** Games that wait for an opponent, the newest first. */
    seeks: Seek[];
    /** Games being played, the latest first. */
    live: LiveGame[];
    /** The number of games with a connected client. */
    playing: number;
    /** The number of sockets. */
    sockets: number;
}

/** What a match's report says about its games, besides much else. */
export interface MatchSummary {
    /** The number of games played. */
    games: number;
    /** The number of games to play. */
    games_wanted: number;
    /** Games that `a` won. */
    wins: number;
    /** Games drawn. */
    draws: number;
    /** Games that `b` won. */
    losses: number;
}

/** The board after an earlier ply. */
export interface Moment {
    /** The number of plies before it. */
    ply: number;
    /** The turn or roll that led to it. */
    word: string | null;
    /** The board. */
    board: BoardView;
    /** The steps of the last turn on that board. */
    last: StepView[];
    /** The position string. */
    position: string;
    /** Shortest paths to the goals. */
    paths: PathView[];
}

/** Who decides what happens next, or decided a ply. */
export type Mover =
    | "p1"
    | "p2"
    | "chance"
    | "none";

/** An offer that can be declined. */
export type Offer =
    | "draw"
    | "takeback"
    | "rematch";

/** What the players offer each other. */
export interface Offers {
    /** Who offers a draw. */
    draw: Player | null;
    /** Who asks for a takeback. */
    takeback: Player | null;
    /** Who wants a rematch. */
    rematch: Player[];
}

/** Anything else that happened. */
export interface OtherEvent {
    /** Its number in the game, from 1. */
    seq: number;
    /** What happened. */
    kind: EventKind;
    /** Unix milliseconds. */
    at: number;
    /** The client's id of the command. */
    id?: string;
    /** Whose command. */
    seat?: Player;
    /** `joined`: the name. */
    name?: string;
    /** `takeback`: the number of plies left. */
    to?: number;
    /** `rematch`: its id. */
    next?: string;
}

/** The game ended. */
export interface OverEvent {
    /** Its number in the game, from 1. */
    seq: number;
    /** Always `over`. */
    kind: OverKind;
    /** Unix milliseconds. */
    at: number;
    /** The client's id of the command. */
    id?: string;
    /** Whose command or clock ended it; `null` if it ended on the board. */
    seat: Player | null;
    /** The winner; `null` for a draw or an aborted game. */
    winner: Player | null;
    /** The winner's points. */
    points: number;
    /** Why it ended. */
    reason: EndReason;
}

/** The kind of the event of an end. */
export type OverKind =
    | "over";

/** A shortest path to a goal, for screens that show it on request. */
export interface PathView {
    /** Whose. */
    player: Player;
    /** The pawn's label, as in `PawnView`. */
    pawn: string;
    /** The cells (row, column) from the pawn's own square to the goal. */
    cells: [number, number][];
    /** How many turns the way takes if nobody interferes. */
    turns: number;
}

/** A pawn on a grid. */
export interface PawnView {
    /** Whose. */
    player: Player;
    /** The name on it, such as `X1`; empty if each player has one pawn. */
    label: string;
    /** Row from the top. */
    row: number;
    /** Column from the left. */
    col: number;
}

/** A place on the board that can be clicked. */
export type PlaceView =
    | { at: "cell"; row: number; col: number }
    | { at: "wall"; row: number; col: number; upright: boolean }
    | { at: "point"; point: number }
    | { at: "bar"; player: Player }
    | { at: "off"; player: Player };

/** One of the two players; `P1` moves first in games without an opening roll. */
export type Player =
    | "p1"
    | "p2";

/** The summary of a player's turns. */
export interface PlayerSummary {
    /** Number of turns, including forced ones. */
    turns: number;
    /** Number of turns with a choice. */
    decisions: number;
    /** Total loss. */
    loss: number;
    /** Average loss per decision, in thousandths of a point or of the engine's unit. */
    error_rate: number;
    /** Number of decisions of each grade, best first. */
    grades: [number, number, number, number, number];
    /** Total luck of the rolls, in points. */
    luck: number;
}

/** A turn was played or dice were rolled. */
export interface PlyEvent {
    /** Its number in the game, from 1. */
    seq: number;
    /** Always `word`. */
    kind: PlyKind;
    /** Unix milliseconds. */
    at: number;
    /** Who decided it. */
    seat: Mover;
    /** The turn or roll in canonical notation. */
    word: string;
    /** Why the player could only pass, as a code of the game. */
    pass?: string;
    /** The client's id of the command. */
    id?: string;
}

/** The kind of the event of a turn or roll. */
export type PlyKind =
    | "word";

/** What stands on a point. */
export interface PointView {
    /** Who holds it. */
    owner: Player | null;
    /** The holder's checkers. */
    count: number;
    /** A checker of the other player lies pinned below. */
    pinned: boolean;
}

/** Who is connected to a game. */
export interface Presence {
    /** By player. */
    seats: Seats;
    /** The number of clients without a seat. */
    watchers: number;
    /** Who may claim the game. */
    claim: Claim | null;
}

/** The board of a position. */
export interface Preview {
    /** The canonical spec string. */
    spec: string;
    /** The canonical position string. */
    position: string;
    /** Who is to move. */
    turn: Mover;
    /** The board. */
    board: BoardView;
    /** Shortest paths to the goals. */
    paths: PathView[];
    /** The result, if the game is over. */
    result: GameResult | null;
    /** What else a record says. */
    record?: RecordInfo;
}

/** The request for the board of a position, or at the end of a record. */
export interface PreviewRequest {
    /** The spec string; ignored if there is a record. */
    game?: string;
    /** The position string; the start without it. */
    position?: string | null;
    /** The text of a record instead of a position. */
    record?: string | null;
}

/** A record: the same content as its text. */
export interface RecordBody {
    /** The tags in their order. */
    tags: Record<string, string>;
    /** The comment before the first turn. */
    comment?: string;
    /** Turns and rolls. */
    words: RecordPlyBody[];
}

/** What a record says besides its position. */
export interface RecordInfo {
    /** The players it names, as a request for their seats. */
    seats: SeatRequests;
    /** The number of turns and rolls. */
    words: number;
}

/** A turn or roll of a record. */
export interface RecordPlyBody {
    /** The turn or roll. */
    word: string;
    /** The mover's clock after it, in seconds. */
    clock?: string;
    /** The comment after it. */
    comment?: string;
}

/** The review of a game. */
export interface Review {
    /** The spec string of the game. */
    game: string;
    /** Names of the players, first player first. */
    players: [string, string];
    /** The result, `*` if there is none. */
    result: string;
    /** Whether values are points of a dice game; otherwise they are in the engine's own unit. */
    dice: boolean;
    /** The turns in order. */
    turns: TurnReview[];
    /** Summaries of both players, first player first. */
    summary: [PlayerSummary, PlayerSummary];
    /** The first player's result minus the luck of the dice, in points, if the game is finished. */
    adjusted: number | null;
}

/** Counts of all rolls since the server started. */
export interface RollCounts {
    /** The number of rolls. */
    rolls: number;
    /** How often each face was rolled. */
    faces: [number, number, number, number, number, number];
    /** How often each pair was rolled, by first and second die. */
    pairs: number[][];
    /** Chi-squared of the faces against fair dice. */
    chi2_faces: number;
    /** Chi-squared of the pairs. */
    chi2_pairs: number;
}

/** A roll and its luck. */
export interface RollLuck {
    /** The dice. */
    dice: string;
    /** Its value to the player minus the average of all rolls, in points. */
    luck: number;
}

/** Who plays a seat. */
export type SeatKind =
    | "human"
    | "open"
    | "invite"
    | "bot";

/** The request for a seat. */
export type SeatRequest =
    | { kind: "human"; name?: string }
    | { kind: "open" }
    | { kind: "invite" }
    | { kind: "bot"; level?: number | null; bot?: string | null; depth?: number | null; movetime_ms?: number | null };

/** The requests for both seats. */
export interface SeatRequests {
    /** The first player's. */
    p1: SeatRequest;
    /** The second player's. */
    p2: SeatRequest;
}

/** A seat of a game. */
export interface SeatView {
    /** Who plays it. */
    kind: SeatKind;
    /** The person's name; may be empty. */
    name: string;
    /** The bot's level. */
    level?: number;
    /** The bot's name. */
    bot?: string;
    /** At most this many turns ahead. */
    depth?: number;
    /** At most this long. */
    movetime_ms?: number;
    /** Whether its player is connected. */
    here: boolean;
    /** Milliseconds since they disconnected. */
    gone_ms: number | null;
}

/** Both seats. */
export interface Seats {
    /** The first player's. */
    p1: SeatView;
    /** The second player's. */
    p2: SeatView;
}

/** A game that waits for an opponent. */
export interface Seek {
    /** The game's id. */
    id: string;
    /** The spec string. */
    spec: string;
    /** The name of who waits. */
    name: string;
    /** The free seat. */
    seat: Player;
    /** The time control, if any. */
    clock: ClockSetup | null;
    /** When it was created, in Unix milliseconds. */
    at: number;
}

/** A message to a client. */
export type ServerMessage =
    | GameState & { t: "state" }
    | Update & { t: "update" }
    | { t: "ack"; id: string; seq: number }
    | { t: "refused"; id: string; error: Fault; seq: number }
    | { t: "error"; error: Fault }
    | Presence & { t: "seats" }
    | { t: "thinking"; thinking: boolean }
    | ChatLine & { t: "chat" }
    | { t: "touch"; seat: Player; prefix: string[]; hover: StepView | null; board: BoardView }
    | { t: "steps"; id: string; seq: number; prefix: string[]; board?: BoardView; next: Step[]; turn: string | null; state: TurnState }
    | { t: "legal"; id: string; seq: number; words: string[]; total: number }
    | { t: "check"; id: string; word: string; last: StepView[] }
    | { t: "paths"; id: string; seq: number; paths: PathView[] }
    | { t: "at"; id: string; ply: number; word: string | null; board: BoardView; last: StepView[]; position: string; paths: PathView[] }
    | { t: "hint"; id: string; seq: number; word: string; steps: StepView[]; score: HintScore | null; equity: number | null; wdl: [number, number, number] | null; depth: number | null; pv: string[] }
    | { t: "pong"; seq: number; now: number }
    | { t: "bye"; reason: ByeReason; retry_ms: number };

/** A player's results against all others. */
export interface Standing {
    /** The player's name. */
    name: string;
    /** The player's specification. */
    who: string;
    /** The rating, with 0 as the average of all players. */
    elo: number;
    /** The half width of the rating's confidence interval of 95 %. */
    elo_error: number;
    /** The number of games. */
    games: number;
    /** Games won. */
    wins: number;
    /** Games drawn. */
    draws: number;
    /** Games lost. */
    losses: number;
    /** The share of points of a win and half a point of a draw, from 0 to 1. */
    score: number;
    /** Points won minus points lost, by game. */
    points_per_game: number;
    /** Processor time by turn, if known. */
    cpu_ms_per_turn: number | null;
    /** Wall time by turn. */
    wall_ms_per_turn: number;
    /** Games lost by a failure of the program. */
    failures: number;
}

/** A step of a turn, and what may follow it. */
export interface Step {
    /** The step's notation. */
    word: string;
    /** What is picked up; nothing if something new is placed. */
    from: PlaceView | null;
    /** Where it goes. */
    to: PlaceView;
    /** A second cell it covers (the other half of a domino). */
    also: PlaceView | null;
    /** Whether the turn may end with this step. */
    end?: boolean;
    /** Whether another step may follow. */
    more?: boolean;
}

/** A step of a turn, as a screen shows it. */
export interface StepView {
    /** The step's notation. */
    word: string;
    /** What is picked up; nothing if something new is placed. */
    from: PlaceView | null;
    /** Where it goes. */
    to: PlaceView;
    /** A second cell it covers (the other half of a domino). */
    also: PlaceView | null;
}

/** An unfinished turn and how it can continue. */
export interface Steps {
    /** The steps that may follow. */
    next: Step[];
    /** The whole turn in canonical form, if it may end here. */
    turn: string | null;
    /** Whether the turn is complete. */
    state: TurnState;
}

/** What a player has left to place. */
export interface StockView {
    /** Whose. */
    player: Player;
    /** What kind, a catalogue key: `walls`, `green`, `blue`. */
    kind: string;
    /** How many. */
    left: number;
}

/** When turns may be taken back. */
export type Takebacks =
    | "ask"
    | "once"
    | "free"
    | "none";

/** A chat line in a state: the message as it was sent. */
export type TalkLine =
    | ChatLine & { t: "chat" };

/** A tavli board. */
export interface TavliView {
    /** The rule set on the board now (of a match: the game being played). */
    variant: string;
    /** Points 1..=24 in order. */
    points: PointView[];
    /** Checkers on the bar, by player. */
    bar: [number, number];
    /** Checkers borne off, by player. */
    off: [number, number];
    /** Pips to go, by player. */
    pips: [number, number];
    /** Points of each player's home, in the board's numbering. */
    home: [[number, number, number, number, number, number], [number, number, number, number, number, number]];
    /** The point where each player's way begins, in the board's numbering. */
    entry: [number, number];
    /** Whose turn it is. */
    mover: Player;
    /** The dice on the board, higher first; empty if a roll is due. */
    dice: number[];
    /** The dice of this turn that are still to be played. */
    dice_left: number[];
    /** The score of a match, if this is one: points of both and points needed. */
    match_score: [number, number, number] | null;
}

/** The texts of a language, or a part of them. */
export interface Texts {
    /** The language's tag. */
    language: string;
    /** Whether it is written from right to left. */
    rtl: boolean;
    /** Texts by key. */
    texts: Record<string, string>;
}

/** The review of one turn. */
export interface TurnReview {
    /** Its ply in the record, from 0. */
    ply: number;
    /** The player. */
    player: Player;
    /** The roll before it. */
    roll: RollLuck | null;
    /** The position before it. */
    position: string;
    /** The turn played. */
    played: string;
    /** The best turns and the one played, best first. */
    choices: CandidateTurn[];
    /** Its loss against the best turn, at least 0. */
    loss: number;
    /** Its quality. */
    grade: Grade;
    /** Whether it was the only legal turn. */
    forced: boolean;
    /** The first player's expected score after it, from 0 (lost) to 1 (won). */
    standing: number;
}

/** Whether an unfinished turn is complete or can be completed. */
export type TurnState =
    | "open"
    | "complete"
    | "dead_end";

/** What a commit changed. */
export interface Update {
    /** The number of the last event. */
    seq: number;
    /** The status. */
    status: GameStatus;
    /** Who is to move. */
    turn: Mover;
    /** The number of turns and rolls on the table. */
    ply: number;
    /** Where the following lists begin; what a client has before stays. */
    words_from: number;
    /** Turns and rolls. */
    words: string[];
    /** Who decided each of them. */
    by: Mover[];
    /** The time each took. */
    spent_ms: number[];
    /** The position string, for clients that want boards. */
    position?: string;
    /** The board. */
    board: BoardView;
    /** The steps of the last turn on the board; empty after a takeback. */
    last: StepView[];
    /** Shortest paths to the goals. */
    paths: PathView[];
    /** The first steps, if a seat of the client is to move. */
    steps: Steps | null;
    /** What may follow each of them, where that is likely and not too long. */
    ahead: Record<string, Steps> | null;
    /** The clocks, if any. */
    clock: Clock | null;
    /** The dice, if any. */
    dice: Dice | null;
    /** What the players offer each other. */
    offers: Offers;
    /** Takebacks left by player; `null` is no limit. */
    takebacks_left: [number | null, number | null];
    /** How the game ended. */
    result: GameResult | null;
    /** Why it ended on the board, as a code of the game. */
    ending?: string;
    /** The id of the rematch. */
    next: string | null;
    /** What happened. */
    events: GameEvent[];
    /** The server's time in Unix milliseconds. */
    now: number;
}

/** What was found in a record. */
export interface Verification {
    /** The spec string. */
    game: string;
    /** The number of turns and rolls. */
    words: number;
    /** Whether all of them are legal. */
    legal: boolean;
    /** The result, as in records. */
    result: string | null;
    /** The dice; `null` for a record without commitments. */
    dice: DiceCheck | null;
    /** What is wrong. */
    faults: Fault[];
}

/** A record to verify. */
export interface VerifyRequest {
    /** The text of the record. */
    record: string;
}

/** A wall on a grid; it is two squares long and its middle is the corner of a wall slot. */
export interface WallView {
    /** Row of the upper squares. */
    row: number;
    /** Column of the left squares. */
    col: number;
    /** Upright (between columns) or lying (between rows). */
    upright: boolean;
}

/** What GET requests are answered, by path. */
export interface GetAnswers {
    "/api/openapi.json": Record<string, unknown>;
    "/api/catalogue": CatalogueInfo;
    "/api/i18n": Languages;
    "/api/i18n/{lang}": Texts;
    "/api/dice": RollCounts;
    "/api/lobby": Lobby;
    "/api/arenas": Arenas;
    "/api/arenas/{name}": ArenaStandings;
    "/api/arenas/{name}/{pairing}/games": ArenaGames;
    "/api/games/{id}": GameState;
    "/api/games/{id}/plies/{n}": Moment;
    "/api/games/{id}/record": RecordBody;
    "/api/games/{id}/analysis": Review;
}

/** What POST requests are answered, by path. */
export interface PostAnswers {
    "/api/games": Created;
    "/api/games/{id}/join": Joined;
    "/api/games/{id}/analysis": Review;
    "/api/import": Created;
    "/api/preview": Preview;
    "/api/verify": Verification;
}

/** What POST requests send, by path. */
export interface PostBodies {
    "/api/games": CreateRequest;
    "/api/games/{id}/join": JoinRequest;
    "/api/import": ImportRequest;
    "/api/preview": PreviewRequest;
    "/api/verify": VerifyRequest;
}
