//! A review as text in any language.

use std::fmt::{self, Write};

use agon_core::Player;
use agon_i18n::Catalogue;

use crate::{CandidateTurn, Grade, OutcomeChances, PlayerSummary, Review, TurnReview};

/// The whole review: a line for each turn, the better candidates below turns with a loss, and a summary.
pub fn report(review: &Review, catalogue: &Catalogue) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = ReportWriter { review, catalogue, out: &mut out }.write();
    out
}

struct ReportWriter<'a> {
    review: &'a Review,
    catalogue: &'a Catalogue,
    out: &'a mut String,
}

impl ReportWriter<'_> {
    fn write(mut self) -> fmt::Result {
        let game = self.review.game.split(':').next().unwrap_or_default();
        let title = self.catalogue.get(&format!("game.{game}.title")).unwrap_or(game);
        let [first, second] = Player::ALL.map(|player| self.full_name(player));
        let result = &self.review.result;
        let args: [(&str, &dyn fmt::Display); 4] =
            [("game", &title), ("p1", &first), ("p2", &second), ("result", result)];
        writeln!(self.out, "{}\n", self.catalogue.format("review.heading", &args))?;
        let turns = &self.review.turns;
        for (number, turn) in turns.iter().enumerate() {
            self.turn(number + 1, turn)?;
        }
        writeln!(self.out)?;
        for player in Player::ALL {
            self.summary(player, &self.review.summary[player.index()])?;
        }
        if let Some(points) = self.review.adjusted {
            let side = self.side(Player::P1);
            let args: [(&str, &dyn fmt::Display); 2] = [("points", &signed(points)), ("player", &side)];
            writeln!(self.out, "{}", self.catalogue.format("review.adjusted", &args))?;
        }
        Ok(())
    }

    fn side(&self, player: Player) -> String {
        let game = self.review.game.split(':').next().unwrap_or_default();
        self.catalogue.text(&format!("side.{game}.{player}")).to_owned()
    }

    fn full_name(&self, player: Player) -> String {
        let name = &self.review.players[player.index()];
        if name.is_empty() { self.side(player) } else { format!("{} ({name})", self.side(player)) }
    }

    fn turn(&mut self, number: usize, turn: &TurnReview) -> fmt::Result {
        let dice = turn.roll.as_ref().map(|roll| format!("{}: ", roll.dice)).unwrap_or_default();
        let played = format!("{dice}{}", turn.played);
        let grade = if turn.forced {
            self.catalogue.text("review.forced").to_owned()
        } else {
            self.catalogue.text(&format!("review.grade.{}", turn.grade.name())).to_owned()
        };
        write!(self.out, "{number:>3}  {:<12} {played:<30} ", self.side(turn.player))?;
        match turn.grade {
            Grade::Best => write!(self.out, "{:>7}  {grade:<10}", "")?,
            _ => write!(self.out, "{:>7}  {grade:<10}", signed(-turn.loss))?,
        }
        if let Some(roll) = &turn.roll {
            let luck = signed(roll.luck);
            write!(self.out, "  {}", self.catalogue.format("review.luck", &[("luck", &luck)]))?;
        }
        writeln!(self.out)?;
        if turn.loss > 0.0 {
            for candidate in &turn.candidates {
                self.candidate(candidate)?;
            }
        }
        Ok(())
    }

    fn candidate(&mut self, candidate: &CandidateTurn) -> fmt::Result {
        let mark = if candidate.played { '>' } else { ' ' };
        let value = match candidate.proven_in {
            Some(turns) if turns > 0 => self.catalogue.count("review.wins_in", turns.unsigned_abs(), &[]),
            Some(turns) => self.catalogue.count("review.loses_in", turns.unsigned_abs(), &[]),
            None => signed(candidate.value),
        };
        let loss = if candidate.loss > 0.0 { format!("({})", signed(-candidate.loss)) } else { String::new() };
        write!(self.out, "      {mark} {:<34} {value:>7} {loss:<9}", candidate.turn)?;
        if let Some(error) = candidate.std_error {
            write!(self.out, " ±{error:.3}")?;
        }
        if let Some(OutcomeChances(probabilities)) = candidate.chances {
            let percent = |chance: f32| format!("{:.1}", chance * 100.0);
            let (win, double) = (percent(probabilities.win[0]), percent(probabilities.win[1]));
            let lost = percent(probabilities.loss[1]);
            let args: [(&str, &dyn fmt::Display); 3] = [("win", &win), ("double", &double), ("lost", &lost)];
            write!(self.out, "  {}", self.catalogue.format("review.chances", &args))?;
        }
        writeln!(self.out)
    }

    fn summary(&mut self, player: Player, summary: &PlayerSummary) -> fmt::Result {
        let name = self.full_name(player);
        let decisions = self.catalogue.count("review.decisions", summary.decisions as u64, &[]);
        let (rate, loss) = (format!("{:.1}", summary.error_rate), format!("{:.3}", summary.loss));
        let args: [(&str, &dyn fmt::Display); 4] =
            [("player", &name), ("decisions", &decisions), ("rate", &rate), ("loss", &loss)];
        write!(self.out, "{}", self.catalogue.format("review.summary", &args))?;
        for grade in Grade::ALL.into_iter().skip(2).filter(|grade| summary.count(*grade) > 0) {
            let key = format!("review.grade.{}", grade.name());
            let name = self.catalogue.text(&key);
            write!(self.out, ", {name} {}", summary.count(grade))?;
        }
        if self.review.dice {
            let luck = signed(summary.luck);
            write!(self.out, ", {}", self.catalogue.format("review.luck", &[("luck", &luck)]))?;
        }
        writeln!(self.out)
    }
}

/// A number with its sign and three decimal places.
fn signed(number: f64) -> String {
    format!("{number:+.3}")
}
