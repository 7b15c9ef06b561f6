package report

import (
	"bufio"
	"cmp"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Comparison is two versions of an ontology compared.
type Comparison struct {
	Old    Version `json:"old"`
	New    Version `json:"new"`
	Differ bool    `json:"differ"`

	// Axioms is null if the statements were not compared.
	Axioms *diff.Axioms `json:"axioms,omitempty"`

	Diff  *diff.Diff `json:"diff"`
	Crawl *Effect    `json:"crawl"` // null if no topic is known
	Note  string     `json:"note,omitempty"`
}

// Version holds what a file says of itself.
type Version struct {
	File    string   `json:"file"`
	IRI     string   `json:"iri"`
	Version string   `json:"version"`
	SHA256  string   `json:"sha256"`
	Cycles  []string `json:"cycles,omitempty"` // circles of Is-a, whose concepts are read as synonyms
}

// Effect says what a difference does to a crawl.
type Effect struct {
	OldTopic []semsim.Ref `json:"old_topic"`
	NewTopic []semsim.Ref `json:"new_topic"`
	diff.Effect
}

// versionOf returns what the ontology called name says of itself.
func versionOf(name string, o *owl.Ontology) Version {
	return Version{File: name, IRI: o.IRI, Version: o.Version, SHA256: o.Hash, Cycles: cycles(o)}
}

func cycles(o *owl.Ontology) (all []string) {
	circles, _ := o.Graph.Circles()
	for _, c := range circles {
		all = append(all, c.String())
	}
	return all
}

// Compare compares two versions. What that does to a crawl is left to
// [EffectOf].
func Compare(oldName string, old *owl.Ontology, newName string, new *owl.Ontology) *Comparison {
	r := &Comparison{Old: versionOf(oldName, old), New: versionOf(newName, new), Diff: diff.Compare(old.Graph, new.Graph)}
	r.Differ = !r.Diff.Empty() || r.Old.IRI != r.New.IRI || r.Old.Version != r.New.Version
	return r
}

// Topic is a topic of one version: its concepts and their vector.
type Topic struct {
	Graph    *ontology.Graph
	Concepts []ontology.ID
	Vector   *semsim.TopicVector
}

// EffectOf compares the weights and terms of a topic before and after d.
func EffectOf(d *diff.Diff, before, after Topic) *Effect {
	return &Effect{before.refs(), after.refs(), d.Vectors(before.weighted(), after.weighted(), lexicon.Fold)}
}

func (t Topic) refs() (all []semsim.Ref) {
	for _, id := range t.Concepts {
		all = append(all, semsim.RefOf(t.Graph, id))
	}
	return all
}

// weighted is the vector as plain numbers.
func (t Topic) weighted() (all []diff.Weighted) {
	for _, e := range t.Vector.Entries {
		w := diff.Weighted{Ref: diff.Ref{IRI: e.IRI, Zh: e.Zh, En: e.En}, Weight: e.Weight}
		for _, m := range t.Graph.Synonyms(e.Concept) {
			w.Members = append(w.Members, t.Graph.Concept(m).IRI)
		}
		for _, l := range e.Labels {
			if l.Kind != ontology.Loose { // loose ones are not looked for
				w.Terms = append(w.Terms, diff.Term{Text: l.Text, Lang: l.Lang})
			}
		}
		all = append(all, w)
	}
	return all
}

// Renamed finds in new what concepts of old are called now. It reports whether
// all of them are there.
func Renamed(d *diff.Diff, old, new *ontology.Graph, ids []ontology.ID) (found []ontology.ID, ok bool) {
	now := map[string]string{}
	for _, r := range d.Renamed {
		now[r.Old.IRI] = r.New.IRI
	}
	for _, id := range ids {
		iri := old.Concept(id).IRI
		to, ok := new.ByIRI(cmp.Or(now[iri], iri))
		if !ok {
			return nil, false
		}
		found = append(found, to)
	}
	return found, true
}

// Write writes the comparison for a person: names in the language lang, and at
// most top weights and terms (0: all).
func (r *Comparison) Write(out io.Writer, lang string, top int, l term.Layout) error {
	w := bufio.NewWriter(out)
	m := message.Of(out)
	t := message.To(w, m)
	p := diffPrinter{w: t, m: m, l: l, lang: lang, top: top}
	l.Title(t, m.Sprintf("%s -> %s: %v", r.Old.File, r.New.File, r.sum()))
	for _, v := range []Version{r.Old, r.New} {
		for _, c := range v.Cycles {
			l.Note(t, v.File+": "+m.Sprintf("Is-a runs in a circle: %s", strings.TrimPrefix(c, "Is-a runs in a circle: ")))
		}
	}
	p.header(r)
	p.axioms(r.Axioms)
	p.concepts(english.Word("Added"), "+", r.Diff.Added)
	p.concepts(english.Word("Removed"), "-", r.Diff.Removed)
	p.renamed(r.Diff)
	p.moved(r.Diff.Moved)
	p.texts(english.Word("Labels and synonyms"), r.Diff.Labels)
	p.texts(english.Word("Definitions"), r.Diff.Definitions)
	p.relations(r.Diff)
	p.marks(r.Diff.Marks)
	if err := p.crawl(r); err != nil {
		return err
	}
	return w.Flush()
}

// sum counts what changed.
func (r *Comparison) sum() english.Phrase {
	d := r.Diff
	if !r.Differ {
		return english.Phrasef("they say the same")
	}
	var parts []any
	for _, c := range []struct {
		n    int
		says english.Phrase
	}{
		{len(d.Added), english.Phrasef("%d added", len(d.Added))}, {len(d.Removed), english.Phrasef("%d removed", len(d.Removed))},
		{len(d.Renamed), english.Phrasef("%d renamed", len(d.Renamed))}, {len(d.Moved), english.Phrasef("%d moved", len(d.Moved))},
		{len(d.Labels), english.Plural(len(d.Labels), "%d label", "%d labels")}, {len(d.Definitions), english.Plural(len(d.Definitions), "%d definition", "%d definitions")},
		{len(d.Relations), english.Plural(len(d.Relations), "%d relation", "%d relations")}, {len(d.Marks), english.Plural(len(d.Marks), "%d mark", "%d marks")},
	} {
		if c.n > 0 {
			parts = append(parts, c.says)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, english.Phrasef("the concepts are the same"))
	}
	if a := r.Axioms; a != nil && !a.Empty() {
		parts = append(parts, a.Sum())
	}
	return row(parts)
}
