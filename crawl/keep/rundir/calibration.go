package rundir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"syscall"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Files of a run folder that come from a person. The journal knows nothing of
// them.
const (
	LabelsFile      = "labels.tsv"       // answers to "is this page on topic?"; it survives --fresh
	CalibrationFile = "calibration.json" // the threshold that they give
	TaughtFile      = "taught.json"      // the correction that marks taught; of crawl/judge/teach
	MarksFile       = "marks.jsonl"      // what people say of pages; of crawl/judge/marks; it survives --fresh
)

// OpinionsFile holds what a language model said of pages; of crawl/judge/endpoint.
const OpinionsFile = "opinions.jsonl"

// Calibration is calibration.json: the threshold of a run that a person's answers gave. It
// takes the place of the judge's calibrated threshold in this run, and a threshold in
// the settings takes its place.
type Calibration struct {
	Judge   string  `json:"judge"` // whose threshold it is
	Phi     float64 `json:"phi"`
	Answers int     `json:"answers"`
	Yes     int     `json:"yes"`
	At      Time    `json:"at"`
}

// ReadCalibration reads calibration.json in dir; nil without that file.
func ReadCalibration(dir string) (*Calibration, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // no folder either: whoever opens it says so
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	defer root.Close()
	text, _, err := atomicfile.ReadKept(CalibrationFile, atomicfile.Options{Root: root}, json.Valid)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	c := new(Calibration)
	if err := json.Unmarshal(text, c); err != nil {
		return nil, english.Errorf("crawl/keep/rundir: %s: %w; delete it, or calibrate again", CalibrationFile, err)
	}
	if !(c.Phi > 0 && c.Phi < 1) || math.IsNaN(c.Phi) {
		return nil, english.Errorf("crawl/keep/rundir: %s: phi is %v, but it must be between 0 and 1; delete the file, or calibrate again", CalibrationFile, c.Phi)
	}
	return c, nil
}

// CalibratedPhi returns the threshold that people's answers gave to the run in dir, if it is one
// of that judge; otherwise 0.
func CalibratedPhi(dir, judge string) (float64, error) {
	c, err := ReadCalibration(dir)
	if c == nil || err != nil || c.Judge != judge {
		return 0, err
	}
	return c.Phi, nil
}

// WriteCalibration replaces calibration.json in dir.
func WriteCalibration(dir string, c *Calibration) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return unwritable(dir, err)
	}
	defer root.Close()
	text, err := encodeJSON(c, "  ")
	if err == nil {
		err = atomicfile.Keep(CalibrationFile, text, atomicfile.Options{Root: root})
	}
	if err != nil {
		return unwritable(dir, err)
	}
	return nil
}

// WriteTaught replaces taught.json in dir; nil deletes it.
func WriteTaught(dir string, text []byte) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return unwritable(dir, err)
	}
	defer root.Close()
	if text == nil {
		err = atomicfile.Remove(TaughtFile, atomicfile.Options{Root: root})
	} else {
		err = atomicfile.Keep(TaughtFile, text, atomicfile.Options{Root: root})
	}
	if err != nil {
		return unwritable(dir, err)
	}
	return nil
}
