//! The panels around the stage, one component a file.
