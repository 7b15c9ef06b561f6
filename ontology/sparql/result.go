package sparql

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/term"
)

// Kind says what a query asks.
type Kind string

const (
	Select    Kind = "SELECT"
	Ask       Kind = "ASK"
	Construct Kind = "CONSTRUCT"
)

// Result is the answer to a query.
type Result struct {
	Kind    Kind
	Vars    []string     // of SELECT
	Rows    [][]rdf.Term // of SELECT: a term for each variable; nil: it has none
	True    bool         // of ASK
	Triples []rdf.Triple // of CONSTRUCT
}

// xsdString is the datatype of texts that need none.
const xsdString = "http://www.w3.org/2001/XMLSchema#string"

// JSON writes the answer to SELECT or ASK in the SPARQL 1.1 Query Results JSON Format. What a terminal
// obeys is escaped.
func (r *Result) JSON(w io.Writer) error {
	type head struct {
		Vars []string `json:"vars"`
	}
	if r.Kind == Ask {
		return term.WriteJSON(w, struct {
			Head struct{} `json:"head"`
			True bool     `json:"boolean"`
		}{True: r.True}, "  ")
	}
	type results struct {
		Bindings []map[string]jsonTerm `json:"bindings"`
	}
	all := make([]map[string]jsonTerm, len(r.Rows))
	for i, row := range r.Rows {
		all[i] = map[string]jsonTerm{}
		for j, t := range row {
			if t != nil {
				all[i][r.Vars[j]] = newJSONTerm(t)
			}
		}
	}
	return term.WriteJSON(w, struct {
		Head    head    `json:"head"`
		Results results `json:"results"`
	}{head{r.Vars}, results{all}}, "  ")
}

type jsonTerm struct {
	Type     string `json:"type"`
	Value    string `json:"value"`
	Lang     string `json:"xml:lang,omitempty"`
	Datatype string `json:"datatype,omitempty"`
}

func newJSONTerm(t rdf.Term) jsonTerm {
	switch t := t.(type) {
	case rdf.IRI:
		return jsonTerm{Type: "uri", Value: t.String()}
	case rdf.Literal:
		j := jsonTerm{Type: "literal", Value: t.String(), Lang: t.Lang()}
		if dt := t.DataType.String(); j.Lang == "" && dt != xsdString {
			j.Datatype = dt
		}
		return j
	}
	return jsonTerm{Type: "bnode", Value: t.String()}
}

// CSV writes the answer to SELECT in the CSV form of the SPARQL 1.1 Query Results CSV and TSV Formats: plain
// values, lines that end in CR LF. As in the other tables of the program, a cell that a spreadsheet would
// compute begins with ', and what a terminal obeys is shown as \x1b.
func (r *Result) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	out.Write(r.Vars) //nolint:errcheck // Error returns it
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, t := range row {
			if cells[i] = plainValue(t); !isNumber(cells[i]) {
				cells[i] = term.Cell(cells[i])
			}
		}
		out.Write(cells) //nolint:errcheck // Error returns it
	}
	out.Flush()
	return out.Error()
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// plainValue is a term without its kind; "_:b" of a blank node.
func plainValue(t rdf.Term) string {
	switch t := t.(type) {
	case nil:
		return ""
	case rdf.Blank:
		return "_:" + t.String()
	}
	return t.String()
}

// TSV writes the answer to SELECT with the terms as Turtle has them.
func (r *Result) TSV(w io.Writer) error {
	var b strings.Builder
	for i, v := range r.Vars {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString("?" + v)
	}
	b.WriteByte('\n')
	for _, row := range r.Rows {
		for i, t := range row {
			if i > 0 {
				b.WriteByte('\t')
			}
			if t != nil {
				escaped(&b, t.Serialize(rdf.NTriples))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// escaped writes the form of a term with an escape sequence for what a terminal obeys.
func escaped(b *strings.Builder, s string) {
	for _, c := range s {
		if unicode.IsControl(c) || unicode.Is(unicode.Cf, c) {
			fmt.Fprintf(b, `\U%08X`, c)
		} else {
			b.WriteRune(c)
		}
	}
}

// Table writes the answer to SELECT or ASK for people. IRIs are shortened by prefixes, and nothing in it
// reaches a terminal unescaped.
func (r *Result) Table(w io.Writer, prefixes map[string]string) error {
	if r.Kind == Ask {
		return json.NewEncoder(w).Encode(r.True)
	}
	t := &term.Table{Head: r.Vars}
	for _, row := range r.Rows {
		cells := make([]string, len(row))
		for i, x := range row {
			cells[i] = shortened(x, prefixes) // Add makes it safe
		}
		t.Add(cells...)
	}
	return t.Write(w)
}

func shortened(t rdf.Term, prefixes map[string]string) string {
	if i, ok := t.(rdf.IRI); ok {
		for _, p := range slices.Sorted(maps.Keys(prefixes)) {
			if local, ok := strings.CutPrefix(i.String(), prefixes[p]); ok && local != "" && !strings.ContainsAny(local, "/#?:") {
				return p + ":" + local
			}
		}
	}
	return plainValue(t)
}
