package ontologycmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/crawl/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/learn"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
)

// offer is a name that may be added to an ontology.
type offer struct {
	coverage.Name
	As     string   `json:"as"`     // what it becomes when it is accepted
	Others []string `json:"others"` // other concepts that it may belong to
	Brings []string `json:"brings"` // pages of the run that would be relevant with it

	from string // where it was accepted, for errors
}

// addTerms appends the terms that are learned from the pages of the run, without those that
// are offered already.
func (a *app) addTerms(ctx context.Context, run *crawlcmd.Judged, d *convert.Document, file string, f *enrichFlags, all []offer) ([]offer, error) {
	s, err := a.OpenGraph(ctx, run.Config, file)
	if err != nil {
		return nil, err
	}
	on, other, err := crawlcmd.RunPages(ctx, a.App, run.Config, f.from)
	if err != nil {
		return nil, err
	}
	corpus, err := learn.Read(ctx, on, other, nil)
	if err != nil {
		return nil, cli.Failure(err)
	}
	res, err := corpus.Learn(ctx, learn.Options{Graph: s.Ontology.Graph, Most: f.terms, Pages: f.least})
	if err != nil {
		return nil, cli.Failure(err)
	}
	for i := range res.Proposals {
		p := &res.Proposals[i]
		offered := slices.ContainsFunc(all, func(o offer) bool {
			return slices.ContainsFunc(p.Labels, func(l string) bool { return strings.EqualFold(o.Name.Name, l) })
		})
		if o, ok := offerOf(p); ok && !offered && d.Class(o.IRI) {
			if o.As == subclass {
				o.As = asClass(d, o.IRI)
			}
			all = append(all, o)
		}
		all = append(all, relationsOf(d, p)...)
	}
	return all, nil
}

// offerOf is a proposal as an offer: another name of a concept if texts say so, else a class
// below its best parent. ok is false if it has neither.
func offerOf(p *learn.Proposal) (o offer, ok bool) {
	o = offer{Name: coverage.Name{Name: p.Name, Lang: p.Lang, Pages: p.Pages, Hosts: p.Hosts}, As: subclass, Others: []string{}, Brings: []string{}}
	relations := p.Parents
	if len(p.Synonyms) > 0 {
		o.As, relations = alternative, append(slices.Clone(p.Synonyms[:1]), p.Parents...)
	}
	if len(relations) == 0 {
		return o, false
	}
	evidence := append(slices.Clone(relations[0].Evidence), p.Evidence...)
	if len(evidence) > 0 {
		o.Said, o.Page = evidence[0].Text, evidence[0].Page
	}
	o.IRI, o.Concept = relations[0].IRI, relations[0].Name
	for _, r := range relations[1:] {
		o.Others = append(o.Others, r.Name)
	}
	return o, true
}

// columns of a patch. Those up to iri are read again.
const columns = "accept\tname\tlang\tas\tiri\tconcept\tothers\tpages\thosts\tbrings\tsaid\tpage"

func writePatch(w io.Writer, all []offer) error {
	b := bufio.NewWriter(w)
	message.Fprint(b, "# Put a + in the first column of each line that you accept. Columns name, lang, as and iri may be edited.\n")
	fmt.Fprintln(b, columns)
	for i := range all {
		o := &all[i]
		fields := []string{"", o.Name.Name, o.Lang, o.As, o.IRI, o.Concept, strings.Join(o.Others, "; "), fmt.Sprint(o.Pages), fmt.Sprint(o.Hosts), fmt.Sprint(len(o.Brings)), o.Said, o.Page}
		for k := range fields {
			fields[k] = strings.Join(strings.Fields(term.Safe(fields[k])), " ")
		}
		fmt.Fprintln(b, strings.Join(fields, "\t"))
	}
	return b.Flush()
}

// longestLine bounds a line of a patch.
const longestLine = 1 << 20

// readPatch returns the accepted lines of a patch. Every fault has its line.
func readPatch(file string) (accepted []offer, err error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, cli.Usage(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	var faults []error
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(strings.TrimRight(lines.Text(), "\r"), "\t")
		switch mark := strings.TrimSpace(strings.TrimPrefix(fields[0], "\ufeff")); {
		case mark == "", mark == "accept", strings.HasPrefix(mark, "#"), mark == "-":
			continue
		case mark != "+":
			faults = append(faults, message.Errorf("%s:%d: the first column is %q, but it must be + for what you accept, or empty", file, n, mark))
			continue
		}
		o, err := offerIn(fields)
		if err != nil {
			faults = append(faults, message.Errorf("%s:%d: %w", file, n, err))
			continue
		}
		o.from = fmt.Sprintf("%s:%d", file, n)
		accepted = append(accepted, o)
	}
	if err := cmp.Or(lines.Err(), errors.Join(faults...)); err != nil {
		return nil, cli.Usage(err)
	}
	if len(accepted) == 0 {
		return nil, cli.Usagef("%s: no line has a + in its first column, so nothing is accepted", file)
	}
	return accepted, nil
}

