package learn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// dictionary is loaded once for all tests.
var dictionary = new(lexicon.Dictionary)

// pageOf is a page of a host for each text; the first block is the title.
func pageOf(n int, title string, texts ...string) *crawl.Page {
	p := &crawl.Page{Final: fmt.Sprintf("http://h%d.example/", n), Host: fmt.Sprintf("h%d.example", n)}
	p.Blocks = append(p.Blocks, crawl.Block{Text: title, Title: true})
	for _, t := range texts {
		p.Blocks = append(p.Blocks, crawl.Block{Text: t})
	}
	return p
}

// storms are texts about storms, in both languages.
func storms() []*crawl.Page {
	return []*crawl.Page{
		pageOf(1, "Tropical storms", "A tropical storm is a storm that turns over the sea. Storm surges follow it, and a storm surge may flood the coast.",
			"Storms such as hurricanes and typhoons are dangerous. The typhoon caused a storm surge of three metres at the coast."),
		pageOf(2, "Typhoon season", "The typhoon season begins in May. A typhoon is a storm of the Pacific, and typhoons cause storm surges.",
			"The Joint Typhoon Warning Center (JTWC) warns of every tropical storm. A hurricane is a storm, too."),
		pageOf(3, "Hurricane report", "A hurricane is a storm of the Atlantic. The storm surge was caused by a hurricane. The Joint Typhoon Warning Center (JTWC) is in Hawaii.",
			"Hurricanes, typhoons and tropical storms turn. The tropical storm grew."),
		pageOf(4, "台风暴雨", "台风暴雨引发山洪，山洪导致山体滑坡。台风暴雨是一种暴雨。", "暴雨预警已发布，台风暴雨又称热带气旋暴雨。"),
		pageOf(5, "山洪与滑坡", "台风暴雨引发山洪，暴雨预警及时。山洪、泥石流和山体滑坡是地质灾害。", "泥石流冲毁道路。热带气旋暴雨即台风暴雨。"),
	}
}

