package teach

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"syscall"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// version is the version of taught.json's form.
const version = 1

// ModelError says what is wrong with a file of a model.
type ModelError struct{ Why english.Phrase }

func (e *ModelError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ModelError) Message() english.Phrase { return english.Phrasef("%s: %v", "teach", e.Why) }

// Encode returns the model as taught.json has it. The same model gives the same bytes.
func (m *Model) Encode() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	return append(rundir.Escape(text), '\n'), nil
}

// identify gives the model its ID.
func (m *Model) identify() error {
	m.ID = ""
	text, err := m.Encode()
	sum := sha256.Sum256(text)
	m.ID = hex.EncodeToString(sum[:6])
	return err
}

// mostModel bounds the bytes of a model: some 10,000 marks.
const mostModel = 16 << 20

// Decode reads what Encode wrote. The error is a [*ModelError].
func Decode(text []byte) (*Model, error) {
	if len(text) > mostModel {
		return nil, &ModelError{english.Phrasef("%d bytes are no model", len(text))}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	m := new(Model)
	if err := d.Decode(m); err != nil {
		return nil, &ModelError{english.Phrasef("no model: %v", err)}
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	m.index()
	return m, nil
}

// check refuses models that could not have been learned.
func (m *Model) check() error {
	finite := func(x float64) bool { return math.Abs(x) <= 1e3 } // not of NaN
	switch {
	case m.Version != version:
		return &ModelError{english.Phrasef("a model of version %d; this program reads version %d", m.Version, version)}
	case !(m.Phi > 0 && m.Phi < 1):
		return &ModelError{english.Phrasef("phi is %v, but it must be between 0 and 1", m.Phi)}
	case !(m.Cut >= leastCut && m.Cut <= .5):
		return &ModelError{english.Phrasef("cut is %v, but it must be from %v to 0.5", m.Cut, leastCut)}
	case !finite(m.Bias) || !finite(m.Slope):
		return &ModelError{english.Phrasef("bias %v and slope %v are no numbers that are learned", m.Bias, m.Slope)}
	}
	for _, w := range m.Weights {
		if !finite(w.Weight) {
			return &ModelError{english.Phrasef("the weight of %.60q is %v", w.Name, w.Weight)}
		}
	}
	return nil
}

// Read reads the model that the run in dir uses; nil if it uses none.
func Read(dir string) (*Model, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // making the folder says why
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	defer root.Close()
	text, _, err := atomicfile.ReadKept(rundir.TaughtFile, atomicfile.Options{Root: root}, json.Valid)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	m, err := Decode(text)
	if err != nil {
		return nil, english.Errorf("%s: %w; ontocrawl teach makes it anew of the marks", rundir.TaughtFile, err)
	}
	return m, nil
}

// Apply lets the run in dir use the model from its next start on; nil lets it use none.
func Apply(dir string, m *Model) error {
	if m == nil {
		return rundir.WriteTaught(dir, nil)
	}
	text, err := m.Encode()
	if err != nil {
		return err
	}
	return rundir.WriteTaught(dir, text)
}
