//! The messages of a game's WebSocket, as JSON.
//!
//! In reading order:
//! - `inbound`: messages from clients;
//! - `outbound`: messages to clients: the state, updates, answers;
//! - `steps`: the steps of a turn, for clients that know no rules;
//! - `json`: writes JSON objects field by field;
//! - `object_only`: refuses arrays in place of objects.

mod inbound;
mod json;
mod object_only;
mod outbound;
mod steps;

pub(crate) use inbound::{ClaimResult, ClientMessage, Offer, SeatCommand, SeatName, parse_message};
pub(crate) use json::JsonObject;
pub(crate) use object_only::ObjectOnly;
pub(crate) use outbound::{
    ClientView, Presence, SeatPresence, UpdateMessage, ack, at_ply, error_body, error_message, fault_json, refused,
    state_message,
};
pub(crate) use steps::{steps_answer, turn_steps};
