//! What of the work of a session other workers can do: they read parts of files, and score questions.
//! Whoever drives the session deals the work out and puts what comes of it in its place; what was dealt
//! and does not come back is done here.

use super::Session;
use crate::evaluate::{Evaluation, Window};
use crate::input::Cut;
use crate::schema::Field;
use std::collections::VecDeque;
use std::ops::Range;

impl Session {
    /// How others can read parts of a file; `None` where it can only be read in one piece.
    pub fn cut(&self, index: usize) -> Option<Cut> {
        let source = &self.sources[index];
        Cut::new(source.inspection.as_ref().ok()?, self.wanted(index), self.to_leave(index))
    }

    /// What others have to be told before they can score questions; `None` where nobody else can.
    pub fn terms(&self, evaluation: &Evaluation) -> Option<String> {
        let sides = self.prediction_sides();
        evaluation.terms(&self.material(&sides)?)
    }

    /// What others need to score questions that were dealt.
    pub fn packet(&self, evaluation: &Evaluation, dealt: &Range<usize>) -> Option<Vec<u8>> {
        let sides = self.prediction_sides();
        Some(evaluation.packet(&self.material(&sides)?, dealt))
    }

    /// Has somebody else read and score the next window of a file of which the texts were left in it.
    pub fn deal_window(&self, evaluation: &mut Evaluation) -> Option<WindowTask> {
        let sides = self.prediction_sides();
        let material = self.material(&sides)?;
        let (file, first) = evaluation.wanted();
        let index = *self.plan.predictions.get(file)?;
        let source = &self.sources[index];
        let mut columns = self.plan.maps[index].of(Field::Prediction);
        let (Some(column), None) = (columns.next(), columns.next()) else { return None };
        let is_left = source.left.len() == 1 && source.left[0] == *column;
        let cut = Cut::new(source.inspection.as_ref().ok()?, source.left.clone(), Vec::new());
        let cut = cut.filter(|_| is_left)?;
        let table = material.files.get(file)?.table;
        let rows = first..self.end_of_window(table, first);
        if rows.is_empty() {
            return None;
        }
        let bytes = table.offset(rows.start)..source.end_of(rows.end);
        let last = rows.end == table.rows();
        let window = evaluation.deal_window(&material, rows, last);
        if let Some(packet) = evaluation.window_packet(&material, &window) {
            return Some(WindowTask { index, bytes, cut, packet, window });
        }
        evaluation.take_back_window(window);
        None
    }

    /// Puts what came of a window in its place. `false`, and nothing is changed, where that is not what
    /// comes of it.
    pub fn accept_window(
        &self,
        evaluation: &mut Evaluation,
        window: &Window,
        outcomes: &[u8],
    ) -> bool {
        let sides = self.prediction_sides();
        let material = self.material(&sides);
        material.is_some_and(|material| evaluation.accept_window(&material, window, outcomes))
    }

    /// Puts what came of them in its place. `false`, and nothing is changed, where these are no outcomes
    /// of as many questions.
    pub fn accept_dealt(
        &self,
        evaluation: &mut Evaluation,
        dealt: Range<usize>,
        outcomes: &[u8],
    ) -> bool {
        let sides = self.prediction_sides();
        let material = self.material(&sides);
        material.is_some_and(|material| evaluation.accept(&material, dealt, outcomes))
    }
}

/// A window for somebody else to read and score.
#[derive(Debug)]
pub struct WindowTask {
    /// Index of the file.
    pub index: usize,
    /// The bytes of the window.
    pub bytes: Range<u64>,
    /// How its rows are read.
    pub cut: Cut,
    /// What is needed to score the questions.
    pub packet: Vec<u8>,
    /// What is put in its place in the end.
    pub window: Window,
}

/// A part of the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePart {
    /// Index of the file in the session.
    pub index: usize,
    /// Its bytes: the lines that begin in them are meant.
    pub bytes: Range<u64>,
}

/// What the reader of a file does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<T> {
    /// It reads on, as far as this offset at most.
    Read(u64),
    /// It takes over what somebody else has read: the next part.
    Take(T),
    /// Somebody else is reading the next part.
    Wait,
}

/// What became of a part that was dealt.
#[derive(Debug)]
enum Dealt<T> {
    Out,
    Back(T),
}

/// The files that are read, in parts. Their reader begins with the first file; others begin with the last
/// part of the last one, so that they meet. `T` is a part as somebody has read it.
#[derive(Debug)]
pub struct Shares<T> {
    /// Parts that nobody has begun to read, in the order of the files.
    open: VecDeque<FilePart>,
    dealt: Vec<(FilePart, Dealt<T>)>,
}

impl<T> Shares<T> {
    /// The parts of so many bytes of those of these files that can be cut, in the order of the reading.
    /// The first part of a file is not among them: it may begin with a mark.
    pub fn new(session: &Session, files: &[usize], size: u64) -> Self {
        let mut open = VecDeque::new();
        for index in files.iter().copied().filter(|index| session.cut(*index).is_some()) {
            let length = session.sources[index].size();
            let starts = (1..length.div_ceil(size)).map(|place| place * size);
            open.extend(starts.map(|start| {
                let bytes = start..length.min(start + size);
                FilePart { index, bytes }
            }));
        }
        Self { open, dealt: Vec::new() }
    }

    /// How many parts nobody has begun to read.
    pub fn left(&self) -> usize {
        self.open.len()
    }

    /// How many bytes these have.
    pub fn left_bytes(&self) -> u64 {
        self.open.iter().map(|part| part.bytes.end - part.bytes.start).sum()
    }

    /// A part for somebody else to read.
    pub fn deal(&mut self) -> Option<FilePart> {
        let part = self.open.pop_back()?;
        self.dealt.push((part.clone(), Dealt::Out));
        Some(part)
    }

    /// A part that was dealt is read, or will not be.
    pub fn take_back(&mut self, part: &FilePart, read: Option<T>) {
        let Some(place) = self.dealt.iter().position(|(known, _)| known == part) else { return };
        match read {
            Some(read) => self.dealt[place].1 = Dealt::Back(read),
            None => drop(self.dealt.swap_remove(place)),
        }
    }

    /// What is next for a reader that has read a file up to an offset; it reads no more than `most` bytes at
    /// a time.
    pub fn step(&mut self, index: usize, offset: u64, most: u64) -> Step<T> {
        let in_file = |part: &FilePart| part.index == index;
        let reached = |part: &FilePart| in_file(part) && part.bytes.contains(&offset);
        if let Some(place) = self.dealt.iter().position(|(part, _)| reached(part)) {
            if matches!(self.dealt[place].1, Dealt::Out) {
                return Step::Wait;
            }
            if let (_, Dealt::Back(read)) = self.dealt.swap_remove(place) {
                return Step::Take(read);
            }
        }
        let ahead =
            self.dealt.iter().filter(|(part, _)| in_file(part) && part.bytes.start > offset);
        let end = ahead.map(|(part, _)| part.bytes.start).fold(offset + most, u64::min);
        self.open.retain(|part| !in_file(part) || part.bytes.start >= end);
        Step::Read(end)
    }

    /// Bytes of parts that others have read.
    pub fn done(&self) -> u64 {
        let back = self.dealt.iter().filter(|(_, dealt)| matches!(dealt, Dealt::Back(_)));
        back.map(|(part, _)| part.bytes.end - part.bytes.start).sum()
    }
}
