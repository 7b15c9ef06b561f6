package owl

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

type document struct {
	file    string
	iri     string // of the ontology
	version string
	imports []string
	fetched bool
	syntax  *syntax.Syntax
	charset string
	triples int
	data    []byte // as UTF-8
}

type closure struct {
	opt      Options
	store    *store
	docs     []*document
	left     int64          // bytes still allowed
	sum      hash.Hash      // use digest and hash
	summing  sync.WaitGroup // a document is being added to sum
	findings []Finding
	flaws    int
	folders  map[string]*folder
	done     map[string]bool // paths and IRIs read, or reported
	imports  []Import
	fetches  int
	prefixes map[string]string // of all files, if the mapping needs them
}

func newClosure(opt Options) *closure {
	opt.Limits = opt.Limits.withDefaults()
	return &closure{
		opt: opt, left: opt.Limits.Bytes, sum: sha256.New(),
		folders: map[string]*folder{}, done: map[string]bool{}, prefixes: map[string]string{},
	}
}

// read adds the triples of one document, or none if the document cannot be read to its
// end.
func (c *closure) read(r io.Reader, file string) (*document, error) {
	data, err := c.bytes(r)
	if err != nil {
		return nil, named(file, err)
	}
	text, err := syntax.Recognise(data)
	if err != nil {
		return nil, named(file, err)
	}
	if c.store == nil {
		c.store = newStore(len(text.Text) / cmp.Or(text.Syntax.TripleSize, 90))
	}
	doc := &document{file: file, data: text.Text, syntax: text.Syntax, charset: text.Charset}
	before := len(c.store.all)
	err = c.decode(doc, len(c.docs), func(t rdf.Triple) error {
		c.store.add(t)
		if c.opt.Statement != nil {
			c.opt.Statement(file, t)
		}
		return nil
	})
	if err != nil {
		c.store.all = c.store.all[:before]
		return nil, named(file, err)
	}
	if text.Guessed {
		c.report(Finding{Level: Warning, Code: Charset, File: file,
			Says: english.Phrasef("the file does not say its charset; it was read as %s; save it as UTF-8", text.Charset)})
	}
	if prefixed(c.opt.Mapping) {
		for name, ns := range text.Prefixes() {
			if c.prefixes[name] == "" { // the importing file's own go first
				c.prefixes[name] = ns
			}
		}
	}
	doc.triples = len(c.store.all) - before
	doc.header(c.store, c.store.all[before:])
	c.docs = append(c.docs, doc)
	c.digest(data)
	return doc, nil
}

// digest adds a document to the common hash in the background, after the previous
// document.
func (c *closure) digest(data []byte) {
	c.summing.Wait()
	c.summing.Go(func() { c.sum.Write(data) })
}

// hash returns the hash of all documents.
func (c *closure) hash() string {
	c.summing.Wait()
	return hex.EncodeToString(c.sum.Sum(nil))
}

// decode yields the triples of the i-th document.
func (c *closure) decode(doc *document, i int, yield func(rdf.Triple) error) error {
	base := c.opt.Base
	if base == "" || i > 0 {
		base = baseOf(doc.file)
	}
	d := syntax.Document{Syntax: doc.syntax, Text: doc.data}
	return d.Decode(syntax.Options{File: doc.file, Base: base, BlankPrefix: fmt.Sprintf("d%d", i), Warn: c.flaw, Limits: c.opt.Limits.Document}, yield)
}

// report keeps a finding.
func (c *closure) report(f Finding) { c.findings = append(c.findings, worded(f)...) }

// mostFlaws is how many flaws are listed; a generated file may have one in each line.
const mostFlaws = 20

func (c *closure) flaw(e *rdfio.SyntaxError) {
	if c.flaws++; c.flaws <= mostFlaws {
		c.report(Finding{Level: Warning, Code: Flaw, Says: safe(e.Phrase()), File: e.File, Line: e.Line})
	}
}

