package owl

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Open reads the ontology in a file together with what it imports, as far as
// that lies on this machine: where the catalog-v001.xml beside the file says,
// else in a file of the same folder that is that ontology or that version of
// it. Nothing is ever fetched. An import that is not found, or cannot be read,
// is a finding, not an error.
func Open(path string, opt Options) (*Ontology, error) {
	opt.File = path
	c := newCloser(opt)
	doc, err := c.open(path)
	if err != nil {
		return nil, err
	}
	if err := c.close(doc); err != nil {
		return nil, named(path, err)
	}
	return c.finish()
}

// open reads a file.
func (c *closer) open(path string) (*document, error) {
	c.done[absolute(path)] = true
	f, err := os.Open(path)
	if err != nil {
		return nil, err // names the file
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file that holds an ontology, but a %s", shown(path), modeName(info.Mode()))
	}
	doc, err := c.read(f, path)
	if err == nil {
		c.done[doc.iri], c.done[doc.version] = true, true
	}
	return doc, err
}

func modeName(m os.FileMode) string {
	if m.IsDir() {
		return "folder"
	}
	return "device or pipe"
}

// close reads what root imports, what that imports, and so on by breadth.
func (c *closer) close(root *document) error {
	for level, depth := []*document{root}, 0; len(level) > 0; depth++ {
		var next []*document
		for _, doc := range level {
			for _, iri := range doc.imports {
				if c.done[iri] {
					continue
				}
				c.done[iri] = true
				imported, err := c.imported(doc, iri, depth)
				if err != nil {
					return err
				}
				if imported != nil {
					next = append(next, imported)
				}
			}
		}
		level = next
	}
	return nil
}

// imported reads ontology iri, which doc imports; nil if it was read before,
// or cannot be read, which is then reported.
func (c *closer) imported(doc *document, iri string, depth int) (*document, error) {
	path := c.find(iri, doc.file)
	switch {
	case path == "":
		c.missing(doc, iri, "neither "+catalogName+" nor a file in the folder has it")
		return nil, nil
	case c.done[absolute(path)]:
		return nil, nil
	case depth >= c.opt.Limits.Depth:
		return nil, &LimitError{fmt.Sprintf("imports go more than %d deep", c.opt.Limits.Depth)}
	case len(c.docs) >= c.opt.Limits.Files:
		return nil, &LimitError{fmt.Sprintf("imports bring in more than %d files", c.opt.Limits.Files)}
	}
	imported, err := c.open(path)
	if limit := (*LimitError)(nil); err == nil || errors.As(err, &limit) {
		return imported, err
	}
	c.findings = append(c.findings, Finding{
		Level: Warning, Code: UnreadableImport, Subject: iri,
		File: doc.file, Line: lineOf(doc.data, iri),
		Message: fmt.Sprintf("imports %s, which cannot be read: %s", shown(iri), shown(err.Error())),
	})
	return nil, nil
}

// missing reports an import that was not read.
func (c *closer) missing(doc *document, iri, why string) {
	f := Finding{
		Level: Warning, Code: MissingImport, Subject: iri,
		File: doc.file, Line: lineOf(doc.data, iri),
		Message: fmt.Sprintf("imports %s, which was not read: %s; save a copy beside the file", shown(iri), why),
	}
	if wellKnown(iri) {
		f.Level = Info
		f.Message = fmt.Sprintf("imports %s, which was not read and is not needed: it is a known vocabulary", shown(iri))
	}
	c.findings = append(c.findings, f)
}

// wellKnown reports whether iri is a vocabulary whose meaning this package
// knows without reading it, and which holds no concepts of a domain.
func wellKnown(iri string) bool {
	switch strings.TrimRight(iri, "#/") + "#" {
	case nsRDF, nsRDFS, nsOWL, nsSKOS, nsSKOSXL,
		"http://purl.org/dc/elements/1.1#", "http://purl.org/dc/terms#":
		return true
	}
	return false
}

// find returns the file that is ontology iri: beside the file that imports it,
// or beside the first of all.
func (c *closer) find(iri, importer string) string {
	for _, dir := range []string{filepath.Dir(importer), filepath.Dir(c.opt.File)} {
		if found := c.folder(dir).find(iri); found != "" {
			return found
		}
	}
	return ""
}

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

func (f *folder) find(iri string) string {
	if !f.read {
		f.read = true
		f.catalog = readCatalog(filepath.Join(f.dir, catalogName), 0)
	}
	if path := f.catalog.find(iri); path != "" {
		return path
	}
	if !f.scanned {
		f.scanned = true
		f.scan()
	}
	return f.files[iri]
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
	return slices.Contains([]string{".owl", ".rdf", ".rdfs", ".xml", ".ttl", ".n3", ".nt"}, filepath.Ext(name))
}

// identify returns the IRIs by which the ontology in a file may be imported. It
// reads no further than the header, which stands first in what tools write.
func identify(path string) (iri, version string) {
	const far = 5000 // triples
	file, err := os.Open(path)
	if err != nil {
		return "", ""
	}
	defer file.Close()
	r, err := unpacked(file)
	if err != nil {
		return "", ""
	}
	s := newStore(64)
	n := 0
	// An error leaves what was read before it: good enough to recognise a file,
	// which is read in earnest afterwards.
	_ = rdfio.Decode(r, rdfio.Options{File: path, Base: baseOf(path)}, func(t rdf.Triple) error {
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
