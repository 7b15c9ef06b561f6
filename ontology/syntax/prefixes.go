package syntax

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Prefixes returns the prefix names that the document declares at its
// beginning, without colon, with what they stand for. They mean nothing, but
// whoever writes the document again should keep them. What cannot be read has
// none, and neither have N-Triples and OBO graphs.
func (d *Document) Prefixes() map[string]string {
	switch d.Format {
	case RDFXML, Turtle:
		r := io.MultiReader(bytes.NewReader(mark()), bytes.NewReader(d.Text))
		return rdfio.Prefixes(r, rdfio.Options{Format: d.Format})
	case JSONLD:
		return contextPrefixes(d.Text)
	}
	found := map[string]string{}
	declaration := prefixPattern(d.Format)
	if declaration == nil {
		return found
	}
	head := d.Text[:min(len(d.Text), prefixHead)]
	for _, m := range declaration.FindAllSubmatch(head, -1) {
		if name, ns := string(m[1]), string(m[2]); !strings.Contains(ns, "&") { // an entity of XML
			found[name] = ns
		}
	}
	return found
}

// prefixHead is how much of a document is looked at: declarations stand first.
const prefixHead = 1 << 20

// prefixPattern matches a declaration, its name and its IRI.
func prefixPattern(f Format) *regexp.Regexp {
	switch f {
	case Functional: // OWL 2 Structural Specification, section 3.7
		return regexp.MustCompile(`\bPrefix\(\s*([^\s:=()<>"]*):\s*=\s*<([^<>\s]*)>\s*\)`)
	case Manchester: // OWL 2 Manchester Syntax, section 2.2
		return regexp.MustCompile(`(?m)^\s*Prefix:\s*([^\s:<>"]*):\s*<([^<>\s]*)>`)
	case OWLXML: // OWL 2 XML Serialization, section 3.2
		return regexp.MustCompile(`<Prefix\s+name="([^"<>]*)"\s+IRI="([^"<>]*)"`)
	case OBO: // OBO 1.4, section 3.1: idspace
		return regexp.MustCompile(`(?m)^idspace:[ \t]*([^\s:]+)[ \t]+(\S+)`)
	}
	return nil
}

// contextPrefixes takes from the context of a JSON-LD document the terms that
// may be prefixes (JSON-LD 1.1, section 4.4: a simple term whose IRI ends in a
// delimiter).
func contextPrefixes(text []byte) map[string]string {
	found := map[string]string{}
	var doc struct {
		Context json.RawMessage `json:"@context"`
	}
	if json.Unmarshal(text, &doc) != nil {
		return found
	}
	var several []json.RawMessage
	if json.Unmarshal(doc.Context, &several) != nil {
		several = []json.RawMessage{doc.Context}
	}
	for _, c := range several {
		var terms map[string]any
		if json.Unmarshal(c, &terms) != nil {
			continue
		}
		for name, v := range terms {
			ns, ok := v.(string)
			if ok && !strings.HasPrefix(name, "@") && strings.Contains(ns, ":") && strings.ContainsAny(ns[len(ns)-1:], ":/?#[]@") {
				found[name] = ns
			}
		}
	}
	return found
}
