package marks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// ByCalibrate is the author of the marks that are answers to ontocrawl calibrate.
const ByCalibrate = "calibrate"

// readAnswers reads labels.tsv if it has changed. Its faults are told by whoever calibrates.
func (f *File) readAnswers(root *os.Root) error {
	file, err := root.Open(rundir.LabelsFile)
	if errors.Is(err, fs.ErrNotExist) {
		f.answersWere, f.answers = nil, nil
		return nil
	}
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	defer file.Close()
	is, err := file.Stat()
	if err != nil {
		return fmt.Errorf("marks: %w", err)
	}
	if was := f.answersWere; was != nil && os.SameFile(was, is) && was.Size() == is.Size() && was.ModTime().Equal(is.ModTime()) {
		return nil
	}
	f.answers, _ = ReadLabels(file)
	f.answersWere = is
	return nil
}

// answer changes the state by an answer, unless a later mark has a verdict. An answer without a time
// is older than any mark.
func (s *State) answer(l *Label) {
	byMark := !s.JudgedAt.IsZero() && s.JudgedBy != ByCalibrate
	if byMark && !l.At.After(s.JudgedAt) {
		return
	}
	s.Verdict, s.JudgedBy, s.JudgedAt = l.Verdict, ByCalibrate, l.At
	if l.At.After(s.At) {
		s.By, s.At = ByCalibrate, l.At
	}
}
