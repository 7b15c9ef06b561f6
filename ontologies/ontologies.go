package ontologies

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// FS holds the files: NAME.owl (RDF/XML) and NAME.ttl (Turtle).
//
//go:embed *.owl *.ttl
var FS embed.FS

const ext = ".owl"

// Names returns the names of the ontologies, sorted.
func Names() []string {
	files, err := fs.Glob(FS, "*"+ext)
	if err != nil { // the pattern is a constant
		return nil
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f, ext)
	}
	slices.Sort(names)
	return names
}

// Open opens the RDF/XML file of an ontology, by one of [Names]. The error for
// another name says which there are, and is an [fs.ErrNotExist].
func Open(name string) (fs.File, error) {
	names := Names()
	if !slices.Contains(names, name) {
		return nil, fmt.Errorf("ontologies: no ontology %q comes with ontocrawl, only %s: %w",
			name, strings.Join(names, " and "), fs.ErrNotExist)
	}
	return FS.Open(path.Join(".", name+ext))
}
