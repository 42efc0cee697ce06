use std::io::{Write, stdout};
use std::process::ExitCode;

use agon_core::{GameEntry, OptionInfo, Preset, Values};
use clap::Args;
use serde_json::{Map, Value, json};

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// `agon games`: every game with its options, ranges, defaults and house rules.
pub(crate) fn run(args: &GamesArgs) -> anyhow::Result<ExitCode> {
    let mut out = stdout().lock();
    if args.json {
        let games: Vec<Value> = agon_games::entries().iter().map(|entry| game_json(entry)).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
    } else {
        for entry in agon_games::entries() {
            writeln!(out, "{:<12} {}: {}", entry.info.name, entry.info.title, entry.info.summary)?;
            for option in entry.info.options {
                let default = if option.default.is_empty() { "depends on the board" } else { option.default };
                writeln!(out, "    {:<11} {} (default {default}): {}", option.name, option.values, option.help)?;
            }
            for preset in entry.info.presets {
                let options = if preset.options.is_empty() { "the defaults" } else { preset.options };
                writeln!(out, "    --preset {:<11} {options}: {}", preset.name, preset.summary)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn game_json(entry: &GameEntry) -> Value {
    let options: Vec<Value> = entry.info.options.iter().map(option_json).collect();
    json!({
        "name": entry.info.name,
        "title": entry.info.title,
        "summary": entry.info.summary,
        "dice": entry.info.has_dice,
        "options": options,
        "presets": entry.info.presets.iter().map(preset_json).collect::<Vec<_>>(),
    })
}

fn preset_json(preset: &Preset) -> Value {
    let options: Map<String, Value> = preset.values().map(|(name, value)| (name.to_owned(), value.into())).collect();
    json!({ "name": preset.name, "title": preset.title, "summary": preset.summary, "options": options })
}

fn option_json(option: &OptionInfo) -> Value {
    let mut json = json!({ "name": option.name });
    match &option.values {
        Values::Range(low, high) => {
            json["min"] = (*low).into();
            json["max"] = (*high).into();
            json["default"] = option.default.parse::<u32>().map_or(Value::Null, Value::from);
        }
        Values::OneOf(words) => {
            json["values"] = words.to_vec().into();
            json["default"] = option.default.into();
        }
        Values::Text(shape) => {
            json["text"] = (*shape).into();
            json["default"] = if option.default.is_empty() { Value::Null } else { option.default.into() };
        }
    }
    json["help"] = option.help.into();
    json
}
