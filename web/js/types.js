/**
 * Types of the server's messages (docs/api.md), for the type checker only.
 *
 * @typedef {"p1" | "p2"} Player
 *
 * @typedef {{at: "cell", row: number, col: number}} CellPlace
 * @typedef {{at: "wall", row: number, col: number, upright: boolean}} WallPlace
 * @typedef {{at: "point", point: number}} PointPlace
 * @typedef {{at: "bar" | "off", player: Player}} SidePlace
 * @typedef {CellPlace | WallPlace | PointPlace | SidePlace} Place
 *
 * @typedef {{word: string, from: Place | null, to: Place, also: Place | null, end?: boolean, more?: boolean}} Step
 * @typedef {{next: Step[], turn: string | null, state: "open" | "complete" | "dead_end", board?: Board}} Steps
 *
 * @typedef {{player: Player, label: string, row: number, col: number}} Pawn
 * @typedef {{row: number, col: number, upright: boolean}} Wall
 * @typedef {{
 *   kind: "grid", style: "grooved" | "plain", rows: number, cols: number,
 *   row_labels: string[], col_labels: string[], cover: ("free" | "upright" | "lying" | "outside")[],
 *   pawns: Pawn[], walls: Wall[], goals: {player: Player, row: number, col: number}[],
 *   stocks: {player: Player, kind: string, left: number}[]
 * }} GridBoard
 * @typedef {{owner: Player | null, count: number, pinned: boolean}} Point
 * @typedef {{
 *   kind: "tavli", variant: string, points: Point[], bar: number[], off: number[], pips: number[],
 *   home: number[][], entry: number[], mover: Player, dice: number[], dice_left: number[],
 *   match_score: number[] | null
 * }} TavliBoard
 * @typedef {GridBoard | TavliBoard} Board
 *
 * @typedef {{player: Player, pawn: string, cells: number[][], turns: number}} PathView
 * @typedef {{code: string, text: string, args: Record<string, string>}} Fault
 * @typedef {{kind: string, name: string, level?: number, bot?: string | null, here: boolean, gone_ms: number | null}} Seat
 * @typedef {{winner: Player | null, points: number, reason: string}} Result
 * @typedef {{left_ms: number[], running: Player | null, increment_ms: number, initial_ms: number}} Clock
 * @typedef {{seq: number, kind: string, seat?: string | null, word?: string, at: number, id?: string, to?: number,
 *   next?: string, name?: string, winner?: Player | null, points?: number, reason?: string}} GameEvent
 * @typedef {{seat: Player, name: string, text: string, at: number}} ChatLine
 * @typedef {{commit: string, stage: string, game: string, secret: string | null, p1: string | null, p2: string | null,
 *   from: number}} Dice
 *
 * @typedef {{
 *   id: string, spec: string, game: string, public: boolean, at: number, you: Player[], takebacks: string,
 *   chat: boolean, hints: boolean, pace_ms: number, seq: number, status: "open" | "live" | "over",
 *   turn: Player | "chance" | "none", ply: number, words_from: number, words: string[], by: string[],
 *   spent_ms: number[], position: string, board: Board, last: Step[], paths: PathView[], steps: Steps | null,
 *   ahead?: Record<string, Steps> | null, clock: Clock | null, dice: Dice | null,
 *   offers: {draw: Player | null, takeback: Player | null, rematch: Player[]},
 *   takebacks_left: (number | null)[], result: Result | null, next: string | null,
 *   seats: Record<Player, Seat>, watchers: number, claim: {seat: Player, in_ms: number} | null,
 *   thinking: boolean, events: GameEvent[], talk: ChatLine[], now: number
 * }} GameState
 *
 * @typedef {{ply: number, word: string | null, board: Board, last: Step[], position: string, paths: PathView[]}} Moment
 *
 * @typedef {{name: string, kind: "range" | "one_of" | "text", low?: number, high?: number, values?: string[],
 *   shape?: string, default: string, help: string}} GameOption
 * @typedef {{name: string, title: string, summary: string, dice: boolean, paths: boolean, options: GameOption[],
 *   bots: {name: string, title: string, summary: string}[], levels: number[], example: string, board: Board, sample?: Board}} GameInfo
 * @typedef {{tag: string, name: string, rtl: boolean}} LanguageInfo
 * @typedef {{version: string, games: GameInfo[], languages: LanguageInfo[], chat: boolean}} CatalogueInfo
 */
export {};
