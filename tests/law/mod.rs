//! The laws, by what they are about.

mod moves;
mod played;
mod reads;
mod reasons;
mod time;
mod worlds;
