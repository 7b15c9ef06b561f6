package topic

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// conceptTopic is the topic by concepts of an ontology.
func (s *Spec) conceptTopic(ctx context.Context) (*Topic, error) {
	if s.Ontology == "" {
		return s.embeddedTopic(ctx)
	}
	src, err := s.Open(ctx, s.Ontology)
	if err != nil {
		return nil, err
	}
	ids, err := src.TopicConcepts(s.Names)
	if err != nil {
		return nil, err
	}
	m := s.meant(src, ids)
	t := &Topic{Name: s.Names, Vector: src.Vector(m.Means), Origins: []crawl.Origin{src.Origin()}, Sources: []*Source{src}, Meant: []Meaning{m}}
	t.Name = cmp.Or(t.Name, t.Vector.Name)
	return t, nil
}

// meant returns what a person means by ids, which are concepts of src that a topic names; the root, if it names none.
func (s *Spec) meant(src *Source, ids []ontology.ID) Meaning {
	m := Meaning{Source: src, Named: ids, Means: ids, Narrow: s.Narrow}
	if !s.Narrow {
		m = src.Meant(s.Names, ids)
	}
	s.hintCore(src, m.Means)
	return m
}

// Meant returns what ids, which are concepts of s that names names, are taken for: the root instead of the concept
// that bears the name of the ontology.
func (s *Source) Meant(names string, ids []ontology.ID) Meaning {
	m := Meaning{Source: s, Named: ids, Means: s.whole(slices.Clone(ids))}
	if names == "" {
		m.Named = nil
		if named, _, ok := s.About(); ok {
			m.Named = []ontology.ID{named}
		}
	}
	return m
}

// hintCore logs that a topic is narrower than its author may think: the core
// marks of an ontology are about its root, so for a concept below the root only
// that concept and its kinds are core. Where all of these are marked, the marks say the same.
func (s *Spec) hintCore(src *Source, ids []ontology.ID) {
	g := src.Graph()
	for _, id := range ids {
		if !s.Narrow && src.marked() && !slices.Contains(g.Roots(), g.Canon(id)) && !ontology.MarksAgree(g, id) {
			s.log().Warn("a topic within an ontology: its core is the concept and its kinds, the core marks do not count; leave --topic out to take the whole ontology",
				"concept", g.Concept(id).Name(s.Lang), "ontology", src.Name)
		}
	}
}

// embeddedTopic joins embedded ontologies by name. A part that is not the name
// of one may be a concept of one.
func (s *Spec) embeddedTopic(ctx context.Context) (*Topic, error) {
	if s.Names == "" {
		return nil, ErrNone
	}
	t := &Topic{Name: s.Names}
	var vs []*semsim.TopicVector
	for _, part := range Split(s.Names) {
		if name := strings.ToLower(part); slices.Contains(ontologies.Names(), name) {
			part = name // Typhoon is the topic too, not only the concept of that name
		}
		src, m, err := s.embedded(ctx, part)
		if err != nil {
			return nil, err
		}
		vs, t.Meant = append(vs, src.Measure.TopicVector(m.Means[0])), append(t.Meant, m)
		if o := src.Origin(); !slices.Contains(t.Origins, o) {
			t.Origins, t.Sources = append(t.Origins, o), append(t.Sources, src)
		}
	}
	if t.Vector = semsim.Join(vs...); len(vs) == 0 {
		return nil, english.Errorf("the topic %q names nothing", s.Names)
	}
	return t, nil
}

// embedded finds part as an embedded ontology (its root) or as a concept of one.
func (s *Spec) embedded(ctx context.Context, part string) (*Source, Meaning, error) {
	if slices.Contains(ontologies.Names(), part) {
		src, err := s.Open(ctx, part)
		if err != nil {
			return nil, Meaning{}, err
		}
		ids, err := src.TopicConcepts("")
		if err != nil {
			return nil, Meaning{}, err
		}
		return src, src.Meant("", ids), nil
	}
	src, ids, others, err := s.lookedUp(ctx, part)
	if err != nil {
		return nil, Meaning{}, err
	}
	if src.Measure, err = semsim.New(src.Graph(), s.Similarity); err != nil {
		return nil, Meaning{}, err
	}
	s.HintOthers(src, others, part)
	return src, s.meant(src, ids), nil
}

