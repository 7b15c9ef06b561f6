package convert_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// tabbed is a toy syntax: a first line "!tabbed 1", then three IRIs a line
// with tabs between them. It is all that a new syntax has to bring.
func tabbed() *syntax.Syntax {
	const magic = "!tabbed "
	return &syntax.Syntax{
		Name: "tabbed", Title: "Tabbed IRIs", Exts: []string{".tab"}, Media: "text/tabbed",
		Detect: func(h *rdfio.Head) rdfio.Certainty { return rdfio.Sure.If(bytes.HasPrefix(h.Start, []byte(magic))) },
		Decode: func(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
			terms, err := rdfio.NewTerms(opt.BlankPrefix)
			if err != nil {
				return err
			}
			lines := bufio.NewScanner(r)
			lines.Scan()
			for n := 2; lines.Scan(); n++ {
				s, rest, _ := strings.Cut(lines.Text(), "\t")
				p, o, _ := strings.Cut(rest, "\t")
				subj, err1 := terms.IRI(s)
				pred, err2 := terms.IRI(p)
				obj, err3 := terms.IRI(o)
				if err1 != nil || err2 != nil || err3 != nil {
					return opt.Named(&rdfio.SyntaxError{Line: n, Col: 1, Msg: "expected three IRIs"})
				}
				if err := yield(rdf.Triple{Subj: subj.Subject(), Pred: pred.Predicate(), Obj: obj.Object()}); err != nil {
					return err
				}
			}
			return lines.Err()
		},
		Encode: func(w io.Writer, triples []rdf.Triple, _ rdfio.EncodeOptions) ([]rdfio.Loss, error) {
			if _, err := fmt.Fprintln(w, magic+"1"); err != nil {
				return nil, err
			}
			var left []rdf.Triple
			for _, t := range triples {
				if t.Subj.Type() != rdf.TermIRI || t.Obj.Type() != rdf.TermIRI {
					left = append(left, t)
				} else if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", t.Subj, t.Pred, t.Obj); err != nil {
					return nil, err
				}
			}
			return rdfio.Losses(left)
		},
	}
}

const storm = `@prefix : <http://x.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://x.org/o> a owl:Ontology . :Storm a owl:Class . :Typhoon a owl:Class ; rdfs:subClassOf :Storm ; rdfs:label "台风"@zh .
`

// A syntax is one row: with it in the table, documents in it are recognised,
// read, written and converted, wherever in the table it stands.
func TestNewSyntaxIsOneRow(t *testing.T) {
	for _, table := range []syntax.Table{append(syntax.All(), tabbed()), append(syntax.Table{tabbed()}, syntax.All()...)} {
		opt := convert.Options{Syntaxes: table}
		d, err := convert.Parse("o.ttl", []byte(storm), opt)
		if err != nil {
			t.Fatal(err)
		}
		to := table.Written().OfFile("x.tab.gz")
		if to == nil || table.Named("Tabbed") != to || !table.MayBe("x.tab") || !strings.Contains(table.Accept(), "text/tabbed") {
			t.Fatalf("the row is not found by name, file and media type: %v", to)
		}
		text, left, err := d.Write(to)
		if err != nil || len(left) != 1 || !strings.Contains(left[0].String(), "台风") {
			t.Fatalf("%v, not written %v", err, left)
		}
		for _, in := range []string{string(text), "\xEF\xBB\xBF" + string(text), "\n\n" + string(text)} {
			if s, err := table.Detect([]byte(in)); err != nil || s != to {
				t.Errorf("%q is taken for %v, %v", in, s, err)
			}
		}
		n := 0
		if err := table.Decode(bytes.NewReader(text), syntax.Options{}, func(rdf.Triple) error { n++; return nil }); err != nil || n != 4 {
			t.Errorf("%d triples, %v", n, err)
		}
		back, err := convert.Parse("o.tab", text, opt)
		if err != nil || back.IRI != "http://x.org/o" || len(back.Triples) != 4 {
			t.Fatalf("%+v, %v", back, err)
		}
		turtle, left, err := back.Write(table.Named("turtle"))
		if err != nil || len(left) > 0 || !strings.Contains(string(turtle), ":Typhoon a owl:Class ;\n    rdfs:subClassOf :Storm .") {
			t.Errorf("%v %v\n%s", err, left, turtle)
		}
		for _, s := range syntax.All() { // the others are recognised as before
			if s.Encode == nil {
				continue
			}
			if text, _, err := d.Write(s); err != nil {
				t.Error(err)
			} else if got, err := table.Detect(text); err != nil || got.Name != s.Name {
				t.Errorf("%s is taken for %v, %v", s.Name, got, err)
			}
		}
	}
	if _, err := convert.Parse("o.tab", []byte("!tabbed 1\nhttp://x.org/o\n"), convert.Options{Syntaxes: append(syntax.All(), tabbed())}); err == nil || err.Error() != "o.tab:2:1: expected three IRIs" {
		t.Errorf("a flaw: %v", err)
	}
}
