//! What every game brings with it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use agon_arena::{Match, PlayerLimits};
use agon_core::{Actor, AnyTable, Fault, Rng};
use agon_engines::EngineSpec;
use agon_games::{entries, open, open_at};
use agon_i18n::{Catalogue, Language};
use agon_search::Engine;
use agon_ugi::Host;

#[test]
fn every_game_has_a_sample_position() {
    for info in entries().iter().map(|entry| entry.info) {
        let sample = info.sample.unwrap_or_else(|| panic!("{} has no sample", info.name));
        let table = open_at(info.name, sample).unwrap_or_else(|fault| panic!("{}: {fault}", info.name));
        assert!(table.outcome().is_none() && table.view(&[]).is_ok(), "{}", info.name);
    }
}

#[test]
fn presets_are_named_options_in_canonical_form() {
    for info in entries().iter().map(|entry| entry.info).filter(|info| !info.presets.is_empty()) {
        let mut specs = HashSet::new();
        for preset in info.presets {
            let spec =
                if preset.options.is_empty() { info.name.into() } else { format!("{}:{}", info.name, preset.options) };
            assert_eq!(open(&spec).unwrap().spec(), spec, "{}", preset.name);
            assert!(specs.insert(spec), "{} of {} has the options of another", preset.name, info.name);
        }
        assert!(specs.contains(info.name), "no preset of {} names the defaults", info.name);
    }
}

#[test]
fn every_game_says_truly_whether_it_has_dice() {
    for info in entries().iter().map(|entry| entry.info) {
        let rolls = open(info.name).unwrap().actor() == Actor::Chance;
        assert_eq!(rolls, info.has_dice, "{}", info.name);
    }
}

#[test]
fn what_ends_a_game_and_forces_a_pass_has_a_text_in_every_language() {
    for info in entries().iter().map(|entry| entry.info) {
        let mut table = open(info.name).unwrap();
        let mut rng = Rng::new(3);
        let has_text = |key: String| {
            for language in Language::ALL {
                assert!(Catalogue::of(language).get(&key).is_some(), "{}: {language:?} has no {key}", info.name);
            }
        };
        while table.outcome().is_none() {
            if table.roll(&mut rng).is_none() {
                let turn = rng.choose(&table.legal()).cloned().unwrap();
                table.play(&turn).unwrap();
            }
            if let Some(reason) = table.pass_reason(table.plies().len()) {
                has_text(format!("pass.{reason}"));
            }
        }
        if let Some(ending) = table.ending() {
            has_text(format!("ending.{ending}"));
        }
    }
}

#[test]
fn every_game_has_players() {
    for info in entries().iter().map(|entry| entry.info) {
        let table = open(info.name).unwrap();
        assert!(!agon_engines::bots(info.name).is_empty(), "{}", info.name);
        for level in agon_engines::LEVELS {
            let spec = EngineSpec { level: Some(level), ..EngineSpec::default() };
            assert!(agon_engines::build(&*table, &spec).is_ok(), "{} level {level}", info.name);
        }
    }
}

/// Our engines behind the protocol.
struct Engines;

impl Host for Engines {
    fn name(&self) -> String {
        "Agon".to_owned()
    }

    fn author(&self) -> String {
        String::new()
    }

    fn bots(&self, game: &str) -> Vec<String> {
        agon_engines::bots(game).iter().map(|bot| bot.name.to_owned()).collect()
    }

    fn engine(&self, table: &dyn AnyTable, spec: &EngineSpec) -> Result<Box<dyn Engine>, Fault> {
        agon_engines::build(table, spec)
    }

