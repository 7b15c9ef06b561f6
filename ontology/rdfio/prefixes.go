package rdfio

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

var turtlePrefix = regexp.MustCompile(`(?im)^[ \t]*(?:@prefix|prefix)[ \t]+([^\s:<"#]*):[ \t]*<([^>\s]*)>`)

// prefixHead is how much of a Turtle document is looked at for prefixes, which
// stand first in what tools write.
const prefixHead = 1 << 20

// Prefixes returns the prefix names that a document in RDF/XML or Turtle
// declares at its beginning, without colon, with what they stand for: they mean
// nothing, but whoever writes the document again should keep them. What cannot
// be read has none.
func Prefixes(r io.Reader, opt Options) map[string]string {
	found := map[string]string{}
	opt.Limits = opt.Limits.withDefaults()
	t, err := newText(r, opt)
	if err != nil {
		return found
	}
	if t.format == RDFXML {
		xmlPrefixes(t, opt.Limits, found)
		return found
	}
	head, _ := io.ReadAll(io.LimitReader(t, prefixHead)) // an error leaves what was read before it
	base, err := parseBase(baseOf(opt))
	if err != nil {
		return found
	}
	for _, m := range turtlePrefix.FindAllSubmatch(head, -1) {
		if iri, bad := unescape(nil, m[2], false); bad == nil && !bytes.ContainsRune(iri, '\\') {
			found[string(m[1])] = base.resolve(escapeIRI(string(iri)))
		}
	}
	return found
}

// xmlPrefixes takes them from the root element.
func xmlPrefixes(t *text, lim Limits, found map[string]string) {
	x := newXMLReader(newWindow(t, lim), lim)
	for x.next() == nil && x.kind != xmlEOF {
		if x.kind != xmlStart {
			continue
		}
		for i := range x.attrs {
			if prefix, ok := nsPrefix(x.attrs[i].name); ok {
				found[string(prefix)] = string(x.attrs[i].value)
			}
		}
		return
	}
}

// IsPrefix reports whether a name, without colon, can be a prefix both in XML
// and in Turtle. The empty one can.
func IsPrefix(name string) bool {
	if name == "" {
		return true
	}
	n, _ := nameLen([]byte(name), true)
	return n == len(name) && validPrefix([]byte(name)) && isNCName(name) && !strings.HasPrefix(strings.ToLower(name), "xml")
}
