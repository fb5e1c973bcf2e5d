//! Real systems on real benchmarks. The files belong to others and stand beside the project, in
//! `../shared`; each test is skipped where its own are absent.

mod published;
mod real_choices;
mod real_data;
mod real_math;
mod real_programs;
