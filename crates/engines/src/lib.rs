//! Evaluations, bots and levels of each game.
