package ontologies_test

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

type of struct {
	name     string
	root     string
	concepts int
	core     int
	later    string // concepts that are not in the table the ontology was made from
}

var all = []of{
	{"rainstorm", "RainstormDisaster", 48, 21, "WarningLevel WeatherService"},
	{"typhoon", "TyphoonDisaster", 45, 24, "NamedStorm StormName WarningLevel WeatherService"},
}

// everyOne are all ontologies; hazards was made from no table and has no Spanish.
var everyOne = append(slices.Clone(all), of{"hazards", "NaturalHazard", 141, 103, ""})

func load(t *testing.T, name string) *owl.Ontology {
	t.Helper()
	f, err := ontologies.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: name + ".owl"})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name) // a test runs in the folder of its package
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNames(t *testing.T) {
	if got := ontologies.Names(); !slices.Equal(got, []string{"hazards", "rainstorm", "typhoon"}) {
		t.Errorf("Names() = %q", got)
	}
	_, err := ontologies.Open("../typhoon")
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "hazards, rainstorm, typhoon") {
		t.Errorf("Open of an unknown name: %v", err)
	}
}

// TestVersion opens what earlier programs carried. Their runs are resumed with it, so
// it must stay to the byte.
func TestVersion(t *testing.T) {
	for _, old := range [][2]string{
		{"rainstorm", "d0c1169fb6c908871a262e922e638ede8020ce6e645f53558d97fb96ee174f02"}, // 1.0.0
		{"typhoon", "13585871430d51dbc7fb49f951ab5577c3a787d929506f645b679e907e4c52f5"},
		{"rainstorm", "549d42d1c076a7b5109b9552a50e4fb1255a2b8093af01531496fd2d294c5065"}, // 1.1.0
		{"typhoon", "5000b267a98f30b649d6860d237b0ecebb2bc5c57b602ed0a99ad361b638f2e0"},
	} {
		name, sum := old[0], old[1]
		text, err := ontologies.Version(name, sum)
		if err != nil {
			t.Fatal(err)
		}
		old, err := owl.Load(bytes.NewReader(text), owl.Options{File: name})
		if err != nil {
			t.Fatal(err)
		}
		now := load(t, name)
		if old.Hash != sum || old.Version == now.Version {
			t.Errorf("%s: hash %s, version %s; now %s", name, old.Hash, old.Version, now.Version)
		}
		if text, err := ontologies.Version(name, now.Hash); err != nil || !bytes.Equal(text, file(t, name+".owl")) {
			t.Errorf("%s: the present version: %d bytes, %v", name, len(text), err)
		}
		if _, err := ontologies.Version(name, sum[1:]); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a sum of nothing: %v", name, err)
		}
	}
}

func TestConcepts(t *testing.T) {
	for _, tt := range everyOne {
		t.Run(tt.name, func(t *testing.T) {
			o := load(t, tt.name)
			for _, f := range o.Findings {
				t.Errorf("finding: %v", f)
			}
			if n := o.Graph.Len(); n != tt.concepts {
				t.Errorf("%d concepts, want %d", n, tt.concepts)
			}
			iri := "https://ontocrawl.github.io/ontologies/" + tt.name
			if o.IRI != iri || o.Version != iri+map[bool]string{true: "/1.0.0", false: "/1.2.0"}[tt.name == "hazards"] {
				t.Errorf("IRI %s, version %s", o.IRI, o.Version)
			}
			if r := o.Graph.Roots(); len(r) != 1 || o.Graph.Concept(r[0]).IRI != iri+"#"+tt.root {
				t.Errorf("roots %v, want %s alone", r, tt.root)
			}
			core := 0
			owner := map[string]string{}
			for i := range o.Graph.Len() {
				c := o.Graph.Concept(ontology.ID(i))
				if c.Core {
					core++
				}
				checkNames(t, c)
				for _, l := range c.Labels {
					key := lexicon.Fold(l.Text)
					if other, ok := owner[key]; ok && other != c.LocalName() {
						t.Errorf("%q names %s and %s", l.Text, other, c.LocalName())
					}
					owner[key] = c.LocalName()
				}
			}
			if core != tt.core {
				t.Errorf("%d core concepts, want %d", core, tt.core)
			}
		})
	}
}

