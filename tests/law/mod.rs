//! The laws, by what they are about.

mod between;
mod moves;
mod played;
mod rare;
mod reads;
mod reasons;
mod time;
mod worlds;
