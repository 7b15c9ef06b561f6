package jobcmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// A job whose core concepts are others than its author may think is told of, with the way out.
func TestMarkProblems(t *testing.T) {
	t.Parallel()
	const head = `@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix : <http://x.example/storms.owl#> . <http://x.example/storms.owl> a owl:Ontology . :core a owl:AnnotationProperty .
:Weather a owl:Class ; rdfs:label "weather"@en .
`
	classes := func(core ...string) string {
		text := head
		for _, name := range strings.Fields("storms hail gale squall snow sleet frost fog haze drought") {
			text += ":" + name + ` a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "` + name + `"@en `
			if slices.Contains(core, name) {
				text += "; :core true "
			}
			text += ".\n"
		}
		return text
	}
	for _, c := range []struct {
		name, text, names string
		narrow            bool
		want              []string
	}{
		{"as meant", classes("storms", "hail"), "", false, nil},
		{"its name", classes("storms", "hail"), "storms", false, nil},
		{"one concept", classes("storms", "hail"), "gale", false, []string{
			`own.ttl: 2 core marks are not used: the topic gale is not a root, so every kind of it is core; "ontocrawl ontology validate own.ttl --fix-hints --topic gale" says what to do`}},
		{"one concept, meant so", classes("storms", "hail"), "gale", true, nil},
		{"one concept, marked", classes("storms", "hail"), "hail", false, nil},
		{"the name is not marked", classes("hail"), "", false, []string{
			`own.ttl: storms names the topic and is not marked core, but others are (1): a page that says nothing else is not found; "ontocrawl ontology validate own.ttl --fix-hints" says what to do`}},
		{"the root's name", classes("hail"), "weather", false, []string{
			`own.ttl: weather names the topic and is not marked core, but others are (1): a page that says nothing else is not found; "ontocrawl ontology validate own.ttl --fix-hints --topic weather" says what to do`}},
		{"no mark", classes(), "", false, []string{
			`own.ttl: no concept is marked core, so the topic and its kinds are: 11 of 11 concepts; "ontocrawl ontology validate own.ttl --fix-hints" says what to do`}},
		{"every mark", strings.Replace(classes(strings.Fields("storms hail gale squall snow sleet frost fog haze drought")...), `"weather"@en`, `"weather"@en ; :core true`, 1), "", false, []string{
			`own.ttl: all 11 concepts are marked core, so a page that names any of them may be judged relevant; "ontocrawl ontology validate own.ttl --fix-hints" says what to do`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := topic.Resolve(t.Context(), topic.Spec{Names: c.names, Ontology: "own.ttl", Narrow: c.narrow,
				Loader: topic.Loader{Texts: map[string][]byte{"own.ttl": []byte(c.text)}}})
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, p := range markProblems(&monitor.Job{}, got) {
				if !p.Warning {
					t.Error("not a warning")
				}
				said = append(said, p.Phrase.String())
			}
			if !slices.Equal(said, c.want) {
				t.Errorf("%q\nwant %q", said, c.want)
			}
		})
	}
	for _, names := range []string{"typhoon", "rainstorm", "hazards", "earthquake", "台风", "typhoon,rainstorm", "flood,landslide"} {
		got, err := topic.Resolve(t.Context(), topic.Spec{Names: names})
		if err != nil {
			t.Fatal(err)
		}
		if p := markProblems(&monitor.Job{}, got); len(p) > 0 {
			t.Errorf("%s: %v", names, p)
		}
	}
}
