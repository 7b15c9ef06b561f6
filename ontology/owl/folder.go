package owl

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/formats"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func (c *closer) folder(dir string) *folder {
	key := absolute(dir)
	if c.folders[key] == nil {
		c.folders[key] = &folder{dir: dir}
	}
	return c.folders[key]
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}

// folder knows which ontologies lie in a directory.
type folder struct {
	dir     string
	read    bool
	catalog *catalog
	scanned bool
	files   map[string]string // ontology and version IRI -> file
}

func (f *folder) find(iri string) (string, Found) {
	if !f.read {
		f.read = true
		f.catalog = readCatalog(filepath.Join(f.dir, catalogName), 0)
	}
	if path := f.catalog.find(iri); path != "" {
		return path, InCatalog
	}
	// What was written as a name of a file has become this: see baseOf.
	if name, ok := strings.CutPrefix(iri, "file:///"); ok {
		if name = unescaped(name); filepath.IsLocal(filepath.FromSlash(name)) && isFile(filepath.Join(f.dir, filepath.FromSlash(name))) {
			return filepath.Join(f.dir, filepath.FromSlash(name)), InFolder
		}
	}
	if !f.scanned {
		f.scanned = true
		f.scan()
	}
	return f.files[iri], InFolder
}

// mostFiles is how many files of a folder are looked into.
const mostFiles = 2000

// scan reads the beginning of every file of the folder that may be an ontology.
// Of several that are the same one, the first by name is taken; an ontology IRI
// goes before a version IRI.
func (f *folder) scan() {
	f.files = map[string]string{}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return
	}
	versions := map[string]string{}
	looked := 0
	for _, e := range entries {
		if !e.Type().IsRegular() || !mayBeOntology(e.Name()) || looked == mostFiles {
			continue
		}
		looked++
		path := filepath.Join(f.dir, e.Name())
		iri, version := identify(path)
		if _, taken := f.files[iri]; iri != "" && !taken {
			f.files[iri] = path
		}
		if _, taken := versions[version]; version != "" && !taken {
			versions[version] = path
		}
	}
	for iri, path := range versions {
		if _, taken := f.files[iri]; !taken {
			f.files[iri] = path
		}
	}
}

func mayBeOntology(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	return slices.Contains([]string{".owl", ".rdf", ".rdfs", ".xml", ".ttl", ".n3", ".nt",
		".owx", ".ofn", ".fss", ".omn", ".obo", ".json", ".jsonld"}, filepath.Ext(name))
}

// identify returns the IRIs by which the ontology in a file may be imported. It
// reads no further than the header, which stands first in what tools write.
func identify(path string) (iri, version string) {
	const far = 5000 // triples
	s := newStore(64)
	n := 0
	// An error leaves what was read before it: good enough to recognise a file,
	// which is read in earnest afterwards.
	_ = decodeHead(path, func(t rdf.Triple) error {
		n++
		pred := t.Pred.String()
		if iri != "" && t.Subj.String() != iri || n > far {
			return io.EOF
		}
		switch {
		case pred == nsRDF+"type" && t.Obj.String() == nsOWL+"Ontology" && t.Subj.Type() == rdf.TermIRI:
			iri = t.Subj.String()
		case pred == nsOWL+"versionIRI":
			s.add(t)
		}
		return nil
	})
	for _, st := range s.all {
		if s.names[st.s] == iri {
			version = cmp.Or(version, s.textOf(st.o))
		}
	}
	return iri, version
}

// decodeHead reads a file as far as yield wants. Of the syntaxes that rdfio
// reads no more than that is taken in; others are read as a whole.
func decodeHead(path string, yield func(rdf.Triple) error) error {
	const largest = 64 << 20 // of a file that is read only to see what it is
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := formats.Unpack(file)
	if err != nil {
		return err
	}
	b := bufio.NewReaderSize(r, 64<<10)
	head, _ := b.Peek(64 << 10) // a shorter file is a head too
	opt := formats.Options{File: path, Base: baseOf(path), Limits: rdfio.Limits{Bytes: largest}}
	if _, err := rdfio.Detect(head); err == nil {
		return rdfio.Decode(b, opt, yield)
	}
	return formats.Decode(b, opt, yield)
}
