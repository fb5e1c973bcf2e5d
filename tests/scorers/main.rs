//! Extraction, normal forms and metrics against what the original scorers returned.

mod dates;
mod financebench;
mod golden_answers;
mod golden_choices;
mod golden_classes;
mod golden_digits;
mod golden_files;
mod golden_numbers;
mod golden_plain;
mod golden_presets;
mod golden_stated;
mod golden_text_qa;
mod golden_text_values;
mod multiple_choice;
mod native_forms;
mod number_fuzz;
mod unequal_pairs;
