package ontologies

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// FS holds the files NAME.owl (RDF/XML). The same in Turtle, NAME.ttl, is only in the folder of the
// package: no program reads it, and it would weigh as much again.
//
//go:embed *.owl
var FS embed.FS

//go:embed earlier/*.owl.gz
var earlier embed.FS

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
		return nil, english.Errorf("ontologies: no ontology %q comes with ontocrawl, only %s: %w",
			name, strings.Join(names, ", "), fs.ErrNotExist)
	}
	return FS.Open(path.Join(".", name+ext))
}

// Version returns the RDF/XML text of the version of an ontology, present or
// earlier, that has the SHA-256 sum, in hexadecimal. The error for a sum of none
// is an [fs.ErrNotExist].
func Version(name, sum string) ([]byte, error) {
	text, err := FS.ReadFile(name + ext)
	if err != nil {
		return nil, err
	}
	if hasSum(text, sum) {
		return text, nil
	}
	files, err := fs.Glob(earlier, "earlier/"+name+"-*"+ext+".gz")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if text, err = unpack(f); err != nil || hasSum(text, sum) {
			return text, err
		}
	}
	return nil, english.Errorf("ontologies: no version of %s has the SHA-256 %q: %w", name, sum, fs.ErrNotExist)
}

func hasSum(text []byte, sum string) bool {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:]) == sum
}

func unpack(file string) ([]byte, error) {
	packed, err := earlier.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, english.Errorf("ontologies: %s: %w", file, err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, english.Errorf("ontologies: %s: %w", file, err)
	}
	return text, nil
}