func (c *closure) moreFlaws() {
	if n := c.flaws - mostFlaws; n > 0 {
		c.report(Finding{Level: Warning, Code: Flaw, File: c.docs[0].file, Count: n,
			Says: english.Plural(n, "%d more flaw like these", "%d more flaws like these")})
	}
}

// bytes reads a file within the limits and decompresses it if necessary.
func (c *closure) bytes(r io.Reader) ([]byte, error) {
	data, err := c.limited(r)
	if err != nil {
		return nil, err
	}
	if syntax.Packed(data) {
		z, err := syntax.Unpack(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		if data, err = c.limited(z); err != nil {
			return nil, english.Errorf("unpacking: %w", err)
		}
	}
	c.left -= int64(len(data))
	return data, nil
}

func (c *closure) limited(r io.Reader) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(sizeOf(r), c.left, 64<<20)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(r, c.left+1))
	data := b.Bytes()
	if err == nil && int64(len(data)) > c.left {
		return nil, tooLarge("Bytes", c.opt.Limits.Bytes, "larger than %d bytes with what it imports")
	}
	return data, err
}

func sizeOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Len() int }: // a buffer
		return int64(r.Len())
	case *os.File:
		if info, err := r.Stat(); err == nil {
			return info.Size()
		}
	}
	return 0
}

// header reads the IRI and the imports of a document.
func (d *document) header(s *store, all []statement) {
	for _, st := range all {
		switch st.p {
		case vType:
			if st.o == object(vOntology) && d.iri == "" && !s.blank(st.s) {
				d.iri = s.names[st.s]
			}
		case vImports:
			if iri := s.textOf(st.o); iri != "" && !slices.Contains(d.imports, iri) {
				d.imports = append(d.imports, iri)
			}
		}
	}
	info := ""
	for _, st := range all {
		if s.names[st.s] != d.iri {
			continue
		}
		switch {
		case st.p == vVersionIRI:
			d.version = max(d.version, s.textOf(st.o))
		case st.p == vVersionInfo: // of several, the order in the file is none
			info = max(info, s.textOf(st.o))
		}
	}
	d.version = cmp.Or(d.version, info)
}

// finish builds the graph from the collected triples.
func (c *closure) finish(ctx context.Context) (*Ontology, error) {
	c.moreFlaws()
	root := c.docs[0]
	triples := len(c.store.all)
	r := newReader(c.store, c.opt, c.prefixes)
	g, err := r.graph(ctx)
	if err != nil {
		return nil, named(root.file, err)
	}
	o := &Ontology{
		Graph: g, IRI: redact.Text(root.iri), Version: redact.Text(root.version), Triples: triples,
		Syntax: root.syntax, Charset: root.charset, Imports: c.imports,
		Hash:      c.hash(),
		Findings:  slices.Concat(c.findings, c.circles(g), r.findings(g, root)),
		Inference: r.inference,
	}
	sorts.Stable(o.Findings, func(a, b Finding) int { return cmp.Compare(b.Level, a.Level) })
	for _, d := range c.docs {
		o.Files = append(o.Files, d.file)
		o.Read = append(o.Read, File{Name: d.file, IRI: redact.Text(d.iri), Version: redact.Text(d.version), Syntax: d.syntax, Charset: d.charset, Triples: d.triples})
	}
	return o, nil
}

// baseOf returns the base of a file that states none.
func baseOf(file string) string {
	if isWeb(file) {
		return redact.Strip(file)
	}
	return "file:///" + escaped(filepath.Base(cmp.Or(file, "ontology")))
}

// named prefixes err with the file unless err names it already.
func named(file string, err error) error {
	var syntax *rdfio.SyntaxError
	if errors.As(err, &syntax) && syntax.File == "" {
		syntax.File = file
	}
	if file == "" || syntax != nil {
		return err
	}
	return english.Errorf("%s: %w", file, err)
}
