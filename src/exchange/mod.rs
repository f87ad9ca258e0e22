//! stub
pub mod import {
    use crate::{run::Problem, shedding::Scenario};
    /// x
    pub struct Import {
        /// x
        pub scenario: Scenario,
        /// x
        pub understood: Vec<String>,
        /// x
        pub assumed: Vec<String>,
        /// x
        pub ignored: Vec<String>,
    }
    /// x
    pub fn import(_: &[(String, Vec<u8>)], _: &Scenario) -> Result<Import, Problem> {
        Err(Problem::at("x", "y"))
    }
}
