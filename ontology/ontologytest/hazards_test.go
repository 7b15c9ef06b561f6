package ontologytest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// TestHazards checks what the drawing in the documentation says.
func TestHazards(t *testing.T) {
	g := Hazards()
	names := func(ids []ontology.ID) string {
		var s []string
		for _, id := range ids {
			s = append(s, g.Concept(id).LocalName())
		}
		return strings.Join(s, " ")
	}
	type place struct {
		Depth   int
		Parents string
	}
	want := map[string]place{
		"WeatherHazard":    {1, ""},
		"TropicalCyclone":  {2, "WeatherHazard"},
		"Rainstorm":        {2, "WeatherHazard"},
		"Gale":             {2, "WeatherHazard"},
		"SevereConvection": {2, "WeatherHazard"},
		"Typhoon":          {3, "TropicalCyclone"},
		"Hurricane":        {3, "TropicalCyclone"},
		"Flood":            {3, "Rainstorm"},
		"Landslide":        {3, "Rainstorm"},
		"ThunderstormGale": {3, "Gale SevereConvection"},
		"StormSurge":       {4, "Typhoon"},
		"FlashFlood":       {4, "Flood"},
	}
	got := map[string]place{}
	for i := range g.Len() {
		id := ontology.ID(i)
		got[g.Concept(id).LocalName()] = place{g.Depth(id), names(g.Parents(id))}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("hierarchy (-want +got):\n%s", d)
	}
	if s := names(g.Synonyms(ID(t, g, "Hurricane"))); s != "Typhoon Hurricane" {
		t.Errorf("synonyms of Hurricane: %s", s)
	}
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		if c.Name("zh") == c.LocalName() || c.Name("en") == c.LocalName() || len(c.Definitions) != 1 {
			t.Errorf("%s lacks a label or a definition", c.LocalName())
		}
	}
	if !g.Concept(ID(t, g, "Hurricane")).Core || g.Concept(ID(t, g, "Flood")).Core {
		t.Error("core: want Hurricane (by Typhoon), not Flood")
	}
}