func corpusOf(t *testing.T, on, other []*crawl.Page) *Corpus {
	t.Helper()
	c, err := Read(t.Context(), on, other, dictionary)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func find(res *Result, name string) *Proposal {
	i := slices.IndexFunc(res.Proposals, func(p Proposal) bool { return slices.Contains(p.Labels, name) })
	if i < 0 {
		return nil
	}
	return &res.Proposals[i]
}

func relationTo(all []Relation, names ...string) *Relation {
	i := slices.IndexFunc(all, func(r Relation) bool { return slices.Contains(names, r.Name) })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func TestLearnFromNothing(t *testing.T) {
	t.Parallel()
	res, err := corpusOf(t, storms(), nil).Learn(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"storm surge", "hurricane", "typhoon", "tropical storm", "JTWC", "山洪", "台风暴雨"} {
		if find(res, name) == nil {
			t.Errorf("%s is not proposed", name)
		}
	}
	if find(res, "joint typhoon") != nil || find(res, "Joint Typhoon") != nil {
		t.Error("a part of the Joint Typhoon Warning Center is proposed")
	}
	hurricane := find(res, "hurricane")
	if hurricane == nil {
		t.Fatal("no hurricane")
	}
	if len(hurricane.Parents) == 0 || !strings.EqualFold(hurricane.Parents[0].Name, "storm") && !strings.EqualFold(hurricane.Parents[0].Name, "storms") {
		t.Errorf("a hurricane is a %+v", hurricane.Parents)
	} else if e := hurricane.Parents[0].Evidence; len(e) == 0 || !strings.Contains(e[0].Text, "torms such as hurricanes") || e[0].Page != "http://h1.example/" {
		t.Errorf("evidence %+v", e)
	}
	surge := find(res, "storm surge")
	if surge == nil || relationTo(surge.IncludedBy, "typhoon", "typhoons") == nil || relationTo(surge.IncludedBy, "hurricane", "hurricanes", "Hurricane") == nil {
		t.Errorf("a storm surge is caused by typhoons and hurricanes: %+v", surge)
	}
	flood := find(res, "山洪")
	if flood == nil || relationTo(flood.Includes, "山体滑坡") == nil || relationTo(flood.IncludedBy, "台风暴雨") == nil {
		t.Errorf("山洪: %+v", flood)
	}
	if center := find(res, "Joint Typhoon Warning Center"); center == nil || relationTo(center.Synonyms, "JTWC") == nil {
		t.Errorf("JTWC is the Joint Typhoon Warning Center: %+v", center)
	}
	if c := res.Context(); c.Objects() != 5 || c.Attributes() != len(res.Proposals) || c.Support() != 5 {
		t.Errorf("context of %d by %d", c.Objects(), c.Attributes())
	}
}

func TestLearnForAnOntology(t *testing.T) {
	t.Parallel()
	var b ontology.Builder
	hazard, storm, hurricane := b.Concept("http://e.example/Hazard"), b.Concept("http://e.example/Storm"), b.Concept("http://e.example/Hurricane")
	b.Label(hazard, ontology.Label{Text: "hazard", Lang: "en"})
	b.Label(storm, ontology.Label{Text: "storm", Lang: "en"})
	b.Label(hurricane, ontology.Label{Text: "hurricane", Lang: "en"})
	b.Relate(storm, hazard, ontology.IsA, "")
	b.Relate(hurricane, storm, ontology.IsA, "")
	res, err := corpusOf(t, storms(), nil).Learn(t.Context(), Options{Graph: b.Build(), Most: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []string{"storm", "storms", "Hurricane", "hurricanes"} {
		if find(res, known) != nil {
			t.Errorf("%s is known, and proposed", known)
		}
	}
	typhoon := find(res, "typhoon")
	if typhoon == nil || len(typhoon.Parents) == 0 || typhoon.Parents[0].IRI != "http://e.example/Storm" {
		t.Errorf("a typhoon is a storm, as a hurricane is: %+v", typhoon)
	}
}

func TestLearnIsDeterministic(t *testing.T) {
	t.Parallel()
	var was *Result
	for range 3 {
		res, err := corpusOf(t, storms(), nil).Learn(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if was != nil && !reflect.DeepEqual(was.Proposals, res.Proposals) {
			t.Fatal("the same texts give different proposals")
		}
		was = res
	}
}

// TestOtherPages: what stands on other pages as often is no term.
func TestOtherPages(t *testing.T) {
	t.Parallel()
	on, other := storms(), []*crawl.Page{}
	for i := range on {
		on[i].Blocks = append(on[i].Blocks, crawl.Block{Text: "Subscribe to our newsletter"})
	}
	for i := range leastOther {
		other = append(other, pageOf(100+i, "Cooking", "Subscribe to our newsletter", "An onion is a vegetable."))
	}
	has := func(res *Result) bool {
		return slices.ContainsFunc(res.Proposals, func(p Proposal) bool { return strings.Contains(p.Name, "newsletter") })
	}
	for _, c := range []struct {
		other []*crawl.Page
		want  bool
	}{{nil, true}, {other, false}} {
		res, err := corpusOf(t, on, c.other).Learn(t.Context(), Options{})
		if err != nil || has(res) != c.want {
			t.Errorf("with %d other pages the newsletter is a term: %v, %v", len(c.other), has(res), err)
		}
	}
}

func TestNothingToLearn(t *testing.T) {
	t.Parallel()
	for _, pages := range [][]*crawl.Page{nil, {{}}, {pageOf(1, "", "", "\x00\xff\xfe", "的了是", "of the and")}, {pageOf(1, "Storm", strings.Repeat("storm ", 20_000))}} {
		res, err := corpusOf(t, pages, pages).Learn(t.Context(), Options{Pages: 1})
		if err != nil || res.Proposals == nil {
			t.Errorf("%v, %v", res, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, storms(), nil, dictionary); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTriples: what is written is an ontology that ontology/owl reads as it was learned.
func TestTriples(t *testing.T) {
	t.Parallel()
	res, err := corpusOf(t, storms(), nil).Learn(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	triples, err := res.Triples("http://e.example/storms", "weather hazard")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if left, err := turtle.Syntax().Encode(&text, triples, rdfio.EncodeOptions{}); err != nil || len(left) > 0 {
		t.Fatal(err, left)
	}
	o, err := owl.Load(bytes.NewReader(text.Bytes()), owl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := o.Graph
	parents := func(name string) (out []string) {
		id, ok := g.ByIRI("http://e.example/storms#" + name)
		if !ok {
			t.Fatalf("no class %s in\n%s", name, text.String())
		}
		for _, p := range g.Parents(id) {
			out = append(out, g.Concept(p).LocalName())
		}
		return out
	}
	if got := parents("Hurricane"); !slices.Contains(got, "Storm") && !slices.Contains(got, "Storms") {
		t.Errorf("a hurricane is a %v", got)
	}
	if len(g.Roots()) != 1 || g.Concept(g.Roots()[0]).Name("en") != "weather hazard" {
		t.Errorf("%d roots", len(g.Roots()))
	}
	if _, total := g.Circles(); total != 0 {
		t.Errorf("%d circles", total)
	}
	for _, want := range []string{"learned#proposed", "learned#weight", "learned#evidence", "learned#source", "http://h1.example/"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the file lacks %s", want)
		}
	}
	if _, err := res.Triples("no iri", ""); err == nil {
		t.Error("an IRI with a space is none")
	}
}

func TestClassName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"storm surge": "StormSurge", "JTWC": "JTWC", "台风": "台风", "3-hour gap": "Term3HourGap", "!": "Term"} {
		if got := className(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestDirection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gap, after string
		want       int
	}{
		{" caused a ", "", 1}, {" was caused by a ", "", -1}, {" leads to ", "", 1}, {" is due to ", "", -1}, {" and ", "", 0},
		{"引发", "", 1}, {"是由", "引起的", -1}, {"由", "组成", 0}, {"因此导致", "", 1}, {"不会导致", "", 0},
		{" did not cause ", "", 0}, {" ended. It caused ", "", 0},
	} {
		if got := direction(c.gap, c.after); got != c.want {
			t.Errorf("%q %q: %d, want %d", c.gap, c.after, got, c.want)
		}
	}
}

func TestAbbreviates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"National Hurricane Center", "NHC", true}, {"NHC", "National Hurricane Center", true}, {"tropical storms", "TSs", true},
		{"National Hurricane Center", "NWS", false}, {"storm", "Pacific", false}, {"台风", "typhoon", true},
	} {
		if got := abbreviates(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
}

// TestCandidates computes C-value and likelihood by hand.
func TestCandidates(t *testing.T) {
	t.Parallel()
	// C-value of 2 words, 10 times, 4 of them in one longer term: log2(3) * (10 - 4).
	if got := (&candidate{words: 2, count: 10, nestedIn: 1, nested: 4}).cValue(); got < 9.509 || got > 9.510 {
		t.Errorf("C-value %f", got)
	}
	if got := (&candidate{words: 1, count: 7}).cValue(); got != 7 {
		t.Errorf("C-value of a word %f", got)
	}
	// Dunning 1993, for a table of 110, 2442, 111, 29114 (the, swiss ...): 270.72.
	if got := likelihood(110, 110+2442, 110+111, 110+2442+111+29114); got < 270.7 || got > 270.8 {
		t.Errorf("likelihood %f", got)
	}
	if got := likelihood(1, 100, 100, 1000); got != 0 {
		t.Errorf("words that avoid each other: %f", got)
	}
}

// TestPartsByChance: whether a term stands together by chance does not depend on which of its
// parts were dropped before it.
func TestPartsByChance(t *testing.T) {
	t.Parallel()
	for range 50 {
		k := &counter{by: map[string]*candidate{
			"a b c": {key: "a b c", words: 3, count: 2},
			"a b":   {key: "a b", words: 2, count: 50},
			"b c":   {key: "b c", words: 2, count: 50},
		}, alone: map[string]int{"a": 300, "b": 300, "c": 300}, total: 1000}
		k.associate() // all three are rarer than by chance
		if len(k.by) != 0 {
			t.Fatalf("%d are left", len(k.by))
		}
	}
}

// TestTriplesMakeNoCircle: neither a further name of a term, nor a name that makes the same
// class, nor the topic itself leads back to where the way up began.
func TestTriplesMakeNoCircle(t *testing.T) {
	t.Parallel()
	to := func(name string) []Relation { return []Relation{{Name: name, Weight: 2}} }
	res := &Result{Proposals: []Proposal{
		{Name: "cyclone", Lang: "en", Parents: to("storm"), Includes: []Relation{{Name: "flood plain"}}},
		{Name: "tropical cyclone", Lang: "en", Synonyms: to("cyclone")},
		{Name: "storm", Lang: "en", Parents: to("tropical cyclone")},
		{Name: "flood plain", Lang: "en", Parents: to("FloodPlain")},
		{Name: "FloodPlain", Lang: "en", Parents: to("weather")},
		{Name: "weather", Lang: "en", Labels: []string{"weather"}, Parents: to("storm")},
	}}
	var texts []string
	for range 20 {
		triples, err := res.Triples("http://e.example/x", "Weather")
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		for i := range triples {
			text.WriteString(triples[i].Serialize(rdf.NTriples))
		}
		texts = append(texts, text.String())
	}
	if len(slices.Compact(slices.Clone(texts))) != 1 {
		t.Error("the order of the triples differs from time to time")
	}
	o, err := owl.Load(strings.NewReader(texts[0]), owl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, total := o.Graph.Circles(); total != 0 || strings.Contains(texts[0], "#FloodPlain> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e.example/x#FloodPlain>") {
		t.Errorf("%d circles in\n%s", total, texts[0])
	}
	for class, parent := range map[string]string{"Cyclone": "Storm", "Storm": "Weather", "FloodPlain": "Weather"} {
		if want := "#" + class + "> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e.example/x#" + parent + ">"; !strings.Contains(texts[0], want) {
			t.Errorf("%s is not below %s", class, parent)
		}
	}
}

// TestVerbsOfPatterns: three texts that say of the same terms what they cause offer the terms, and
// no term with the verb.
func TestVerbsOfPatterns(t *testing.T) {
	t.Parallel()
	res, err := corpusOf(t, []*crawl.Page{
		pageOf(1, "Heavy rain and floods", "Heavy rain causes floods. Floods bring landslides. Storm surges lead to floods, and typhoons bring heavy rain."),
		pageOf(2, "Storm surges", "Storm surges lead to floods. Heavy rain causes landslides. Typhoons bring storm surges."),
		pageOf(3, "Typhoons", "Typhoons bring heavy rain. Heavy rain causes floods. Storm surges result in damage; typhoons trigger landslides."),
		pageOf(4, "暴雨", "暴雨导致城市内涝。"),
		pageOf(5, "内涝", "暴雨导致城市内涝，台风带来暴雨。"),
	}, nil).Learn(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range res.Proposals {
		got = append(got, strings.ToLower(res.Proposals[i].Name))
	}
	slices.Sort(got)
	if want := []string{"floods", "heavy rain", "landslides", "storm surges", "typhoons", "内涝", "暴雨"}; !slices.Equal(got, want) {
		t.Errorf("proposed are %q, want %q", got, want)
	}
	if rain := find(res, "Heavy rain"); rain == nil || relationTo(rain.Includes, "floods") == nil || relationTo(rain.Includes, "landslides") == nil {
		t.Errorf("heavy rain causes floods and landslides: %+v", rain)
	}
}
