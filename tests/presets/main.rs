//! Presets as they are shipped and as users write them, on samples worked out by hand.

mod climate;
mod own_presets;
mod previews;
mod samples;
mod temporal;
