use agon_analysis::Review;
use agon_wire::limits::{MAX_BODY_LEN, MAX_RECORD_BODY_LEN};
use agon_wire::{
    ArenaGames, ArenaStandings, Arenas, CatalogueInfo, CreateRequest, Created, GameState, ImportRequest, JoinRequest,
    Joined, Languages, Lobby, Moment, Preview, PreviewRequest, RecordBody, RollCounts, Texts, Verification,
    VerifyRequest,
};
use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::schemas::{SchemaOf, Schemas};

/// An operation of the HTTP interface. What follows from the fields is not listed: see [`Operation::failures`].
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    /// Parameters of the query, with their schemas; all are optional.
    pub(crate) query: Vec<(&'static str, Value)>,
    pub(crate) body: Option<Body>,
    pub(crate) status: u16,
    /// What a successful answer is.
    pub(crate) answer: &'static str,
    /// The media types of a successful answer, with the schemas of those that are JSON.
    pub(crate) content: Vec<(&'static str, Option<SchemaOf>)>,
    /// Whether it has an entity tag, so that clients may cache it.
    pub(crate) is_tagged: bool,
    /// Whether a seat token is accepted.
    pub(crate) takes_token: bool,
    /// Whether the request is exempt from the limit of requests.
    pub(crate) is_unlimited: bool,
    /// Statuses of failures that follow from nothing else.
    own_failures: &'static [u16],
}

/// The body of a request.
pub(crate) struct Body {
    pub(crate) schema: SchemaOf,
    pub(crate) max_len: usize,
}

fn operation(method: &'static str, path: &'static str, summary: &'static str) -> Operation {
    Operation {
        method,
        path,
        summary,
        query: Vec::new(),
        body: None,
        status: 200,
        answer: "",
        content: Vec::new(),
        is_tagged: false,
        takes_token: false,
        is_unlimited: false,
        own_failures: &[],
    }
}

fn get(path: &'static str, summary: &'static str) -> Operation {
    operation("get", path, summary)
}

fn post(path: &'static str, summary: &'static str) -> Operation {
    operation("post", path, summary)
}

impl Operation {
    fn query(mut self, name: &'static str, schema: Value) -> Self {
        self.query.push((name, schema));
        self
    }

    fn takes<T: JsonSchema>(mut self, max_len: usize) -> Self {
        self.body = Some(Body { schema: Schemas::received::<T>, max_len });
        self
    }

    fn text(mut self, media_type: &'static str, answer: &'static str) -> Self {
        self.answer = answer;
        self.content.push((media_type, None));
        self
    }

    fn json<T: JsonSchema>(mut self, answer: &'static str) -> Self {
        self.answer = answer;
        self.content.push(("application/json", Some(Schemas::sent::<T>)));
        self
    }

    fn creates<T: JsonSchema>(self, answer: &'static str) -> Self {
        Self { status: 201, ..self.json::<T>(answer) }
    }

    /// Switches to another protocol.
    fn opens(self, answer: &'static str) -> Self {
        Self { status: 101, answer, ..self }
    }

    fn tagged(self) -> Self {
        Self { is_tagged: true, ..self }
    }

    fn takes_token(self) -> Self {
        Self { takes_token: true, ..self }
    }

    fn unlimited(self) -> Self {
        Self { is_unlimited: true, ..self }
    }

    fn fails(self, own_failures: &'static [u16]) -> Self {
        Self { own_failures, ..self }
    }

    /// A name for generated clients: `getGamesIdRecord`.
    pub(crate) fn id(&self) -> String {
        let words = self.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !["", "api"].contains(word));
        let capitalised = words.map(|word| word[..1].to_uppercase() + &word[1..]);
        self.method.to_owned() + &capitalised.collect::<String>()
    }

    /// The names of the parameters in the path.
    pub(crate) fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('{').skip(1).filter_map(|part| part.split('}').next())
    }

    /// The types of body and answers.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = SchemaOf> {
        let body = self.body.iter().map(|body| body.schema);
        body.chain(self.content.iter().filter_map(|(_, schema)| *schema))
    }

    /// The statuses of all failures.
    pub(crate) fn failures(&self) -> Vec<u16> {
        let has_parameters = self.path_parameters().next().is_some() || !self.query.is_empty();
        let mut all = self.own_failures.to_vec();
        for (applies, statuses) in [
            // A parameter or body that cannot be read.
            (has_parameters || self.body.is_some(), &[400][..]),
            (self.body.is_some(), &[408, 413, 415]),
            // A request from another site.
            (self.method != "get", &[403]),
            (self.takes_token, &[401]),
            (!self.is_unlimited, &[429]),
        ] {
            all.extend(statuses.iter().filter(|_| applies));
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// All operations.
pub(crate) fn operations() -> Vec<Operation> {
    vec![
        get("/health", "Whether the process runs").unlimited().text("text/plain", "The process runs."),
        get("/ready", "Whether the server accepts requests and the database answers")
            .unlimited()
            .text("text/plain", "The server is ready.")
            .fails(&[503]),
        get("/metrics", "Metrics in the text format of Prometheus").text("text/plain", "The metrics."),
        get("/api/openapi.json", "This description")
            .json::<serde_json::Map<String, Value>>("The description.")
            .tagged(),
        get("/api/catalogue", "Games with their options, bots and starting boards, and the languages")
            .json::<CatalogueInfo>("The catalogue.")
            .tagged(),
        get("/api/i18n", "The languages").json::<Languages>("The languages.").tagged(),
        get("/api/i18n/{lang}", "The texts of a language, or a part of them")
            .query("part", json!({ "enum": ["page", "start", "game", "faults", "review"] }))
            .json::<Texts>("The texts.")
            .tagged()
            .fails(&[404]),
        get("/api/rules/{game}", "The rules of a game, as HTML if the client accepts that")
            .query("lang", json!({ "type": "string", "default": "en" }))
            .text("text/markdown", "The rules, in English if the language is not known.")
            .text("text/html", "The rules, in English if the language is not known.")
            .tagged()
            .fails(&[404]),
        get("/api/dice", "Counts of all rolls since the server started").json::<RollCounts>("The counts."),
        get("/api/lobby", "Public games to join and to watch").json::<Lobby>("The lobby.").tagged(),
        get("/api/arenas", "The tournaments that this server shows").json::<Arenas>("The tournaments."),
        get("/api/arenas/{name}", "The standings and matches of a tournament")
            .json::<ArenaStandings>("The file `arena.json` as `agon arena` wrote it.")
            .fails(&[404]),
        get("/api/arenas/{name}/{pairing}/games", "The games of a pairing, a hundred at a time")
            .query("from", json!({ "type": "integer", "minimum": 0, "default": 0 }))
            .json::<ArenaGames>("The games.")
            .fails(&[404]),
        get("/api/arenas/{name}/{pairing}/games/{number}", "The record of a game of a pairing")
            .text("text/plain", "The record.")
            .fails(&[404]),
        post("/api/games", "Create a game")
            .takes::<CreateRequest>(MAX_BODY_LEN)
            .creates::<Created>("The id of the game, its seat tokens and its invitation keys.")
            .fails(&[503]),
        get("/api/games/{id}", "The state of a game, as a spectator or a player sees it")
            .takes_token()
            .json::<GameState<'_>>("The state.")
            .fails(&[404, 503]),
        post("/api/games/{id}/join", "Take a free seat")
            .takes::<JoinRequest>(MAX_BODY_LEN)
            .json::<Joined>("The seat and its token.")
            .fails(&[404, 409, 503]),
        get("/api/games/{id}/plies/{n}", "The board after an earlier ply")
            .json::<Moment>("The board.")
            .fails(&[404, 503]),
        get("/api/games/{id}/record", "The record of a game")
            .query("format", json!({ "const": "json" }))
            .text("text/plain", "The record.")
            .json::<RecordBody<'_>>("The record.")
            .fails(&[404, 503]),
        get("/api/games/{id}/analysis", "The review of a finished game, if it exists already")
            .json::<Review>("The review.")
            .tagged()
            .fails(&[404, 503]),
        post("/api/games/{id}/analysis", "Review a finished game")
            .json::<Review>("The review.")
            .tagged()
            .fails(&[404, 503]),
        get(
            "/api/games/{id}/live",
            "Open the WebSocket of a game: see `ClientMessage`, `ServerMessage` and docs/api.md",
        )
        .opens("The WebSocket is open.")
        .fails(&[403, 404, 503]),
        post("/api/import", "Create a game from a record")
            .takes::<ImportRequest>(MAX_RECORD_BODY_LEN)
            .creates::<Created>("The id of the game, its seat tokens and its invitation keys.")
            .fails(&[503]),
        post("/api/preview", "The board of a position")
            .takes::<PreviewRequest>(MAX_BODY_LEN)
            .json::<Preview>("The board."),
        post("/api/verify", "Verify a record: legality, result and dice")
            .takes::<VerifyRequest>(MAX_RECORD_BODY_LEN)
            .json::<Verification<'_>>("What was found.")
            .fails(&[503]),
    ]
}
