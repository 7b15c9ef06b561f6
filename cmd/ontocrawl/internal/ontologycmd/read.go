package ontologycmd

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// readDocument reads the ontology called name: an embedded one, a file, or
// standard input for "-".
func (a *app) readDocument(name string) (*convert.Document, error) {
	data, err := a.readAll(name)
	if err != nil {
		return nil, err
	}
	d, err := convert.Parse(name, data, convert.Options{Limits: a.Limits.Document})
	return d, cli.Raisable(err)
}

// readAll reads a whole file, unpacked.
func (a *app) readAll(name string) ([]byte, error) {
	f, err := a.openDocument(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := syntax.Unpack(f)
	if err == nil {
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(r, cli.LargestFile+1)); err == nil && len(data) <= cli.LargestFile {
			return data, nil
		}
	}
	if err == nil {
		err = english.Errorf("larger than %d MiB", cli.LargestFile>>20)
	}
	return nil, english.Errorf("%s: %w", name, err)
}

// openDocument opens a file or an embedded ontology.
func (a *app) openDocument(name string) (io.ReadCloser, error) {
	switch {
	case name == "-" && a.Piped == nil:
		return io.NopCloser(a.In), nil
	case name == "-": // it was read already
		return io.NopCloser(bytes.NewReader(a.Piped)), nil
	case slices.Contains(ontologies.Names(), name):
		return ontologies.Open(name)
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &topic.MissingError{Name: name}
	}
	return f, err
}

// text opens a file of an ontology that was read, unpacked and as UTF-8.
func (a *app) text(name string) (io.ReadCloser, error) {
	f, err := a.openDocument(name)
	if err != nil {
		return nil, err
	}
	return syntax.Text(f)
}
