package relevance

import (
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// asideSet is a topic that was written blind and kept aside until the judge's rule
// stood; languages to compounds were written later, before any of their pages was read. ap and f1 were measured
// then, less .02.
type asideSet struct {
	file, root, web, label string
	ap, f1                 float64
}

func asideSets() []asideSet {
	const wiki, help = "wikispeedia-en", "lohelp-zh"
	return []asideSet{
		{"plants", "plants#Plant", wiki, "subject.Science.Biology.Plants", .70, .74},
		{"medicine", "medicine#HealthAndMedicine", wiki, "subject.Science.Biology.Health_and_medicine", .79, .70},
		{"geology", "geology#Geology", wiki, "subject.Geography.Geology_and_geophysics", .47, .49},
		{"music", "music#MusicGenre", wiki, "subject.Music.Musical_genres_styles_eras_and_events", .72, .49},
		{"languages", "languages#Language", wiki, "subject.Language_and_literature.Languages", .84, .79},
		{"architecture", "architecture#Architecture", wiki, "subject.Design_and_Technology.Architecture", .54, .40},
		{"economics", "economics#Economics", wiki, "subject.Business_Studies.Economics", .36, .40},
		{"compounds", "compounds#ChemicalCompound", wiki, "subject.Science.Chemistry.Chemical_compounds", .79, .51},
		{"presentation-zh", "presentation#Presentation", help, "topic:presentation", .64, .60},
		{"spreadsheet-zh", "spreadsheet#Spreadsheet", help, "topic:spreadsheet", .42, .60},
	}
}

// topic is the topic of a root of testdata/topics/FILE.ttl.
func (s *asideSet) topic(tb testing.TB) *semsim.TopicVector {
	tb.Helper()
	o, err := owl.Open(filepath.Join("testdata", "topics", s.file+".ttl"), owl.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	m, err := semsim.New(o.Graph, semsim.Params{})
	if err != nil {
		tb.Fatal(err)
	}
	root, ok := o.Graph.ByIRI("http://www.semanticweb.org/expert/ontologies/" + s.root)
	if !ok {
		tb.Fatalf("%s: no %s", s.file, s.root)
	}
	return m.TopicVector(root)
}

// TestKeptAside judges ten topics that nothing was chosen on, for the table in
// docs/methods.md.
func TestKeptAside(t *testing.T) {
	var name string
	var web []labelled
	for _, s := range asideSets() {
		if s.web != name {
			web = nil // one at a time
			name, web = s.web, parseWeb(t, s.web)
		}
		base := judgeOf(t, s.topic(t), Options{})
		each(len(web), func(i int) { base.Mark(web[i].Page) })
		for _, opt := range []Options{{Judge: Density}, {Judge: Fielded}, {Judge: Fielded, Learn: "none"}} {
			j, err := New(base.topic, base.lex, opt)
			if err != nil {
				t.Fatal(err)
			}
			m := measureSet(judgeWhole(j, web, s.label), j.phi)
			t.Logf("%-16s %-8s learn %-5s AP %.3f F1 %.3f (%.3f at %.2f)", s.file, opt.Judge, opt.Learn, m.ap, m.f1, m.best, m.at)
			if opt == (Options{Judge: Fielded}) && (m.ap < s.ap || m.f1 < s.f1) {
				t.Errorf("%s: AP %.3f, F1 %.3f; want %.2f and %.2f", s.file, m.ap, m.f1, s.ap, s.f1)
			}
		}
	}
}
