package semsim

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"pgregory.net/rapid"
)

// show renders a vector as "Name* weight label,label" lines, * for core.
func show(v *TopicVector) []string {
	var lines []string
	for _, e := range v.Entries {
		mark := ""
		if e.Core {
			mark = "*"
		}
		var labels []string
		for _, l := range e.Labels {
			labels = append(labels, l.Text)
		}
		lines = append(lines, fmt.Sprintf("%s%s %.4f %s", ontology.LocalName(e.IRI)[len("x:"):], mark, e.Weight, strings.Join(labels, ",")))
	}
	return lines
}

func TestTopicVector(t *testing.T) {
	marked := graph(t, hazards, "Hazard", "Hurricane", "Eye")
	plain := graph(t, hazards)
	tests := []struct {
		name  string
		g     *ontology.Graph
		topic string
		core  string // names of the core concepts, heaviest first
	}{
		{"the marks, for a root", marked, "Hazard", "Hazard Typhoon Eye"},
		{"what is a squall, marks or not", marked, "Squall", "Squall FlashFlood"},
		{"without marks", plain, "Flood", "Flood FlashFlood Surge"},
		{"a root without marks", plain, "Hazard", "Hazard Storm Squall Typhoon FlashFlood"},
		{"by a synonym", plain, "Hurricane", "Typhoon"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := measure(t, tt.g, Params{})
			v := m.TopicVector(id(t, tt.g, tt.topic))
			if v.Name != tt.topic {
				t.Errorf("Name = %q", v.Name)
			}
			if len(v.Entries) != 10 { // Hurricane is folded into Typhoon
				t.Errorf("%d entries, want 10", len(v.Entries))
			}
			if !slices.IsSortedFunc(v.Entries, heavier) || v.Entries[0].Weight != 1 {
				t.Errorf("not heaviest first: %v", show(v))
			}
			var core, want []string
			for _, e := range v.Entries {
				if e.Core {
					core = append(core, e.En)
				}
				if e.Weight != m.Sim(id(t, tt.g, tt.topic), e.Concept) {
					t.Errorf("weight of %s is not its similarity", e.En)
				}
			}
			want = strings.Fields(tt.core)
			slices.Sort(core)
			slices.Sort(want)
			if !slices.Equal(core, want) {
				t.Errorf("core = %v, want %v", core, want)
			}
		})
	}
}

