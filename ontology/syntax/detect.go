package syntax

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Detect returns the syntax of a document from its first bytes, rdfio.HeadSize of
// them. The name of a file says little: .owl files in the wild hold at least five syntaxes. The
// error is a *rdfio.SyntaxError that says what the document looks like.
func (all Table) Detect(head []byte) (*Syntax, error) {
	if msg := binaryKind(head); msg != "" {
		return nil, wrongAt(head, 0, msg)
	}
	h, err := rdfio.NewHead(head)
	if err != nil {
		return nil, err
	}
	if at, msg := notOntology(h); msg != "" {
		return nil, wrongAt(h.Text, at, msg)
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
		return nil, wrongAt(h.Text, at, msg)
	}
	return best, nil
}

// binaryKind names a document that is not text.
func binaryKind(head []byte) string {
	magic := []struct{ prefix, what string }{
		{"PK\x03\x04", "a zip archive (or an Office document)"},
		{"\x1F\x8B", "a gzip file"},
		{"\x28\xB5\x2F\xFD", "a Zstandard file"},
		{"BZh", "a bzip2 file"},
		{"%PDF-", "a PDF document"},
		{"SQLite format 3", "an SQLite database"},
		{"\x89PNG", "an image"},
	}
	for _, m := range magic {
		if bytes.HasPrefix(head, []byte(m.prefix)) {
			return "this looks like " + m.what + "; expected an ontology: unpack or export it first"
		}
	}
	if enc, _, _ := rdfio.UnicodeCharset(head); enc == nil && bytes.IndexByte(head, 0) >= 0 {
		return "this looks like a binary file (it holds NUL bytes); expected an ontology"
	}
	return ""
}

var (
	latex  = regexp.MustCompile(`^\\documentclass`)
	gitLFS = regexp.MustCompile(`^version https://git-lfs`)
)

// notOntology names a text that is certainly not an ontology, and where that
// shows.
func notOntology(h *rdfio.Head) (at int, msg string) {
	at = len(h.Text) - len(h.Start)
	switch {
	case len(h.Start) == 0 && bytes.IndexByte(h.Text, '#') < 0:
		return 0, "the file is empty; expected an ontology"
	case h.Root != nil && isHTML(h.Root.Local):
		return h.Root.At, "this looks like an HTML page; expected an ontology: download the ontology itself, not the page about it"
	case latex.Match(h.Start):
		return at, "this looks like LaTeX; expected an ontology: save it from Protégé as RDF/XML or Turtle"
	case gitLFS.Match(h.Start):
		return at, "this looks like a Git LFS pointer; fetch the file itself with \"git lfs pull\""
	}
	return 0, ""
}

func isHTML(local string) bool {
	return strings.EqualFold(local, "html") || strings.EqualFold(local, "head") || strings.EqualFold(local, "body")
}

// unknown describes a text that no syntax wants.
func unknown(h *rdfio.Head) (at int, msg string) {
	at = len(h.Text) - len(h.Start)
	switch {
	case h.Root != nil:
		return h.Root.At, "this looks like XML but not RDF/XML (root element " + rdfio.Quote(h.Root.Name) +
			"); expected a root element rdf:RDF or, for OWL/XML, Ontology"
	case h.JSON:
		return at, "this looks like JSON that is neither JSON-LD (it has no \"@context\", \"@graph\" or \"@id\") nor an OBO graph (no \"graphs\")"
	}
	return at, "this is in no syntax of ontologies"
}
