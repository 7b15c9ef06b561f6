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

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/message"
)

// version is that of the form of taught.json.
const version = 1

// ModelError says what is wrong with a file of a model.
type ModelError struct{ Why message.Phrase }

func (e *ModelError) Error() string { return "teach: " + e.Why.String() }

// Localize says it in the language of p.
func (e *ModelError) Localize(p *message.Printer) string { return "teach: " + e.Why.Localize(p) }

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
		return nil, &ModelError{message.Phrasef("%d bytes are no model", len(text))}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	m := new(Model)
	if err := d.Decode(m); err != nil {
		return nil, &ModelError{message.Phrasef("no model: %v", err)}
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
		return &ModelError{message.Phrasef("a model of version %d; this program reads version %d", m.Version, version)}
	case !(m.Phi > 0 && m.Phi < 1):
		return &ModelError{message.Phrasef("phi is %v, but it must be between 0 and 1", m.Phi)}
	case !(m.Cut >= leastCut && m.Cut <= .5):
		return &ModelError{message.Phrasef("cut is %v, but it must be from %v to 0.5", m.Cut, leastCut)}
	case !finite(m.Bias) || !finite(m.Slope):
		return &ModelError{message.Phrasef("bias %v and slope %v are no numbers that are learned", m.Bias, m.Slope)}
	}
	for _, w := range m.Weights {
		if !finite(w.Weight) {
			return &ModelError{message.Phrasef("the weight of %.60q is %v", w.Name, w.Weight)}
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
	text, err := root.ReadFile(rundir.TaughtFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("teach: %w", err)
	}
	m, err := Decode(text)
	if err != nil {
		return nil, message.Errorf("%s: %w; ontocrawl teach makes it anew of the marks", rundir.TaughtFile, err)
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
