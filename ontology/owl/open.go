package owl

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Open reads the ontology in a file and its imports. It looks for an import in the
// catalog-v001.xml beside the file, then in the folder by ontology IRI and version IRI,
// and then calls [Options.Fetch] if set. A missing or unreadable import is a finding, not
// an error.
func Open(path string, opt Options) (*Ontology, error) {
	return OpenContext(context.Background(), path, opt)
}

// OpenContext is Open with a context for Options.Fetch.
func OpenContext(ctx context.Context, path string, opt Options) (*Ontology, error) {
	opt.File = path
	c := newClosure(opt)
	defer c.summing.Wait() // an error leaves nothing behind
	doc, err := c.root(path)
	if err != nil {
		return nil, err
	}
	if err := c.close(ctx, doc); err != nil {
		return nil, named(path, err)
	}
	return c.finish(ctx)
}

// root reads the file itself, or the text that stands for it.
func (c *closure) root(path string) (*document, error) {
	if c.opt.Text == nil {
		return c.open(path)
	}
	c.done[absolute(path)] = true
	doc, err := c.read(bytes.NewReader(c.opt.Text), path)
	if err == nil {
		c.done[doc.iri], c.done[doc.version] = true, true
	}
	return doc, err
}

func (c *closure) open(path string) (*document, error) {
	c.done[absolute(path)] = true
	f, err := os.Open(path)
	if err != nil {
		return nil, err // names the file
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, english.Errorf("%s: not an ontology file, but a %s", shown(path), modeName(info.Mode()))
	}
	doc, err := c.read(f, path)
	if err == nil {
		c.done[doc.iri], c.done[doc.version] = true, true
	}
	return doc, err
}

func modeName(m os.FileMode) english.Word {
	if m.IsDir() {
		return english.Word("folder")
	}
	return english.Word("device or pipe")
}

// close reads the imports of root breadth-first.
func (c *closure) close(ctx context.Context, root *document) error {
	for level, depth := []*document{root}, 0; len(level) > 0; depth++ {
		var next []*document
		for _, doc := range level {
			for _, iri := range doc.imports {
				imported, err := c.imported(ctx, doc, iri, depth)
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

// imported reads ontology iri, which doc imports. The result is nil if it was read
// before, or is unreadable, which is reported.
func (c *closure) imported(ctx context.Context, doc *document, iri string, depth int) (*document, error) {
	if c.done[iri] {
		c.again(doc, iri)
		return nil, nil
	}
	path, how := c.find(iri, doc)
	switch {
	case path != "" && c.done[absolute(path)]:
		c.done[iri] = true
		c.found(doc, iri, Already, path)
		return nil, nil
	case path == "" && (c.opt.Fetch == nil || wellKnown(iri) || !isWeb(iri)):
		c.done[iri] = true
		c.missing(doc, iri, english.Phrasef("neither %s nor a file in the folder has it", catalogName))
		return nil, nil
	case depth >= c.opt.Limits.Depth:
		return nil, tooLarge("Depth", int64(c.opt.Limits.Depth), "imports go more than %d deep")
	case len(c.docs) >= c.opt.Limits.Files:
		return nil, tooLarge("Files", int64(c.opt.Limits.Files), "imports bring in more than %d files")
	}
	c.done[iri] = true
	var imported *document
	var err error
	if path != "" {
		imported, err = c.open(path)
	} else {
		imported, err = c.fetch(ctx, iri)
		path, how = redact.Strip(iri), Fetched
	}
	limit := (*LimitError)(nil)
	switch {
	case err == nil:
		c.found(doc, iri, how, path)
	case errors.As(err, &limit) || ctx.Err() != nil || errors.Is(err, context.Canceled):
		return nil, err
	default:
		c.unreadable(doc, iri, path, err)
	}
	return imported, nil
}

// found notes how an import was found.
func (c *closure) found(doc *document, iri string, how Found, file string) {
	c.imports = append(c.imports, Import{IRI: redact.Text(iri), By: doc.file, Found: how, File: file})
}

// again notes an import that was read or reported before.
func (c *closure) again(doc *document, iri string) {
	for _, i := range c.imports {
		if i.IRI == redact.Text(iri) {
			if i.Found == InCatalog || i.Found == InFolder || i.Found == Fetched {
				i.Found = Already
			}
			c.found(doc, iri, i.Found, i.File)
			return
		}
	}
	c.found(doc, iri, Already, "") // it is the file itself, or the version of one
}

// unreadable reports an import whose file cannot be read.
func (c *closure) unreadable(doc *document, iri, file string, err error) {
	c.found(doc, iri, Unreadable, file)
	var why any = err
	if s := err.Error(); shown(s) != s {
		why = shown(s)
	}
	c.report(Finding{
		Level: Warning, Code: UnreadableImport, Subject: redact.Text(iri),
		File: doc.file, Line: lineOf(doc.data, iri),
		Says: english.Phrasef("imports %s, which cannot be read: %v", shown(iri), why),
	})
}

// missing reports an import that was not read.
func (c *closure) missing(doc *document, iri string, why english.Phrase) {
	f := Finding{
		Level: Warning, Code: MissingImport, Subject: redact.Text(iri),
		File: doc.file, Line: lineOf(doc.data, iri),
		Says: english.Phrasef("imports %s, which was not read: %v; save a copy beside the file", shown(iri), why),
	}
	how := Missing
	if wellKnown(iri) {
		how, f.Level = Vocabulary, Info
		f.Says = english.Phrasef("imports %s, which was not read and is not needed: it is a known vocabulary", shown(iri))
	}
	c.found(doc, iri, how, "")
	c.report(f)
}

func (c *closure) fetch(ctx context.Context, iri string) (*document, error) {
	if c.fetches++; c.fetches > c.opt.Limits.Fetched {
		return nil, tooLarge("Fetched", int64(c.opt.Limits.Fetched), "more than %d imports to fetch")
	}
	r, err := c.opt.Fetch(ctx, iri)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	doc, err := c.read(r, redact.Strip(iri)) // its name, and the base of its IRIs
	if err == nil {
		doc.fetched = true
		c.done[doc.iri], c.done[doc.version] = true, true
	}
	return doc, err
}

func isWeb(s string) bool { return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") }

// wellKnown reports whether iri is a vocabulary whose meaning is built in and which holds
// no domain concepts.
func wellKnown(iri string) bool {
	switch strings.TrimRight(iri, "#/") + "#" {
	case nsRDF, nsRDFS, nsOWL, nsSKOS, nsSKOSXL,
		"http://purl.org/dc/elements/1.1#", "http://purl.org/dc/terms#":
		return true
	}
	return false
}

// find returns the file of ontology iri and how it was found: beside the importing file,
// or beside the first file.
func (c *closure) find(iri string, importer *document) (string, Found) {
	dirs := []string{filepath.Dir(c.opt.File)}
	if !importer.fetched {
		dirs = []string{filepath.Dir(importer.file), dirs[0]}
	}
	for _, dir := range dirs {
		if path, how := c.folder(dir).find(iri); path != "" {
			return path, how
		}
	}
	return "", ""
}
