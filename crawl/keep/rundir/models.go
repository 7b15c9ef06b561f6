package rundir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// ModelsFile holds the models that the judge learned, if it learned any. They are few,
// so the file is replaced as a whole.
const ModelsFile = "models.jsonl"

// Model is a line of models.jsonl. The names and their order are an interface.
type Model struct {
	Model     int             `json:"model"`      // its number, as in pages.jsonl
	Seq       int             `json:"seq"`        // the visit after which it was made
	LearnedAt Time            `json:"learned_at"` // when that was
	Learned   json.RawMessage `json:"learned"`    // as the judge writes it
}

// models are the lines of models.jsonl.
type models struct {
	text    []byte
	written int // bytes of text that the file holds
}

// add takes the model that v made, if it made one.
func (m *models) add(v *crawl.Visit) error {
	if v.Learned == nil {
		return nil
	}
	line, err := encodeJSON(Model{v.Learned.Number, v.Seq, Time{v.Learned.At}, v.Learned.Data}, "")
	if err != nil {
		return fmt.Errorf("visit %d: model %d: %w", v.Seq, v.Learned.Number, err)
	}
	m.text = append(m.text, line...)
	return nil
}

// restoreModels makes models.jsonl equal to the journal.
func (f *Folder) restoreModels() error {
	have, err := f.root.ReadFile(ModelsFile)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case bytes.Equal(have, f.models.text):
		f.models.written = len(f.models.text)
		return nil
	case f.compared != nil:
		f.compared.add(ModelsFile, bytes.HasPrefix(f.models.text, have))
		return nil
	case len(f.models.text) == 0:
		return f.root.Remove(ModelsFile)
	}
	return f.flushModels()
}

func (f *Folder) flushModels() error {
	if f.models.written == len(f.models.text) {
		return nil
	}
	if err := write(f.root, ModelsFile, f.models.text); err != nil {
		return err
	}
	f.models.written = len(f.models.text)
	return nil
}

// Models yields the lines of models.jsonl in dir as [Pages] does; none without that
// file. If a number stands in two lines, the later one counts.
func Models(dir string) iter.Seq2[Model, error] {
	name := filepath.Join(dir, ModelsFile)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return func(func(Model, error) bool) {}
	}
	return read[Model](name)
}

// LastModel returns the last line of models.jsonl in dir; Model is 0 if there is none.
func LastModel(dir string) (last Model, err error) {
	for last, err = range Models(dir) {
		if err != nil {
			return Model{}, err
		}
	}
	return last, nil
}
