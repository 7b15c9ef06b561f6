package extract

import (
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

const locusts = "urn:mine#Locusts\tinfestation\tIN\t\tEnv\t30\taffected\t蝗灾 蝗虫\tlocust plague, locusts"

func hazardsOf(t *testing.T, rows ...string) *Hazards {
	t.Helper()
	h, err := ReadHazards(strings.NewReader(strings.Join(rows, "\n")), "mine.tsv")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A table of one's own stands before the built-in one: it adds kinds, and what it says of a class or word counts.
func TestReadHazards(t *testing.T) {
	t.Parallel()
	const flood = "https://ontocrawl.github.io/ontologies/rainstorm#Flood"
	h := hazardsOf(t, "\ufeff# mine", locusts+"\r", "", flood+"\tflood\tFF\twater\tMet\t1\t\t\tflood")
	if k := h.Of("urn:mine#Locusts"); k == nil || k.Kind != "infestation" || k.GLIDE != "IN" || k.Category != "Env" || k.Apart != 30 || !k.Measures(Loss) || k.Measures(Quake) {
		t.Errorf("%+v", k)
	}
	if k := h.Of(flood); k.GLIDE != "FF" || k.Apart != 1 || k.Measures(Rain) {
		t.Errorf("%+v", k)
	}
	if k := h.Of("https://ontocrawl.github.io/event#Earthquake"); k == nil || k.Kind != "earthquake" || !k.Measures(Quake) || k.Measures(Wind) {
		t.Errorf("%+v", k)
	}
	if !h.Kin("flood", "landslide") || h.Kin("flood", "infestation") || !h.Kin("unknown", "unknown") || h.Kin("unknown", "strange") {
		t.Error("kinds go together that do not, or do not that do")
	}
	x := extractor(t, Options{Hazards: h})
	var got []string
	for _, w := range x.Extract("8月3日，蝗灾袭击甘肃，地震未发生。Locusts and floods.", friday).Words {
		got = append(got, w.Class)
	}
	if s := strings.Join(got, " "); !strings.HasPrefix(s, "urn:mine#Locusts ") || strings.Count(s, "Locusts") != 2 {
		t.Error(s)
	}
}

// What is wrong in a table is told with its line.
func TestReadHazardsFaults(t *testing.T) {
	t.Parallel()
	row := func(i int, text string) string {
		f := strings.Split(locusts, "\t")
		f[i] = text
		return strings.Join(f, "\t")
	}
	for text, want := range map[string]string{
		"":                                  "mine.tsv:2: there is no kind of event in it",
		"a\tb":                              "mine.tsv:2: 2 columns, but there must be 9",
		row(0, "locusts"):                   "must be an IRI",
		row(0, "urn:a b"):                   "must be an IRI",
		row(1, "Locust plague"):             "the kind is",
		row(1, "storm"):                     "another word than storm",
		row(2, "INF"):                       "two capital letters",
		row(3, "Water!"):                    "the group is",
		row(4, "Insects"):                   "one of Geo, Met, Safety",
		row(5, "soon"):                      "a number from 0 to 400",
		row(5, "401"):                       "a number from 0 to 400",
		row(6, "affected hectares"):         `"hectares" is no kind of figure; they are wind windforce`,
		row(7, "蝗"):                         `"蝗" is too short`,
		row(8, "\xff\xfe"):                  "not UTF-8",
		row(1, "flood"):                     `mine.tsv:2: flood is of group "" here and of group "water" before`,
		row(8, strings.Repeat("aa, ", 201)): "at most 200",
	} {
		_, err := ReadHazards(strings.NewReader("# mine\n"+text), "mine.tsv")
		var at *gazetteer.Error
		if err == nil || !errors.As(err, &at) || !strings.HasPrefix(err.Error(), "mine.tsv:2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v; want %s", text, err, want)
		}
	}
	if _, err := ReadHazards(strings.NewReader(strings.Repeat(locusts+"\n", maxHazards+1)), "mine.tsv"); err == nil || !strings.Contains(err.Error(), "mine.tsv:10001: more than 10000") {
		t.Error(err)
	}
}

// A class of an ontology is of the kind that its preferred labels name in all languages; then its other labels are words of it.
func TestHazardsJoin(t *testing.T) {
	t.Parallel()
	h := (*Hazards)(nil).Join([]Term{
		{"洪水", "urn:flood", false}, {"flood", "urn:flood", false}, {"大水", "urn:flood", true},
		{"抗旱", "urn:relief", false}, {"drought relief", "urn:relief", false},
		{"防汛", "urn:control", false}, {"洪水", "urn:control", true},
		{"洪水", "urn:both", false}, {"landslide", "urn:both", false},
		{"山洪", "urn:flash", false}, {"flood", "urn:flash", false},
	})
	for class, want := range map[string]string{"urn:flood": "flood FL", "urn:flash": "flood FF", "urn:relief": "", "urn:control": "", "urn:both": ""} {
		got := ""
		if k := h.Of(class); k != nil {
			got = k.Kind + " " + k.GLIDE
		}
		if got != want {
			t.Errorf("%s is %q; want %q", class, got, want)
		}
	}
}

func FuzzReadHazards(f *testing.F) {
	f.Add(locusts)
	f.Add(hazardsTSV)
	f.Fuzz(func(t *testing.T, text string) {
		h, err := ReadHazards(strings.NewReader(text), "mine.tsv")
		var at *gazetteer.Error
		if err != nil && !errors.As(err, &at) {
			t.Fatal(err)
		}
		if err == nil && h.Of("https://ontocrawl.github.io/event#Earthquake") == nil {
			t.Fatal("the built-in kinds are gone")
		}
	})
}
