package topic

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// TestHazardTopics: the names by which people ask for a hazard, each with the concept that they mean. Nobody is warned
// of marks that do not count.
func TestHazardTopics(t *testing.T) {
	t.Parallel()
	for concept, names := range map[string]string{
		"hazards Earthquake":          "earthquake,Earthquake,earthquakes,quake,地震,EARTHQUAKE",
		"hazards Flood":               "flood,floods,flooding,洪水,洪灾,洪災,水灾,洪涝,淹水",
		"hazards Landslide":           "landslide,landslides,山体滑坡,滑坡,走山,山崩",
		"hazards DebrisFlow":          "mudslide,debris flow,泥石流,土石流",
		"hazards Drought":             "drought,droughts,干旱,乾旱,旱灾",
		"hazards Volcano":             "volcano,volcanoes,火山",
		"hazards VolcanicEruption":    "volcanic eruption,火山喷发",
		"hazards WildFire":            "wildfire,wildfires,forest fire,bushfire,山火,森林火灾,森林大火",
		"hazards Tsunami":             "tsunami,海啸,海嘯",
		"hazards ColdWave":            "cold wave,cold snap,寒潮,寒流",
		"hazards HeatWave":            "heat wave,heatwave,热浪,熱浪,高温天气",
		"hazards Epidemic":            "epidemic,epidemics,疫情",
		"hazards SnowAvalanche":       "avalanche,雪崩",
		"hazards DustStorm":           "dust storm,sandstorm,沙尘暴,沙塵暴",
		"hazards Storm":               "storm,Storm,风暴,暴风雨",
		"hazards Tornado":             "tornado,龙卷风,龍捲風",
		"hazards Hail":                "hailstorm,冰雹",
		"hazards Snowstorm":           "snowstorm,blizzard,暴雪,雪灾",
		"hazards InsectInfestation":   "insect infestation,蝗灾,虫灾",
		"hazards GlacialLakeOutburst": "GLOF,冰湖溃决",
		"hazards NaturalHazard":       "hazards,natural hazard,natural disaster,自然灾害",
		"typhoon TyphoonDisaster":     "typhoon,台风,颱風",
		"typhoon StormSurge":          "风暴潮",
		"rainstorm RainstormDisaster": "rainstorm,暴雨",
	} {
		for _, name := range strings.Split(names, ",") {
			var said bytes.Buffer
			s := Spec{Names: name, Loader: Loader{Logger: slog.New(slog.NewTextHandler(&said, nil))}}
			got, err := Resolve(t.Context(), s)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			m := got.Meant[0]
			is := m.Source.Name + " " + m.Source.Graph().Concept(m.Means[0]).LocalName()
			if is != concept || got.Vector.Entries[0].Concept != m.Means[0] || strings.Contains(said.String(), "WARN") {
				t.Errorf("%s is %s, want %s\n%s", name, is, concept, &said)
			}
		}
	}
}

// TestHazardsApart: a topic of one hazard has its kinds and aspects, what they share with others, and nothing of others.
func TestHazardsApart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ core, company, none string }{
		"earthquake":  {"Earthquake Aftershock Magnitude Epicentre", "Casualties SearchAndRescue SeismologicalAgency EarthquakeSign NaturalHazard", "Flood Tsunami WaterLevel FloodSign FireService"},
		"flood":       {"Flood FlashFlood WaterLevel LeveeBreach FloodWarning", "Casualties CropDamage HydrologicalAgency", "Earthquake Rainstorm Storm Magnitude"},
		"debris flow": {"DebrisFlow", "Landslide Casualties SlideSign", "Flood Rockfall FloodSign"},
	} {
		v := vectorOf(t, Spec{Names: name})
		has := map[string]string{}
		for _, e := range v.Entries {
			has[ontology.LocalName(e.IRI)] = map[bool]string{true: "core", false: "company"}[e.Core]
		}
		for as, list := range map[string]string{"core": c.core, "company": c.company, "": c.none} {
			for _, concept := range strings.Fields(list) {
				if has[concept] != as {
					t.Errorf("%s: %s is %q, want %q", name, concept, has[concept], as)
				}
			}
		}
	}
}

// TestBegunBeforeHazards: a run whose name an ontology knew before hazards did goes on with that one.
func TestBegunBeforeHazards(t *testing.T) {
	t.Parallel()
	before, err := Resolve(t.Context(), Spec{Ontology: "rainstorm"})
	if err != nil {
		t.Fatal(err)
	}
	o := before.Origins[0]
	got, err := Resolve(t.Context(), Spec{Names: "洪水", Loader: Loader{Versions: map[string]string{o.Name: o.SHA256}}})
	if err != nil || len(got.Origins) != 1 || got.Origins[0] != o {
		t.Errorf("%v, %v; want %v", got.Origins, err, o)
	}
	got, err = Resolve(t.Context(), Spec{Names: "rainstorm, earthquake", Loader: Loader{Versions: map[string]string{o.Name: o.SHA256}}})
	if err != nil || len(got.Origins) != 2 {
		t.Errorf("another topic beside: %v, %v", got, err)
	}
}
