package eventgraph

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// toldOf are the events and facts of a page, one each: "storm/wp/2024/yagi", "dead 53 of earthquake/…",
// "windforce 17 forecast".
func toldOf(b *Builder) (out []string) {
	for _, e := range b.Events {
		out = append(out, "event "+strings.TrimPrefix(e.IRI, eventBase))
	}
	for i := range b.Statements {
		s := &b.Statements[i]
		if s.Kind == "mention" {
			continue
		}
		line := s.Kind
		if s.Unit != "" {
			line = fmt.Sprint(s.Kind, " ", s.Value)
		}
		if !s.Modality.IsReal() {
			line += " " + string(s.Modality)
		}
		if s.Event >= 0 {
			line += " of " + strings.TrimPrefix(b.Events[s.Event].IRI, eventBase)
		}
		out = append(out, line)
	}
	return out
}

// want has what the cases must tell, by hand; a line that begins with a minus must not be part of any line.
var want = map[string][]string{
	"f1": {"event storm/wp/2024/yagi", "landfall forecast of storm/wp/2024/yagi", "windforce 17 forecast of storm/wp/2024/yagi"},
	"f2": {"landfall forecast of storm/wp/2024/kong-rey", "rain 1000 forecast of storm/wp/2024/kong-rey"},
	"f3": {"wind 120 forecast of storm/other/2024/helene", "height 20 forecast of storm/other/2024/helene"},
	"f4": {"landfall forecast of storm/wp/2018/mangkhut"},
	"h1": {"wind 85 of storm/other/2024/helene", "wind 129 hypothetical of storm/other/2024/helene"},
	"h2": {"wind 100 hypothetical", "wind 75 hypothetical", "-event"},
	"n1": {"-event"},
	"y1": {"event storm/other/2016/meranti", "event storm/wp/2013/usagi", "windforce 10"},
	"y2": {"event storm/other/2017/hato", "warning", "wind 155"},
	"y3": {"event storm/wp/2024/yagi"},
	"q1": {"magnitude 6.8 of earthquake/2025-01-07/rikaze", "depth 10 of earthquake/2025-01-07/rikaze", "dead 53 of earthquake/2025-01-07/rikaze", "injured 62 of earthquake/2025-01-07/rikaze"},
	"q2": {"magnitude 7.2 of earthquake/2024-04-03/hualien", "dead 9 of earthquake/2024-04-03/hualien", "injured 900 of earthquake/2024-04-03/hualien", "-windforce"},
	"q3": {"dead 11 of earthquake/2019-06-17/yibin", "injured 122 of earthquake/2019-06-17/yibin"},
	"q4": {"magnitude 6.8 of earthquake/2022-09-05/luding", "displaced 50000 of earthquake/2022-09-05/luding", "missing 15 of earthquake/2022-09-05/luding", "injured 253 of earthquake/2022-09-05/luding", "-86000"},
	"p1": {"dead 5300 of flood/2023-09-10/libya"},
	"p2": {"dead 300 of flood/2018-08-01/kerala"},
	"d1": {"-event"},
	"d2": {"-event"},
	"d3": {"-event"},
	"u1": {"displaced 5600 of storm/wp/2024/yagi"},
}

func TestCases(t *testing.T) {
	data, err := os.ReadFile(goldentest.Path(t, "cases/events/cases.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		c := strings.Split(line, "\t")
		if i == 0 || len(c) < 5 {
			continue
		}
		published, err := time.Parse("2006-01-02T15:04:05Z07:00", c[2]+"T20:00:00+08:00")
		if err != nil {
			t.Fatal(err)
		}
		got := toldOf(build(t, Page{URL: "https://a.example/" + c[0], Title: c[0] + " news", Lang: c[1], Published: published, Texts: []string{c[3]}}))
		for _, w := range want[c[0]] {
			if not, ok := strings.CutPrefix(w, "-"); ok && slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, not) }) {
				t.Errorf("%s tells %q: %q", c[0], not, got)
			} else if !ok && !slices.Contains(got, w) {
				t.Errorf("%s does not tell %q: %q", c[0], w, got)
			}
		}
	}
}

// A storm's name inside a longer word is no storm where no word for storms stands near, and a level of another
// scale is no wind.
func TestWordsThatAreNoStorms(t *testing.T) {
	data, err := os.ReadFile(goldentest.Path(t, "cases/events/words-not-storms.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		c := strings.Split(line, "\t")
		got := toldOf(build(t, Page{URL: "https://a.example/", Lang: "zh", Published: on("2024-09-05"), Texts: []string{c[0]}}))
		for _, g := range got {
			if i > 0 && (strings.HasPrefix(g, "event storm/") || strings.HasPrefix(g, "windforce")) {
				t.Errorf("line %d tells %q", i+1, got)
			}
		}
	}
}
