package rdfio

import (
	"bytes"
	"regexp"
	"strings"
)

var turtlePrefix = regexp.MustCompile(`(?im)^[ \t]*(?:@prefix|prefix)[ \t]+([^\s:<"#]*):[ \t]*<([^>\s]*)>`)

// TurtlePrefixes returns the prefixes that a document in Turtle declares at its
// beginning, relative to no base.
func TurtlePrefixes(text []byte) map[string]string {
	found := map[string]string{}
	base, _ := parseBase(baseOf(Options{}))
	for _, m := range turtlePrefix.FindAllSubmatch(text[:min(len(text), PrefixHead)], -1) {
		if iri, bad := unescape(nil, m[2], false); bad == nil && !bytes.ContainsRune(iri, '\\') {
			found[string(m[1])] = base.resolve(escapeIRI(string(iri)))
		}
	}
	return found
}

// XMLPrefixes returns the prefixes that the root element of a document declares.
func XMLPrefixes(text []byte) map[string]string {
	found := map[string]string{}
	lim := Limits{}.withDefaults()
	x := newXMLReader(newWindow(bytes.NewReader(text), lim), lim)
	for x.next() == nil && x.kind != xmlEOF {
		if x.kind != xmlStart {
			continue
		}
		for i := range x.attrs {
			if prefix, ok := nsPrefix(x.attrs[i].name); ok {
				found[string(prefix)] = string(x.attrs[i].value)
			}
		}
		return found
	}
	return found
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
