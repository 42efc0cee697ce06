//! Messages: what clients say and what they are told.

mod inbound;
mod json;
mod named;
mod outbound;
mod steps;

pub(crate) use inbound::{ClaimResult, ClientMessage, Offer, SeatName, read_message};
pub(crate) use json::JsonObject;
pub(crate) use named::ObjectOnly;
pub(crate) use outbound::{ClientView, state_message};
pub(crate) use outbound::{
    Presence, SeatPresence, UpdateMessage, ack, at_ply, error_body, fault_json, refused,
};
pub(crate) use steps::{steps_answer, turn_steps};