func offerIn(fields []string) (o offer, err error) {
	if len(fields) < 5 {
		return o, errors.New("the line has fewer than five columns with tabs between them: accept, name, lang, as, iri")
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	o = offer{Name: coverage.Name{Name: fields[1], Lang: fields[2], IRI: fields[4]}, As: fields[3]}
	switch {
	case o.Name.Name == "":
		return o, errors.New("the column name is empty")
	case !slices.Contains(kinds(), o.As):
		return o, message.Errorf("the column as is %q, but it must be %s", o.As, oneOf(kinds()))
	}
	return o, nil
}

const (
	skos       = "http://www.w3.org/2004/02/skos/core#"
	rdfs       = "http://www.w3.org/2000/01/rdf-schema#"
	rdfTypeIRI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
	owlClass   = owlNS + "Class"
)

// statements are what makes a name a term of the ontology.
func statements(d *convert.Document, n *coverage.Name, as string) ([]rdf.Triple, error) {
	if !d.Class(n.IRI) {
		return nil, message.Errorf("the file does not have <%s>", n.IRI)
	}
	label, err := rdf.NewLangLiteral(n.Name, n.Lang)
	if err != nil {
		return nil, err
	}
	switch as {
	case alternative:
		return say(n.IRI, skos+"altLabel", label)
	case hidden:
		return say(n.IRI, skos+"hiddenLabel", label)
	case including, included:
		return relate(d, n, as, label)
	}
	class := classIRI(n)
	if d.Class(class) {
		return nil, message.Errorf("the file has <%s> already", class)
	}
	own, err := say(class, rdfs+"label", label)
	for property, of := range map[string]string{rdfTypeIRI: owlClass, rdfs + "subClassOf": n.IRI} {
		iri, fault := rdf.NewIRI(of)
		if fault != nil {
			return nil, fault
		}
		more, fault := say(class, property, iri)
		if fault != nil {
			return nil, fault
		}
		own = append(own, more...)
	}
	if as == core {
		mark, ok := coreMark(d, n.IRI)
		if !ok {
			return nil, message.Errorf("<%s> has no core mark that a class below it could have: say %s", n.IRI, subclass)
		}
		more, fault := say(class, mark.Pred.String(), mark.Obj)
		own, err = append(own, more...), cmp.Or(err, fault)
	}
	return own, err
}

// asClass is what a new class below a concept is offered as: core if that is marked so.
func asClass(d *convert.Document, iri string) string {
	if _, ok := coreMark(d, iri); ok {
		return core
	}
	return subclass
}

// coreMark is the statement by which a document marks a concept as core: an annotation whose
// name says so, with a value that is true (docs/ontologies.md).
func coreMark(d *convert.Document, iri string) (rdf.Triple, bool) {
	i := slices.IndexFunc(d.Triples, func(t rdf.Triple) bool {
		if t.Subj.Type() != rdf.TermIRI || t.Subj.String() != iri || t.Obj.Type() != rdf.TermLiteral {
			return false
		}
		name := strings.ToLower(ontology.LocalName(t.Pred.String()))
		value := strings.ToLower(strings.TrimSpace(t.Obj.String()))
		return slices.Contains([]string{"core", "coreconcept", "iscore", "核心概念"}, name) && slices.Contains([]string{"true", "1", "yes", "是"}, value)
	})
	if i < 0 {
		return rdf.Triple{}, false
	}
	return d.Triples[i], true
}

func say(subject, property string, object rdf.Object) ([]rdf.Triple, error) {
	s, err := rdf.NewIRI(subject)
	if err != nil {
		return nil, err
	}
	p, err := rdf.NewIRI(property)
	return []rdf.Triple{{Subj: s, Pred: p, Obj: object}}, err
}

// classIRI is the IRI of a new class: the name beside the concept that it is called by.
func classIRI(n *coverage.Name) string {
	base := n.IRI[:strings.LastIndexAny(n.IRI, "#/:")+1]
	return base + strings.Join(strings.FieldsFunc(n.Name, func(r rune) bool { return !isNameRune(r) }), "_")
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
