package syntax

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// xmlRoots are documents of the syntaxes in XML: what a DOCTYPE holds and what
// a text says is put in.
func xmlRoots() map[string]func(subset, text string) string {
	return map[string]func(subset, text string) string{
		"rdfxml": func(subset, text string) string {
			return `<?xml version="1.0"?><!DOCTYPE rdf:RDF [` + subset + `]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/"><rdf:Description rdf:about="http://x.org/a"><x:p>` + text + `</x:p></rdf:Description></rdf:RDF>`
		},
		"owlxml": func(subset, text string) string {
			return `<?xml version="1.0"?><!DOCTYPE Ontology [` + subset + `]>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://x.org/o"><AnnotationAssertion><AnnotationProperty IRI="#p"/><IRI>#a</IRI><Literal>` + text + `</Literal></AnnotationAssertion></Ontology>`
		},
	}
}

// doubled declares entities of which each is ten of the one before.
func doubled(depth int) string {
	var b strings.Builder
	b.WriteString(`<!ENTITY e0 "ha">`)
	for i := range depth {
		n := string(rune('0' + i))
		b.WriteString(`<!ENTITY e` + string(rune('1'+i)) + ` "` + strings.Repeat("&e"+n+";", 10) + `">`)
	}
	return b.String()
}

// Entities are texts of the document itself. Others are refused by name, and
// none makes much of little.
func TestEntities(t *testing.T) {
	many := strings.Repeat("&e5;", 10)
	tests := []struct {
		name, subset, text, want string
		limit                    string
	}{
		{"none", "", "x", "", ""},
		{"text", `<!ENTITY e "a&#66;">`, "&e;", "", ""},
		{"billion laughs", doubled(9), "&e9;", "nested more than 8 deep", ""},
		{"ten million laughs", doubled(7), "&e7;", "expands to more than 1048576 bytes", "Expanded"},
		{"laughs on and on", doubled(5), many, "the entities of this file expand to more than 1048576 bytes", "Expanded"},
		{"a circle", `<!ENTITY a "&b;"><!ENTITY b "&a;">`, "&a;", "nested more than 8 deep, or in a circle", ""},
		{"external", `<!ENTITY secret SYSTEM "file:///etc/passwd">`, "&secret;", "secret", ""},
		{"external, public", `<!ENTITY secret PUBLIC "-//X//Y" "http://x.org/y">`, "x", "secret", ""},
		{"parameter", `<!ENTITY % params SYSTEM "http://x.org/evil.dtd"> %params;`, "x", "params", ""},
		{"parameter in the subset", `<!ENTITY % params "<!ENTITY a 'b'>"> %params;`, "x", "params", ""},
		{"not declared", "", "&nbsp;", "the entity &nbsp; is not declared in this file", ""},
		{"markup", `<!ENTITY m "<x/>">`, "&m;", "the entity &m; holds markup", ""},
		{"many", manyEntities(201), "x", "more than 200 entities are declared", "Entities"},
	}
	for f, document := range xmlRoots() {
		for _, tt := range tests {
			doc := document(tt.subset, tt.text)
			all, err := decodeAll([]byte(doc), Options{File: "f"})
			if tt.want == "" {
				if err != nil || len(all) == 0 {
					t.Errorf("%s, %s: %d triples, %v", f, tt.name, len(all), err)
				}
				continue
			}
			var syn *rdfio.SyntaxError
			if !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s, %s: error %.200v\nwant %s", f, tt.name, err, tt.want)
			}
			var limit *rdfio.LimitError
			if named := errors.As(err, &limit); named != (tt.limit != "") || named && limit.Limit != tt.limit {
				t.Errorf("%s, %s: error %.200v names the limit %v, want %q", f, tt.name, err, limit, tt.limit)
			}
		}
		raised := rdfio.Limits{Expanded: 10 << 20, Entities: 300}
		for _, doc := range []string{document(doubled(5), many), document(manyEntities(201), "x")} {
			if _, err := decodeAll([]byte(doc), Options{Limits: raised}); err != nil {
				t.Errorf("%s: limits raised: %v", f, err)
			}
		}
	}
}

func manyEntities(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`<!ENTITY n` + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ` "x">`)
	}
	return b.String()
}

// A page that a browser saved under an ontology's name is told as such, however
// it is stored and however its server spelt it.
func TestPages(t *testing.T) {
	for _, page := range []string{
		"<!DOCTYPE html><html><head><title>o.owl</title></head></html>",
		"<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<HTML>",
		"\n\n<html lang=\"zh\"><body>404 找不到</body></html>",
		"<!-- saved from url=(0014)about:internet -->\n<html>",
		"<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\"><html xmlns=\"http://www.w3.org/1999/xhtml\"/>",
	} {
		for _, data := range [][]byte{[]byte(page), pack([]byte(page)), append([]byte("\xEF\xBB\xBF"), page...)} {
			_, err := decodeAll(data, Options{File: "f.owl"})
			if err == nil || !strings.HasPrefix(err.Error(), "f.owl:") || !strings.Contains(err.Error(), "this looks like an HTML page") {
				t.Errorf("%.40q: %v", page, err)
			}
		}
	}
}

// A packed file may be a hundred times as large as it looks, and no more than
// the limit is unpacked of it, in every syntax.
func TestBombs(t *testing.T) {
	for f, sample := range samples() {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(sample))
		filler := bytes.Repeat([]byte("\n"), 1<<20)
		for range 8 {
			z.Write(filler)
		}
		z.Close()
		_, err := decodeAll(b.Bytes(), Options{File: "f", Limits: rdfio.Limits{Bytes: 1 << 20}})
		var limit *rdfio.LimitError
		if !errors.As(err, &limit) || limit.Limit != "Bytes" || limit.Max != 1<<20 {
			t.Errorf("%s: %d bytes of gzip: %v", f, b.Len(), err)
		}
		if _, err := decodeAll(b.Bytes()[:b.Len()/2], Options{File: "f"}); err == nil {
			t.Errorf("%s: half of a packed file is no error", f)
		}
	}
}