// TestSharedNames: a topic of both ontologies makes one concept of two with a
// common name, so only concepts that are the same have one.
func TestSharedNames(t *testing.T) {
	owner := map[string]string{}
	shared := 0
	for _, tt := range everyOne {
		g := load(t, tt.name).Graph
		for i := range g.Len() {
			c := g.Concept(ontology.ID(i))
			for _, l := range c.Labels {
				if l.Kind != ontology.Preferred {
					continue
				}
				key := lexicon.Fold(l.Text)
				if other, ok := owner[key]; ok && other != c.LocalName() {
					t.Errorf("%q is the name of %s and of %s", l.Text, other, c.LocalName())
				} else if ok {
					shared++
				}
				owner[key] = c.LocalName()
			}
		}
	}
	// Casualties, DisasterLosses, EconomicLoss, Flooding, TyphoonRainstorm,
	// WarningLevel and WeatherService in three languages, Landslide in two; Meiyu is
	// called so in English and Spanish. Further 53 are of hazards: floods, slides,
	// cyclones, losses, response and services, in two languages.
	if shared != 24+53 {
		t.Errorf("%d names are shared, want 24 and 53", shared)
	}
}

var camel = regexp.MustCompile(`^([A-Z][a-z]+)+$`)

// checkNames checks what a person who opens the class in Protégé expects.
func checkNames(t *testing.T, c *ontology.Concept) {
	t.Helper()
	if !camel.MatchString(c.LocalName()) {
		t.Errorf("%s is not written in CamelCase", c.LocalName())
	}
	preferred, others := map[string]int{}, map[string]int{}
	for _, l := range c.Labels {
		han := strings.ContainsFunc(l.Text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		if han != strings.HasPrefix(l.Lang, "zh") {
			t.Errorf("%s: label %q is said to be %q", c.LocalName(), l.Text, l.Lang)
		}
		if l.Kind == ontology.Preferred {
			preferred[l.Lang]++
		} else {
			others[l.Lang]++
		}
	}
	spanish := 1
	if strings.Contains(c.IRI, "/hazards#") {
		spanish = 0
	}
	if preferred["zh"] != 1 || preferred["en"] != 1 || preferred["es"] != spanish || len(preferred) != 2+spanish {
		t.Errorf("%s: names %v, want one in zh, one in en and %d in es", c.LocalName(), preferred, spanish)
	}
	if others["en"] == 0 || others["es"] < spanish { // the plural, if nothing else
		t.Errorf("%s: no other name in English or in Spanish", c.LocalName())
	}
	defined := map[string]bool{}
	for _, d := range c.Definitions {
		defined[d.Lang] = len(d.Text) > 20
	}
	if !defined["zh"] || !defined["en"] {
		t.Errorf("%s: definitions %v, want zh and en", c.LocalName(), defined)
	}
	checkTraditional(t, c)
}

// sameInBoth are main labels that are written alike in both scripts.
var sameInBoth = strings.Fields(`暴雨 大暴雨 特大暴雨 梅雨 降水量 降雨量 洪水 山洪 泥石流 滑坡 房屋倒塌 超警戒水位 防汛
	巨浪 海水倒灌 海岸洪水 寒潮 抗旱 少雨 地震 震源 震中 疫情 疫情防控 前震 地面塌陷 冰雹 火山泥流 滑坡救援 熔岩 主震 火山碎屑流
	河流洪水 搜救 地震烈度 震群 地震局 堰塞湖 土石 蠕滑 雪崩 疾病 融雪洪水 暴雪 火山灰 火山 洪水水位 缺水 山火 震源深度`)

func checkTraditional(t *testing.T, c *ontology.Concept) {
	t.Helper()
	name := c.Name("zh")
	traditional := slices.ContainsFunc(c.Labels, func(l ontology.Label) bool {
		return l.Lang == "zh-Hant" && l.Text != name && lexicon.Fold(l.Text) == lexicon.Fold(name)
	})
	if traditional == slices.Contains(sameInBoth, name) {
		t.Errorf("%s: has %s a traditional form among its labels: %v", c.LocalName(), name, traditional)
	}
}

func triples(t *testing.T, name string, format string) []rdf.Triple {
	t.Helper()
	var list []rdf.Triple
	err := syntax.Decode(bytes.NewReader(file(t, name)), rdfio.Options{Syntax: format, File: name}, func(tr rdf.Triple) error {
		list = append(list, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestBothSyntaxesSayTheSame(t *testing.T) {
	for _, tt := range everyOne {
		a, b := triples(t, tt.name+".owl", "rdfxml"), triples(t, tt.name+".ttl", "turtle")
		if len(a) < 10*tt.concepts || !rdfiotest.Isomorphic(a, b) {
			t.Errorf("%s: %d triples in RDF/XML, %d in Turtle, not the same graph", tt.name, len(a), len(b))
		}
	}
}

// The layout is the OWL API's: sections in its order, entities sorted by IRI,
// each below a comment with it.
func TestLayout(t *testing.T) {
	for _, tt := range everyOne {
		sections := []string{"Annotation properties", "Object Properties", "Classes"}
		if tt.name == "hazards" {
			sections = slices.Insert(sections, 2, "Data properties")
		}
		for _, f := range []struct {
			name            string
			section, entity *regexp.Regexp
		}{
			{tt.name + ".owl", regexp.MustCompile(`(?m)^    // (\w.*)$`), regexp.MustCompile(`(?m)^    <!-- (http\S+) -->\n\n    <owl:\w+ rdf:about="(http\S+?)"`)},
			{tt.name + ".ttl", regexp.MustCompile(`(?m)^#    (\w.*)$`), regexp.MustCompile(`(?m)^###  (http\S+)\n(\S+) rdf:type`)},
		} {
			text := file(t, f.name)
			var found []string
			for _, m := range f.section.FindAllSubmatch(text, -1) {
				found = append(found, string(m[1]))
			}
			if !slices.Equal(found, sections) {
				t.Errorf("%s: sections %q", f.name, found)
			}
			_, classes, _ := strings.Cut(string(text), " Classes\n")
			entities := f.entity.FindAllStringSubmatch(classes, -1)
			if len(entities) != tt.concepts {
				t.Errorf("%s: %d classes with a comment, want %d", f.name, len(entities), tt.concepts)
			}
			if !slices.IsSortedFunc(entities, func(a, b []string) int { return cmp.Compare(a[1], b[1]) }) {
				t.Errorf("%s: classes are not sorted by IRI", f.name)
			}
			for _, e := range entities {
				if ontology.LocalName(e[1]) != ontology.LocalName(strings.TrimPrefix(e[2], ":")) {
					t.Errorf("%s: %s stands below the comment of %s", f.name, e[2], e[1])
				}
			}
		}
		if text := file(t, tt.name+".owl"); !bytes.HasPrefix(text, []byte("<?xml version=\"1.0\"?>\n<rdf:RDF xmlns=")) {
			t.Errorf("%s.owl begins with %.40q", tt.name, text)
		}
	}
}

// topicWeights are T of the root by the formula: with tau 34, a concept n edges below
// the root, by way of the relations given. Densities are 6/7 for the root of rainstorm,
// which has six children where Rainstorm has seven, and 4/14 for the root of typhoon,
// which has four where TropicalCyclone has fourteen.
//
// R: IFDis .8*34/(34+n), IFDep .06*2/(2+n), IFCoi .03/(1+n), IFRel .07*mean V.
func topicWeight(n int, density float64, includes int) float64 {
	if n == 0 {
		return 1
	}
	v := (.8*float64(n-includes) + .6*float64(includes)) / float64(n)
	return .8*34/(34+float64(n)) + .04*density + .06*2/(2+float64(n)) + .03/float64(1+n) + .07*v
}

// shape is how each concept hangs below the root: edges, of which Includes.
var shape = map[string]map[[2]int]string{
	"rainstorm": {
		{0, 0}: "RainstormDisaster RainstormFloodDisaster",
		{1, 0}: "Rainstorm HeavyRainfall RainBearingSystem PrecipitationAmount RainfallAmount RainstormWarning",
		{1, 1}: "DisasterLosses FloodControl",
		{2, 0}: `HeavyRainstorm ExtraordinaryRainstorm ShortDurationHeavyRain PersistentRainstorm SevereConvectiveWeather
			Meiyu TyphoonRainstorm WeatherFront LowVortex ShearLine RainfallIntensity AccumulatedRainfall HourlyRainfall
			BlueRainstormWarning YellowRainstormWarning OrangeRainstormWarning RedRainstormWarning
			WarningLevel WeatherService`,
		{2, 1}: `Flooding GeologicalHazard Casualties EconomicLoss CropDamage HouseCollapse TrafficDisruption
			FloodEmergencyResponse EvacuationAndResettlement`,
		{3, 1}: "Flood UrbanWaterlogging StreetFlooding FarmlandWaterlogging DebrisFlow Landslide Rockfall",
		{4, 1}: "FlashFlood",
		{4, 2}: "LeveeBreach AboveWarningLevel",
	},
	"typhoon": {
		{0, 0}: "TyphoonDisaster TropicalCycloneDisaster",
		{1, 0}: "TropicalCyclone TyphoonWarning",
		{1, 1}: "DisasterLosses TyphoonPreparedness",
		{2, 0}: `TropicalDepression TropicalStorm SevereTropicalStorm Typhoon SevereTyphoon SuperTyphoon Hurricane
			TyphoonStructure TyphoonTrack TyphoonIntensity TyphoonGenesis
			BlueTyphoonWarning YellowTyphoonWarning OrangeTyphoonWarning RedTyphoonWarning
			WarningLevel WeatherService`,
		{2, 1}: "Gale TyphoonRainstorm StormSurge HugeWaves Casualties EconomicLoss PowerOutage ReturnToHarbour",
		{3, 0}: "TyphoonEye Eyewall SpiralRainband TyphoonLandfall CentralPressure MaximumWindSpeed WindForceScale NamedStorm StormName",
		{3, 1}: "SubtropicalHigh Gust",
		{3, 2}: "SeawaterInundation Flooding Landslide",
	},
}

func TestTopicWeights(t *testing.T) {
	density := map[string]float64{"rainstorm": 6. / 7, "typhoon": 4. / 14}
	for _, tt := range all {
		weights := topic(t, tt.name, tt.root)
		seen := 0
		for at, names := range shape[tt.name] {
			want := topicWeight(at[0], density[tt.name], at[1])
			for _, name := range strings.Fields(names) {
				seen++
				if got, ok := weights[name]; !ok || math.Abs(got-want) > 1e-9 {
					t.Errorf("%s: T(%s) = %.6f, want %.6f", tt.name, name, got, want)
				}
			}
		}
		if seen != tt.concepts {
			t.Errorf("%s: the table has %d concepts, want %d", tt.name, seen, tt.concepts)
		}
	}
}

// topic returns T of the root by local name.
func topic(t *testing.T, name, root string) map[string]float64 {
	t.Helper()
	g := load(t, name).Graph
	m, err := semsim.New(g, semsim.Params{})
	if err != nil {
		t.Fatal(err)
	}
	c, ok := g.ByIRI("https://ontocrawl.github.io/ontologies/" + name + "#" + root)
	if !ok {
		t.Fatalf("no %s", root)
	}
	weights := map[string]float64{}
	for i, w := range m.Topic(c, nil) {
		weights[g.Concept(ontology.ID(i)).LocalName()] = w
	}
	return weights
}

// TestTables compares with the tables the ontologies were made from: the
// rows are found again by one of their names, and have the weight and the core
// mark of the table.
func TestTables(t *testing.T) {
	for _, tt := range all {
		t.Run(tt.name, func(t *testing.T) {
			rows := table(t, goldentest.Path(t, "concepts/"+tt.name+".tsv"))
			if n := tt.concepts - len(strings.Fields(tt.later)); len(rows) != n {
				t.Fatalf("%d rows, want %d", len(rows), n)
			}
			g := load(t, tt.name).Graph
			weights := topic(t, tt.name, tt.root)
			used := map[string]bool{}
			for _, r := range rows {
				c := find(g, r.names)
				if c == nil {
					t.Errorf("no concept has any of the names %q", r.names)
					continue
				}
				if used[c.LocalName()] {
					t.Errorf("two rows are %s", c.LocalName())
				}
				used[c.LocalName()] = true
				if got := weights[c.LocalName()]; fmt.Sprintf("%.4f", got) != r.weight {
					t.Errorf("T(%s) = %.6f, want %s", c.LocalName(), got, r.weight)
				}
				if c.Core != r.core {
					t.Errorf("%s: core %v, want %v", c.LocalName(), c.Core, r.core)
				}
			}
		})
	}
}

// row is a row of a concept table.
type row struct {
	names  []string // zh, en, aliases
	core   bool
	weight string // T to four decimals
}

func table(t *testing.T, path string) []row {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []row
	s := bufio.NewScanner(f)
	for s.Scan() {
		col := strings.Split(s.Text(), "\t")
		if len(col) != 9 || col[0] == "id" {
			continue
		}
		core, err := strconv.ParseBool(col[6])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row{append([]string{col[1], col[2]}, strings.Split(col[8], ";")...), core, col[7]})
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// find returns the concept that bears the first of the names that any bears.
func find(g *ontology.Graph, names []string) *ontology.Concept {
	for _, name := range names {
		for i := range g.Len() {
			c := g.Concept(ontology.ID(i))
			if slices.ContainsFunc(c.Labels, func(l ontology.Label) bool { return strings.EqualFold(l.Text, name) }) {
				return c
			}
		}
	}
	return nil
}

// TestEmbedded: the program holds the files as they stand in the folder, and only those that it reads.
func TestEmbedded(t *testing.T) {
	entries, err := ontologies.FS.ReadDir(".")
	if err != nil || len(entries) != len(ontologies.Names()) {
		t.Errorf("%d files for %q: %v", len(entries), ontologies.Names(), err)
	}
	for _, e := range entries {
		if held, err := ontologies.FS.ReadFile(e.Name()); err != nil || !bytes.Equal(held, file(t, e.Name())) {
			t.Errorf("%s is another: %v", e.Name(), err)
		}
	}
}

// TestGlide: each kind of disaster that GLIDE numbers have letters for, but "other" and the letters that it
// gave up (ET, SL, WA's sense of tsunami), is one concept.
func TestGlide(t *testing.T) {
	want := strings.Fields(`AC=TechnologicalDisaster AV=SnowAvalanche CE=ComplexEmergency CW=ColdWave DR=Drought EC=ExtratropicalCyclone
		EP=Epidemic EQ=Earthquake FA=Famine FF=FlashFlood FL=Flood FR=Fire HT=HeatWave IN=InsectInfestation LS=Landslide MS=DebrisFlow
		SS=StormSurge ST=SevereLocalStorm TC=TropicalCyclone TO=Tornado TS=Tsunami VO=Volcano VW=ViolentWind WA=HugeWaves WF=WildFire`)
	value, holder := map[string]string{}, map[string]string{}
	list := triples(t, "hazards.ttl", "turtle")
	for _, tr := range list {
		switch ontology.LocalName(tr.Pred.String()) {
		case "hasValue":
			value[tr.Subj.String()] = tr.Obj.String()
		case "subClassOf":
			holder[tr.Obj.String()] = ontology.LocalName(tr.Subj.String())
		}
	}
	var got []string
	for node, code := range value {
		got = append(got, code+"="+holder[node])
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