    fn bench(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Has the protocol choose the turns of a game, up to a number of them.
fn play_over_ugi(game: &str, turns: usize) {
    let mut table = open(game).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..turns {
        while table.roll(&mut rng).is_some() {}
        if table.outcome().is_some() {
            return;
        }
        let plies = table.plies().join(" ");
        let script = format!(
            "setoption name UGI_Variant value {game}\nsetoption name Level value 1\nposition startpos moves {plies}\ngo nodes 50\n"
        );
        let mut answers = Vec::new();
        agon_ugi::serve(&Engines, script.as_bytes(), &mut answers).unwrap();
        let answers = String::from_utf8(answers).unwrap();
        let best = answers.lines().find_map(|line| line.strip_prefix("bestmove "));
        table.play(best.unwrap_or_else(|| panic!("{game} after {plies}: {answers}"))).unwrap();
    }
}

#[test]
fn every_game_is_played_over_the_protocol() {
    for entry in entries() {
        play_over_ugi(entry.info.name, 12);
    }
}

#[test]
fn every_game_is_played_in_a_match() {
    for entry in entries() {
        let players = ["level:1", "bot:uniform"].map(|who| who.parse().unwrap());
        let mut matchup = Match::new(entry.info.name, players).unwrap();
        matchup.limits = PlayerLimits { nodes: Some(50), ..PlayerLimits::default() };
        (matchup.games, matchup.max_turns) = (2, 60);
        for log in matchup.run(Vec::new(), &mut |_| Ok(())).unwrap() {
            assert!(!log.termination.is_failure(), "{}: {log:?}", entry.info.name);
            let record = log.record(&matchup.spec, ["one", "two"]);
            agon_games::replay(&record).unwrap_or_else(|error| panic!("{}: {error}", entry.info.name));
        }
    }
}

/// Keys of texts are common to all games: the same key has the same text.
#[test]
fn no_game_replaces_a_text_of_another() {
    for language in ["en", "sr", "el", "he"] {
        let mut known: HashMap<String, (String, &str)> = HashMap::new();
        for info in entries().iter().map(|entry| entry.info) {
            for catalogue in
                info.texts.iter().filter(|texts| texts.language == language).flat_map(|texts| texts.catalogues)
            {
                let texts: serde_json::Map<String, serde_json::Value> = serde_json::from_str(catalogue).unwrap();
                for (key, text) in texts {
                    let (first, game) = known.entry(key.clone()).or_insert((text.to_string(), info.name));
                    assert_eq!(*first, text.to_string(), "{key} of {} and of {game} in {language}", info.name);
                }
            }
        }
    }
}

#[test]
fn every_game_is_translated() {
    for info in entries().iter().map(|entry| entry.info) {
        for tag in ["en", "sr", "el", "he"] {
            assert!(info.texts.iter().any(|texts| texts.language == tag), "{} has no texts in {tag}", info.name);
        }
        for language in Language::ALL {
            let texts = Catalogue::of(language);
            let options = info.options.iter().map(|option| option.name);
            let mut keys: Vec<String> = options.clone().map(|option| format!("option.{option}")).collect();
            keys.extend(["title", "summary"].map(|part| format!("game.{}.{part}", info.name)));
            keys.extend(["p1", "p2"].map(|side| format!("side.{}.{side}", info.name)));
            keys.push(format!("rules.{}", info.name));
            for key in keys {
                assert!(texts.get(&key).is_some(), "{} lacks {key}", language.tag());
            }
            let help = |option: &str| {
                let own = texts.get(&format!("option.{}.{option}", info.name));
                own.or_else(|| texts.get(&format!("option.dice.{option}"))).map(str::to_owned)
            };
            for option in info.options {
                let help = help(option.name).unwrap_or_else(|| panic!("{} {}", info.name, option.name));
                assert!(language == Language::English || help != option.help, "{} {}", info.name, option.name);
            }
            let summary = texts.get(&format!("game.{}.summary", info.name));
            assert!(language == Language::English || summary != Some(info.summary), "{} {}", info.name, language.tag());
        }
    }
}

/// A rules page without its pictures, whose captions are translated.
fn without_pictures(page: &str) -> String {
    let mut parts = page.split("```board");
    let begin = parts.next().unwrap_or_default();
    std::iter::once(begin).chain(parts.filter_map(|part| Some(part.split_once("```")?.1))).collect()
}

#[test]
fn every_game_has_its_rules_in_every_language() {
    let heads = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
    for info in entries().iter().map(|entry| entry.info) {
        let (english, _) = agon_i18n::rules(info, Language::English);
        for wanted in Language::ALL {
            let at = format!("{} {}", info.name, wanted.tag());
            let (text, language) = agon_i18n::rules(info, wanted);
            assert_eq!(language, wanted, "{at}");
            assert!(!text.contains('~') && !text.contains("](../"), "{at}");
            assert_eq!(heads(&text), heads(&english), "{at}");
            // Code is the same in every language.
            for code in
                without_pictures(&english).split('`').skip(1).step_by(2).filter(|code| code.contains(['=', '/', ':']))
            {
                assert!(text.contains(code), "{at} lacks {code}");
            }
        }
    }
}

#[test]
fn every_game_has_a_slow_reference_or_says_why_not() {
    for info in entries().iter().map(|entry| entry.info) {
        let excused = agon_reference::MISSING.iter().any(|(game, _)| *game == info.name);
        let reference = agon_reference::successors(info.name, "startpos");
        assert_eq!(reference.is_err(), excused, "{}: {reference:?}", info.name);
    }
}

#[test]
fn every_game_has_a_seed_for_the_fuzzer() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for target in ["spec", "position", "moves", "batch"] {
        let files = fs::read_dir(corpus.join(target)).unwrap();
        let seeds = files.map(|file| String::from_utf8_lossy(&fs::read(file.unwrap().path()).unwrap()).into_owned());
        let games: Vec<String> =
            seeds.filter_map(|seed| seed.split([':', '\n', '\t']).next().map(|name| name.trim().to_owned())).collect();
        for info in entries().iter().map(|entry| entry.info) {
            assert!(games.iter().any(|game| game == info.name), "{} has no seed in fuzz/corpus/{target}", info.name);
        }
    }
}
