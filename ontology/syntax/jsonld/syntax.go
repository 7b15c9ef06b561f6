package jsonld

import (
	"encoding/json"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Syntax returns the row of JSON-LD in the table of syntaxes.
func Syntax() *rdfio.Syntax {
	return &rdfio.Syntax{
		Name: "jsonld", Title: "JSON-LD", Exts: []string{".jsonld"}, Media: "application/ld+json;q=0.9",
		Detect: func(h *rdfio.Head) rdfio.Certainty { return rdfio.Sure.If(h.JSON && keyword().Match(h.Start)) },
		Decode: Decode, Encode: rdfio.Lossless(Encode), Prefixes: prefixes,
	}
}

var keyword = lazyre.Compile(`"@(context|id|graph|type|vocab|base|set|list|value)"\s*:`)

// prefixes returns the terms of the context that may be prefixes (JSON-LD 1.1, section
// 4.4: a simple term whose IRI ends in a delimiter).
func prefixes(text []byte) map[string]string {
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