func TestTopicVectorLabels(t *testing.T) {
	var b ontology.Builder
	typhoon, hurricane := b.Concept("x:Typhoon"), b.Concept("x:Hurricane")
	b.Relate(hurricane, typhoon, ontology.Synonym, "")
	b.Label(typhoon, ontology.Label{Text: "台风", Lang: "zh"})
	b.Label(typhoon, ontology.Label{Text: "hurricane", Lang: "en", Kind: ontology.Alternative})
	b.Label(hurricane, ontology.Label{Text: "hurricane", Lang: "en"})
	g := b.Build()
	got := measure(t, g, Params{}).TopicVector(hurricane).Entries
	want := []Entry{{
		Concept: typhoon, IRI: "x:Typhoon", Zh: "台风", En: "hurricane", Weight: 1, Core: true,
		Labels: []ontology.Label{{Text: "台风", Lang: "zh"}, {Text: "hurricane", Lang: "en"}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("entries %+v\nwant    %+v", got, want)
	}
}

// vector makes a vector of lines "Name* weight label,label"; a label in
// brackets is an alternative one.
func vector(name string, lines ...string) *TopicVector {
	v := &TopicVector{Name: name}
	for i, line := range lines {
		f := strings.SplitN(line, " ", 3)
		e := Entry{Concept: ontology.ID(i), IRI: name + "/x:" + strings.TrimSuffix(f[0], "*"), Core: strings.HasSuffix(f[0], "*")}
		fmt.Sscan(f[1], &e.Weight)
		for _, text := range strings.Split(f[2], ",") {
			l := ontology.Label{Text: strings.Trim(text, "()"), Lang: "en"}
			if l.Text != text {
				l.Kind = ontology.Alternative
			}
			e.Labels = append(e.Labels, l)
		}
		v.Entries = append(v.Entries, e)
	}
	return v
}

func TestJoin(t *testing.T) {
	typhoon := vector("typhoon",
		"Typhoon* 1.0000 typhoon,(cyclone)",
		"Gust 0.9000 gust,(squall)",
		"Flooding 0.8000 Flooding,(flood),(waterlogging)",
	)
	rain := vector("rain",
		"Rain* 1.0000 rain",
		"Floods* 0.9500 flooding,(inundation)",
		"Waterlogging* 0.8500 waterlogging",
		"Flood 0.8400 flood,(cyclone)",
		"Wind 0.7000 (squall)",
	)
	want := []string{
		"Typhoon* 1.0000 typhoon,cyclone", // Flood is not core
		"Rain* 1.0000 rain",
		"Flooding* 0.9500 Flooding,flooding,inundation", // one name: one entry, the better of both
		"Gust 0.9000 gust,squall",                       // heavier than Wind, which has no label left
		"Waterlogging* 0.8500 waterlogging",             // preferred here, and core
		"Flood 0.8400 flood",                            // preferred here
	}
	before := append(show(typhoon), show(rain)...)
	got := Join(typhoon, nil, rain)
	if !slices.Equal(show(got), want) {
		t.Errorf("got  %s\nwant %s", strings.Join(show(got), "\n     "), strings.Join(want, "\n     "))
	}
	if got.Name != "typhoon, rain" {
		t.Errorf("Name = %q", got.Name)
	}
	if after := append(show(typhoon), show(rain)...); !slices.Equal(before, after) {
		t.Errorf("the arguments were changed: %v", after)
	}
	if v := Join(); len(v.Entries) != 0 {
		t.Errorf("Join() = %v", v)
	}
}

// Two concepts of one ontology with one name have one entry, which tells of both.
func TestNamesakes(t *testing.T) {
	v := vector("storm", "Storm* 1.0000 storm", "Gale 0.9000 same,(gale)", "Squall* 0.8000 same,(squall)")
	other := vector("rain", "Rain* 1.0000 rain,(gale)", "Other 0.5000 same")
	for range 2 {
		got := Join(v, other)
		if want := []string{"Storm* 1.0000 storm", "Rain* 1.0000 rain,gale", "Gale* 0.9000 same,squall"}; !slices.Equal(show(got), want) {
			t.Fatalf("got %q, want %q", show(got), want)
		}
		n := got.Entries[2].Namesakes
		if len(n) != 1 || !strings.HasSuffix(n[0].IRI, "Squall") || n[0].Weight != 0.8 || !n[0].Core {
			t.Errorf("namesakes %+v", n)
		}
		v, other = got, nil // joined again it says the same
	}
}

func TestJoinLaws(t *testing.T) {
	line := rapid.Custom(func(t *rapid.T) string {
		name := rapid.StringMatching(`[A-E]\*?`).Draw(t, "name")
		label := rapid.StringMatching(`[a-d]{1,2}|\([a-d]{1,2}\)`)
		labels := rapid.SliceOfNDistinct(label, 1, 3, func(s string) string { return strings.Trim(s, "()") }).Draw(t, "labels")
		return fmt.Sprintf("%s 0.%d %s", name, rapid.IntRange(1, 9).Draw(t, "w"), strings.Join(labels, ","))
	})
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(line, 0, 5)
		a, b := vector("a", lines.Draw(t, "a")...), vector("b", lines.Draw(t, "b")...)
		ab := Join(a, b)
		owner, core, most := map[string]string{}, map[string]bool{}, 0.0
		for _, e := range ab.Entries {
			for _, l := range e.Labels {
				if o, ok := owner[l.Text]; ok && o != e.IRI {
					t.Fatalf("%q stands in %s and in %s", l.Text, o, e.IRI)
				}
				owner[l.Text], core[l.Text] = e.IRI, e.Core
			}
			most = max(most, e.Weight)
		}
		for _, e := range append(slices.Clone(a.Entries), b.Entries...) {
			for _, l := range e.Labels {
				if _, ok := owner[l.Text]; !ok {
					t.Fatalf("%q is lost", l.Text)
				}
				if e.Core && !core[l.Text] {
					t.Fatalf("%q of core %s is core no more", l.Text, e.IRI)
				}
			}
		}
		if again := Join(ab, ab); !slices.Equal(show(again), show(ab)) {
			t.Fatalf("joined with itself:\n%v\n%v", show(ab), show(again))
		}
	})
}

