package rdfio_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
)

func TestNewLiteral(t *testing.T) {
	for _, tt := range []struct{ text, lang, datatype, want string }{
		{"台风", "zh", "", `"台风"@zh`},
		{"颱風", "zh-Hant-TW", "ignored", `"颱風"@zh-Hant-TW`},
		{"a", "", "", `"a"`},
		{"1", "", "http://www.w3.org/2001/XMLSchema#integer", `"1"^^<http://www.w3.org/2001/XMLSchema#integer>`},
		{"a", "not a tag", "", "is not a language tag"},
		{"a", "-", "", "is not a language tag"},
		{"a", "", "not an IRI", "is not a valid IRI"},
	} {
		got := ""
		l, err := rdfio.NewLiteral(tt.text, tt.lang, tt.datatype)
		if err != nil {
			got = err.Error()
		} else {
			triples, err := decode([]byte("<e:s> <e:p> <e:o> ."), rdfio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			triples[0].Obj = l
			var b strings.Builder
			if err := ntriples.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
				t.Fatal(err)
			}
			got = b.String()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("NewLiteral(%q, %q, %q): got %s, want %s", tt.text, tt.lang, tt.datatype, got, tt.want)
		}
	}
}
