package turtle

import (
	"bytes"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

var turtlePrefix = lazyre.Compile(`(?im)^[ \t]*(?:@prefix|prefix)[ \t]+([^\s:<"#]*):[ \t]*<([^>\s]*)>`)

// prefixes returns the prefixes that a document in Turtle declares at its
// beginning, relative to no base.
func prefixes(text []byte) map[string]string {
	found := map[string]string{}
	base, _ := rdfio.ParseBase("file:///")
	for _, m := range turtlePrefix().FindAllSubmatch(text[:min(len(text), rdfio.PrefixHead)], -1) {
		if iri, bad := rdfio.Unescape(nil, m[2], false); bad == nil && !bytes.ContainsRune(iri, '\\') {
			found[string(m[1])] = base.Join(rdfio.EscapeIRI(string(iri)))
		}
	}
	return found
}
