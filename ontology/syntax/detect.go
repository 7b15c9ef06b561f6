package syntax

import (
	"bytes"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Detect returns the syntax of a document from its first bytes, rdfio.HeadSize of
// them. The name of a file says little: .owl files in the wild hold at least five syntaxes. The
// error is a *rdfio.SyntaxError that says what the document looks like.
func (all Table) Detect(head []byte) (*Syntax, error) {
	if msg := binaryKind(head); !msg.IsZero() {
		return nil, wrongAt(head, 0, "%v", msg)
	}
	h, err := rdfio.NewHead(head)
	if err != nil {
		return nil, err
	}
	if at, msg := notOntology(h); !msg.IsZero() {
		return nil, wrongAt(h.Text, at, "%v", msg)
	}
	var best *Syntax
	most := rdfio.No
	for _, s := range all {
		if c := s.Detect(h); c > most {
			best, most = s, c
		}
	}
	if best == nil {
		at, msg := unknown(h)
		return nil, wrongAt(h.Text, at, "%v", msg)
	}
	return best, nil
}

// binaryKind names a document that is not text.
func binaryKind(head []byte) english.Phrase {
	magic := []struct {
		prefix string
		what   english.Word
	}{
		{"PK\x03\x04", english.Word("a zip archive (or an Office document)")},
		{"\x1F\x8B", english.Word("a gzip file")},
		{"\x28\xB5\x2F\xFD", english.Word("a Zstandard file")},
		{"BZh", english.Word("a bzip2 file")},
		{"%PDF-", english.Word("a PDF document")},
		{"SQLite format 3", english.Word("an SQLite database")},
		{"\x89PNG", english.Word("an image")},
	}
	for _, m := range magic {
		if bytes.HasPrefix(head, []byte(m.prefix)) {
			return english.Phrasef("this looks like %s; expected an ontology: unpack or export it first", m.what)
		}
	}
	if enc, _, _ := rdfio.UnicodeCharset(head); enc == nil && bytes.IndexByte(head, 0) >= 0 {
		return english.Phrasef("this looks like a binary file (it holds NUL bytes); expected an ontology")
	}
	return english.Phrase{}
}

var (
	latex  = lazyre.Compile(`^\\documentclass`)
	gitLFS = lazyre.Compile(`^version https://git-lfs`)
)

// notOntology names a text that is certainly not an ontology, and where that
// shows.
func notOntology(h *rdfio.Head) (at int, msg english.Phrase) {
	at = len(h.Text) - len(h.Start)
	switch {
	case len(h.Start) == 0 && bytes.IndexByte(h.Text, '#') < 0:
		return 0, english.Phrasef("the file is empty; expected an ontology")
	case h.Root != nil && isHTML(h.Root.Local):
		return h.Root.At, english.Phrasef("this looks like an HTML page; expected an ontology: download the ontology itself, not the page about it")
	case latex().Match(h.Start):
		return at, english.Phrasef("this looks like LaTeX; expected an ontology: save it from Protégé as RDF/XML or Turtle")
	case gitLFS().Match(h.Start):
		return at, english.Phrasef("this looks like a Git LFS pointer; fetch the file itself with \"git lfs pull\"")
	}
	return 0, english.Phrase{}
}

func isHTML(local string) bool {
	return strings.EqualFold(local, "html") || strings.EqualFold(local, "head") || strings.EqualFold(local, "body")
}

// unknown describes a text that no syntax wants.
func unknown(h *rdfio.Head) (at int, msg english.Phrase) {
	at = len(h.Text) - len(h.Start)
	switch {
	case h.Root != nil:
		return h.Root.At, english.Phrasef("this looks like XML but not RDF/XML (root element %s); expected a root element rdf:RDF or, for OWL/XML, Ontology", rdfio.Quote(h.Root.Name))
	case h.JSON:
		return at, english.Phrasef("this looks like JSON that is neither JSON-LD (it has no \"@context\", \"@graph\" or \"@id\") nor an OBO graph (no \"graphs\")")
	}
	return at, english.Phrasef("this is in no syntax of ontologies")
}
