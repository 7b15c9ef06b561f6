package session

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// ownOntology begins the name of the copy of a run's ontology, in the run folder.
const ownOntology = "ontology/run"

// maxOwn bounds the copy of an ontology, in bytes.
const maxOwn = 64 << 20

// keepOntology keeps the text of the topic's ontology in the run folder, so that the folder can be moved. An embedded one,
// and one of several files, has no copy.
func keepOntology(dir string, t *topic.Topic) error {
	name, text, err := ontologyText(t)
	if err != nil || text == nil {
		return nil //nolint:nilerr // the file is gone since it was read: the run goes on without a copy
	}
	to := filepath.Join(dir, filepath.FromSlash(ownOntology)+strings.ToLower(filepath.Ext(name)))
	if have, err := os.ReadFile(to); err == nil && bytes.Equal(have, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	for _, old := range ownOntologies(dir) { // of another form
		if old == to {
			continue
		}
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return atomicfile.Write(to, text, atomicfile.Options{})
}

// ontologyText returns the text of the one file of t's ontology, unpacked; nil if t was not made of one.
func ontologyText(t *topic.Topic) (name string, text []byte, err error) {
	name = t.Made.Ontology
	switch {
	case name == "" || len(t.Sources) != 1 || slices.Contains(topic.Embedded(), name):
		return "", nil, nil
	case name == "-" && t.Made.Stdin != nil:
		text, err = t.Made.Stdin()
	case t.Made.Texts[name] != nil:
		text = t.Made.Texts[name]
	default:
		text, err = readOwn(name)
	}
	if unpacked, e := unpack(text); e == nil && strings.EqualFold(filepath.Ext(name), ".gz") {
		name, text = name[:len(name)-len(".gz")], unpacked
	}
	if err != nil || len(text) > maxOwn || atomicfile.Sum(text) != t.Sources[0].Ontology.Hash {
		return "", nil, err
	}
	return name, text, nil
}

func readOwn(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	return io.ReadAll(io.LimitReader(f, maxOwn+1))
}

func unpack(text []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, maxOwn+1))
}

func ownOntologies(dir string) []string {
	one, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(ownOntology))) // the patterns are right
	all, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(ownOntology)+".*"))
	return append(one, all...)
}

// OntologyOf returns the file of the ontology of the run in dir that was made with the ontology name: the copy in the run
// folder, if there is one and no file has that name here; else name.
func OntologyOf(dir, name string) string {
	if name == "" || slices.Contains(topic.Embedded(), name) {
		return name
	}
	if _, err := os.Stat(name); err == nil {
		return name
	}
	for _, own := range ownOntologies(dir) {
		return own
	}
	return name
}