func TestExplain(t *testing.T) {
	g := graph(t, hazards)
	m := measure(t, g, Params{})
	e := m.Explain(id(t, g, "Eye"), id(t, g, "Storm"))
	var way []string
	for _, s := range e.Path {
		way = append(way, fmt.Sprintf("%s %s %v %s", s.From.En, s.Relation, s.Forward, s.To.En))
	}
	want := []string{"Eye Includes false Hurricane", "Hurricane Synonym true Typhoon", "Typhoon Is-a true Storm"}
	if !slices.Equal(way, want) {
		t.Errorf("path %q, want %q", way, want)
	}
	if e.Ancestor.En != "Storm" || e.Ancestor.Depth != 2 || e.Ancestor.Children != 3 {
		t.Errorf("ancestor %+v", e.Ancestor)
	}
	if e.Shared != 2 || e.Ancestors != 4 || e.DepthA != 4 || e.DepthB != 2 || e.Distance != 2 {
		t.Errorf("%+v", e)
	}
	// Two names of one concept: the path shows how they are connected.
	if e := m.Explain(id(t, g, "Hurricane"), id(t, g, "Typhoon")); !e.Synonym || len(e.Path) != 1 || e.Path[0].Relation != "Synonym" {
		t.Errorf("synonyms: %+v", e)
	}
	if e := m.Explain(id(t, g, "Bond"), id(t, g, "Eye")); e.Connected || e.Ancestor != nil || e.Distance != 0 {
		t.Errorf("unconnected: %+v", e)
	}
}

func TestExplainJSON(t *testing.T) {
	g := graph(t, hazards)
	m := measure(t, g, Params{Tau: 1, Weights: Weights{Dis: .5, Rel: .5}})
	got, err := json.Marshal(m.Explain(id(t, g, "Squall"), id(t, g, "Storm")))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"a":{"iri":"x:Squall","zh":"Squall","en":"Squall"},"b":{"iri":"x:Storm","zh":"Storm","en":"Storm"},` +
		`"sim":0.65,"synonym":false,"factors":[` +
		`{"name":"IFDis","value":0.5,"weight":0.5,"contribution":0.25},` +
		`{"name":"IFDen","value":1,"weight":0,"contribution":0},` +
		`{"name":"IFDep","value":0.8,"weight":0,"contribution":0},` +
		`{"name":"IFCoi","value":0.6666666666666666,"weight":0,"contribution":0},` +
		`{"name":"IFRel","value":0.8,"weight":0.5,"contribution":0.4}],` +
		`"path":[{"from":{"iri":"x:Squall","zh":"Squall","en":"Squall"},"to":{"iri":"x:Storm","zh":"Storm","en":"Storm"},` +
		`"relation":"Is-a","forward":true,"weight":0.8}],"connected":true,"distance":1,` +
		`"ancestor":{"iri":"x:Storm","zh":"Storm","en":"Storm","depth":2,"children":3},` +
		`"shared":2,"ancestors":3,"depth_a":3,"depth_b":2}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
