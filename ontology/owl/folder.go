package owl

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

func (c *closure) folder(dir string) *folder {
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

// folder finds the ontologies of a directory.
type folder struct {
	dir      string
	read     bool
	catalog  *catalog
	scanned  bool
	files    map[string]string // ontology IRI -> file
	versions map[string]string // version IRI -> file
	whole    []string          // files that can only be read whole
}

func (f *folder) find(iri string) (string, Found) {
	if !f.read {
		f.read = true
		f.catalog = readCatalog(filepath.Join(f.dir, catalogName), 0)
	}
	if path := f.catalog.find(iri); path != "" {
		return path, InCatalog
	}
	// A relative file name became such an IRI: see baseOf.
	if name, ok := strings.CutPrefix(iri, "file:///"); ok {
		if name = unescaped(name); filepath.IsLocal(filepath.FromSlash(name)) && isFile(filepath.Join(f.dir, filepath.FromSlash(name))) {
			return filepath.Join(f.dir, filepath.FromSlash(name)), InFolder
		}
	}
	if !f.scanned {
		f.scanned = true
		f.scan()
	}
	for i, path := range f.whole {
		if f.known(iri) != "" {
			break
		}
		if path != "" && mentions(path, iri) {
			f.whole[i] = ""
			f.note(path)
		}
	}
	return f.known(iri), InFolder
}

// known returns the file with an ontology IRI, else with a version IRI.
func (f *folder) known(iri string) string { return cmp.Or(f.files[iri], f.versions[iri]) }

// mostFiles bounds the files of a folder that are read.
const mostFiles = 2000

// scan reads the headers of all files that may be ontologies in a streaming syntax.
func (f *folder) scan() {
	f.files, f.versions = map[string]string{}, map[string]string{}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return
	}
	looked, syntaxes := 0, syntax.All()
	for _, e := range entries {
		if !e.Type().IsRegular() || !syntaxes.MayBe(e.Name()) || looked == mostFiles {
			continue
		}
		looked++
		path := filepath.Join(f.dir, e.Name())
		switch syn, head := headOf(path); {
		case syn == nil:
		case syn.Streams:
			f.note(path)
		default:
			if iri, version, ok := headerOf(syn, head); ok {
				f.add(path, iri, version)
			} else {
				f.whole = append(f.whole, path)
			}
		}
	}
}

// headerOf finds the header at the beginning of a document in a syntax that does not
// stream. It is not ok if the whole document must be read.
func headerOf(s *syntax.Syntax, head []byte) (iri, version string, ok bool) {
	if s.IRIOf == nil {
		return "", "", false
	}
	return s.IRIOf(head)
}

// note adds the ontology in a file.
func (f *folder) note(path string) {
	iri, version := identify(path)
	f.add(path, iri, version)
}

// add adds an ontology unless its IRI is known already.
func (f *folder) add(path, iri, version string) {
	if _, taken := f.files[iri]; iri != "" && !taken {
		f.files[iri] = path
	}
	if _, taken := f.versions[version]; version != "" && !taken {
		f.versions[version] = path
	}
}

// mentions reports whether a file holds an IRI. This avoids parsing most files in
// syntaxes that do not stream.
func mentions(path, iri string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	r, err := syntax.Unpack(file)
	if err != nil {
		return false
	}
	data, _ := io.ReadAll(io.LimitReader(r, identifyMax)) // the beginning will do
	if d, err := syntax.Recognise(data); err == nil {
		data = d.Text
	}
	return bytes.Contains(data, []byte(iri))
}

// headOf returns the syntax of a file (nil if unknown) and its beginning, as UTF-8 if the
// charset is known.
func headOf(path string) (*syntax.Syntax, []byte) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer file.Close()
	r, err := syntax.Unpack(file)
	if err != nil {
		return nil, nil
	}
	head := make([]byte, rdfio.HeadSize)
	n, _ := io.ReadFull(r, head) // a shorter file is a head too
	head = head[:n]
	if d, err := syntax.Recognise(head); err == nil {
		return d.Syntax, d.Text
	}
	s, err := syntax.All().Detect(head) // the head may end inside a character
	if err != nil {
		return nil, nil
	}
	return s, head
}

const identifyMax = 64 << 20 // bytes of a file that is read only for its header

// identify returns the ontology IRI and version IRI of a file. It reads only the header,
// which tools write first.
func identify(path string) (iri, version string) {
	const far = 5000 // triples
	s := newStore(64)
	n := 0
	// Errors are ignored: the triples read so far suffice to recognise a file, which is
	// parsed again if it is imported.
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

// decodeHead reads a file as far as yield needs, or as a whole if the syntax does not
// stream.
func decodeHead(path string, yield func(rdf.Triple) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := syntax.Unpack(file)
	if err != nil {
		return err
	}
	b := bufio.NewReaderSize(r, rdfio.HeadSize)
	head, _ := b.Peek(rdfio.HeadSize) // a shorter file is a head too
	opt := syntax.Options{File: path, Base: baseOf(path), Limits: rdfio.Limits{Bytes: identifyMax}}
	if s, err := syntax.All().Detect(head); err == nil && s.Streams {
		return s.Decode(b, opt, yield)
	}
	return syntax.Decode(b, opt, yield)
}