// lookedUp finds the embedded ontology whose topic name is, without its measure. A run goes on with those that it began
// with, though another knows the name by now.
func (s *Spec) lookedUp(ctx context.Context, name string) (src *Source, ids []ontology.ID, others []*Source, err error) {
	var all, begun []*Source
	for _, n := range Embedded() {
		src, err := s.OpenGraph(ctx, n)
		if err != nil {
			return nil, nil, nil, err
		}
		if all = append(all, src); s.Versions[n] != "" {
			begun = append(begun, src)
		}
	}
	if src, ids, others, err = foremost(begun, name); err == nil {
		return src, ids, others, nil
	}
	return foremost(all, name)
}

// foremost finds the source whose topic a name is: the one that is about nothing else, else one that marks the concept
// and its kinds as core; of several that which knows most kinds, of equals the first. The others that know the name are
// also returned.
func foremost(all []*Source, name string) (src *Source, ids []ontology.ID, others []*Source, err error) {
	if _, _, _, err := Together(all, name); err != nil {
		return nil, nil, nil, err
	}
	var most [2]int
	for _, s := range all {
		id, err := s.Concept(name)
		if err != nil {
			continue
		}
		if r := s.rank(id); slices.Compare(r[:], most[:]) > 0 {
			most, src, ids = r, s, []ontology.ID{id}
		}
		others = append(others, s)
	}
	return src, ids, slices.DeleteFunc(others, func(s *Source) bool { return s == src }), nil
}

// rank says how far id is a topic of s, and of how many kinds.
func (s *Source) rank(id ontology.ID) [2]int {
	g := s.Graph()
	kinds := len(ontology.Kinds(g, id))
	if named, _, ok := s.About(); ok && named == g.Canon(id) {
		return [2]int{3, kinds}
	}
	if s.marked() && ontology.MarksAgree(g, id) {
		return [2]int{2, kinds}
	}
	return [2]int{1, kinds}
}

// rankOf is the first of rank, 0 if nothing is called name.
func (s *Source) rankOf(name string) int {
	id, err := s.Concept(name)
	if err != nil {
		return 0
	}
	return s.rank(id)[0]
}

// HintOthers logs that further ontologies know the names too, if none of them is less of a topic there.
func (l *Loader) HintOthers(taken *Source, others []*Source, names ...string) {
	for _, o := range others {
		if slices.ContainsFunc(names, func(n string) bool { return o.rankOf(n) < taken.rankOf(n) }) {
			continue
		}
		l.log().Info("known in another ontology too; choose with --ontology", "names", names, "taken", taken.Name, "also", o.Name)
	}
}

// keywordTopic is the topic of Keywords: words that a user wrote down. Each has
// weight 1 and is a core concept, as in the ITS of the papers.
func (s *Spec) keywordTopic() (*Topic, error) {
	if s.Names != "" || s.Ontology != "" {
		return nil, wrong(Keywords, "keywords stand for a topic of their own; leave topic and ontology out")
	}
	t := &Topic{Vector: &semsim.TopicVector{Name: "keywords"}}
	var words []string
	for _, w := range Split(s.Keywords) {
		w = strings.Join(strings.Fields(w), " ")
		if !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) || slices.Contains(words, w) {
			continue
		}
		words = append(words, w)
		t.Vector.Entries = append(t.Vector.Entries, keyword(w, len(words)-1))
	}
	if len(words) == 0 {
		return nil, wrong(Keywords, "keywords %q name no word", s.Keywords)
	}
	t.Name = strings.Join(words, ", ")
	return t, nil
}

func keyword(word string, i int) semsim.Entry {
	return semsim.Entry{
		Concept: ontology.ID(i), IRI: "urn:keyword:" + url.PathEscape(word), Zh: word, En: word, Weight: 1, Core: true,
		Labels: []ontology.Label{{Text: word}},
	}
}
