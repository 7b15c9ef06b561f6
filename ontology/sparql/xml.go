package sparql

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/knakk/rdf"
)

// XML writes the answer to SELECT or ASK in the SPARQL Query Results XML Format (W3C Recommendation, 2013).
// A character that XML does not have becomes U+FFFD; what a terminal obeys is written as a reference.
func (r *Result) XML(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\n  <head>\n") // not translated: XML
	for _, v := range r.Vars {
		fmt.Fprintf(out, "    <variable name=\"%s\"/>\n", v) // not translated: XML; letters, digits and _ (SPARQL 1.1, VARNAME)
	}
	fmt.Fprint(out, "  </head>\n")
	if r.Kind == Ask {
		fmt.Fprintf(out, "  <boolean>%t</boolean>\n</sparql>\n", r.True)
		return out.Flush()
	}
	fmt.Fprint(out, "  <results>\n")
	for _, row := range r.Rows {
		fmt.Fprint(out, "    <result>\n")
		for i, t := range row {
			if t != nil {
				fmt.Fprintf(out, "      <binding name=\"%s\">", r.Vars[i]) // not translated: XML
				xmlTerm(out, t)
				fmt.Fprint(out, "</binding>\n")
			}
		}
		fmt.Fprint(out, "    </result>\n")
	}
	fmt.Fprint(out, "  </results>\n</sparql>\n")
	return out.Flush() // it reports the first error of all writes
}

func xmlTerm(w *bufio.Writer, t rdf.Term) {
	name, attr := "bnode", ""
	switch t := t.(type) {
	case rdf.IRI:
		name = "uri"
	case rdf.Literal:
		name = "literal"
		if lang := t.Lang(); lang != "" {
			attr = ` xml:lang="` + xmlText(lang) + `"`
		} else if dt := t.DataType.String(); dt != xsdString {
			attr = ` datatype="` + xmlText(dt) + `"`
		}
	}
	fmt.Fprintf(w, "<%s%s>%s</%s>", name, attr, xmlText(t.String()), name)
}

// xmlText escapes s for text and attributes.
func xmlText(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) //nolint:errcheck // a Builder takes all
	var out []byte
	for _, c := range b.String() {
		if unicode.Is(unicode.Cf, c) || unicode.IsControl(c) {
			out = fmt.Appendf(out, "&#x%X;", c)
		} else {
			out = append(out, string(c)...)
		}
	}
	return string(out)
}
