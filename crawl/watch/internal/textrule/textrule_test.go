package textrule_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

var (
	dict lexicon.Dictionary
	noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
)

// page is an article of paragraphs.
func page(url, lang, title string, paragraphs ...string) *textrule.Page {
	p := &crawl.Page{URL: url, Title: title, Lang: lang, Blocks: []crawl.Block{{Text: title, H1: true}}}
	for _, text := range paragraphs {
		p.Blocks = append(p.Blocks, crawl.Block{Text: text})
	}
	return &textrule.Page{Page: p, URL: url, Title: title, Lang: lang, Kind: crawl.KindArticle, Published: crawl.Instant(noon), Fetched: noon}
}

func asks(t *testing.T, words string, figures []string, rises float64, places ...string) monitor.Asks {
	t.Helper()
	a := monitor.Asks{Rises: rises, Places: places}
	var err error
	if words != "" {
		if a.Words, err = textrule.ParseWords(words); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range figures {
		f, err := textrule.ParseFigure(text)
		if err != nil {
			t.Fatal(err)
		}
		a.Figures = append(a.Figures, f)
	}
	return a
}

// ring returns the sentence by which a rule rings for p; "" if it does not. heights has what was told before.
func ring(t *testing.T, a monitor.Asks, p *textrule.Page, heights map[string]monitor.Height) string {
	t.Helper()
	r, err := textrule.New([]monitor.AlertRule{{Name: "other"}, {Name: "rule", Asks: a}}, &dict)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := r.Read(p)
	if err != nil {
		t.Fatal(err)
	}
	holds, now, err := answer.Settle(p.Fetched, func(key string) (monitor.Height, error) { return heights[key], nil })
	if err != nil || len(holds) > 1 {
		t.Fatal(holds, err)
	}
	for key, h := range now {
		heights[key] = h
	}
	if len(holds) == 0 {
		return ""
	}
	if holds[0].Rule != "rule" {
		t.Fatalf("rule %q rings", holds[0].Rule)
	}
	return holds[0].Rule + ": " + holds[0].Sentence
}

func TestWords(t *testing.T) {
	dam := page("https://a.example/1", "en", "Dam failure in the north", "All is calm in the south. Two DAM FAILURES were seen on Monday.", "People left.")
	dike := page("https://a.example/2", "zh", "洪水", "今天上午一处堤防潰壩，村民已经转移。", "演练结束。")
	risk := page("https://a.example/3", "zh", "平台风险", "平台风险提示。")
	for _, c := range []struct {
		words string
		p     *textrule.Page
		want  string
	}{
		{"溃坝 OR dam failure", dam, "rule: Two DAM FAILURES were seen on Monday."},
		{"溃坝 OR dam failure", dike, "rule: 今天上午一处堤防潰壩，村民已经转移。"}, // in traditional characters
		{`"dam failure" AND left`, dam, "rule: Two DAM FAILURES were seen on Monday."},
		{"dam failure NOT south", dam, ""},
		{"dam failure NOT west", dam, "rule: Two DAM FAILURES were seen on Monday."},
		{"failure dam", dam, ""}, // a phrase
		{"溃坝 AND NOT 演练", dike, ""},
		{"台风", risk, ""}, // the ends of words
		{"溃坝|決堤", dam, ""},
	} {
		if got := strings.TrimSpace(ring(t, asks(t, c.words, nil, 0), c.p, nil)); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.words, c.p.URL, got, c.want)
		}
	}
	for _, bad := range []string{"", "NOT drill", "a OR", strings.Repeat("x OR ", 200) + "x", strings.Repeat("长", 300)} {
		if w, err := textrule.ParseWords(bad); err == nil {
			t.Errorf("%.40q is %v", bad, w)
		}
	}
}

func TestFigures(t *testing.T) {
	flood := page("https://a.example/f", "zh", "海南三亚洪水已致12人死亡", "11月29日，海南三亚发生洪水，已造成12人死亡、3人失踪。", "1998年洪水曾造成4150人死亡。")
	quake := page("https://a.example/q", "en", "Earthquake in Japan", "A magnitude 6.4 earthquake struck Japan on 29 November 2026. Up to 20 people may be dead, officials fear.")
	storm := page("https://a.example/s", "en", "Typhoon", "Super Typhoon Yagi hit Hainan on 29 November 2026 with winds of 240 km/h.")
	for _, c := range []struct {
		figure, place string
		p             *textrule.Page
		rings         bool
	}{
		{"dead >= 10", "", flood, true}, {"dead >= 13", "", flood, false}, // of 1998 were more
		{"dead = 12", "", flood, true}, {"missing < 4", "", flood, true}, {"dead > 12", "", flood, false},
		{"dead >= 10", "海南", flood, true}, {"dead >= 10", "三亚", flood, true}, {"dead >= 10", "Hainan", flood, true}, {"dead >= 10", "中国", flood, true},
		{"dead >= 10", "广东", flood, false}, {"dead >= 10", "Japan", flood, false},
		{"magnitude >= 6", "日本", quake, true}, {"dead >= 1", "", quake, false}, // a fear
		{"wind >= 60 m/s", "", storm, true}, {"wind >= 70 m/s", "", storm, false}, {"wind > 230 km/h", "", storm, true},
		{"", "海南", storm, true}, {"", "海南", quake, false},
	} {
		var figures, places []string
		if c.figure != "" {
			figures = append(figures, c.figure)
		}
		if c.place != "" {
			places = append(places, c.place)
		}
		if got := ring(t, asks(t, "", figures, 0, places...), c.p, nil); (got != "") != c.rings {
			t.Errorf("%s %s in %s: %q", c.figure, c.place, c.p.URL, got)
		}
	}
	for _, bad := range []string{"", "dead", "dead >= ten", "ghosts > 1", "dead >= 10 m", "wind >= 10 furlong", "dead => 10", "dead >= -1", "dead >= 1e999"} {
		if f, err := textrule.ParseFigure(bad); err == nil {
			t.Errorf("%q is %+v", bad, f)
		}
	}
}

// A figure rises over the highest that was told of its event in a week, on whatever page.
func TestRises(t *testing.T) {
	tell := func(url, dead string, day int) *textrule.Page {
		p := page(url, "zh", "三亚洪水", "11月29日，海南三亚发生洪水，已造成"+dead+"人死亡。")
		p.Fetched = noon.AddDate(0, 0, day)
		return p
	}
	half := asks(t, "", []string{"dead >= 1"}, .5)
	heights := map[string]monitor.Height{}
	var got []bool
	for i, p := range []*textrule.Page{
		tell("https://a.example/1", "10", 0), tell("https://b.example/2", "14", 0), tell("https://c.example/3", "21", 0),
		tell("https://c.example/4", "12", 1), tell("https://c.example/5", "21", 1), tell("https://c.example/6", "32", 1), tell("https://c.example/7", "90", 20),
	} {
		got = append(got, ring(t, half, p, heights) != "")
		if i == 0 && len(heights) == 0 {
			t.Error("nothing is remembered")
		}
	}
	if diff := cmp.Diff([]bool{false, false, true, false, false, true, false}, got); diff != "" {
		t.Error(diff)
	}
	// Words are no reason to forget a figure.
	named := asks(t, "burst", []string{"dead >= 1"}, .5)
	heights = map[string]monitor.Height{}
	ring(t, named, tell("https://a.example/1", "10", 0), heights)
	p := tell("https://a.example/2", "30", 0)
	p.Blocks = append(p.Blocks, crawl.Block{Text: "The dike burst."})
	if ring(t, named, p, heights) == "" {
		t.Error("from 10 to 30 is no rise")
	}
}

func TestKinds(t *testing.T) {
	p := page("https://a.example/1", "en", "T", "Flood.")
	if got := ring(t, monitor.Asks{Kinds: []string{"article"}}, p, nil); got == "" {
		t.Error("an article is none")
	}
	if got := ring(t, monitor.Asks{Kinds: []string{"list", "thread"}}, p, nil); got != "" {
		t.Error("an article is", got)
	}
}

func TestExcerpt(t *testing.T) {
	p := page("https://a.example/1", "en", "Typhoon", "Yes. All shops closed on Monday.", "A red warning for the TYPHOON is in force. The typhoon is near.", strings.Repeat("very long text ", 40)+"typhoon typhoon.")
	p.Blocks = append([]crawl.Block{{Text: "typhoon red warning menu entry", Region: crawl.RegionNav}}, p.Blocks...)
	evidence := []crawl.Evidence{{Concept: "c:t", Label: "typhoon", Contribution: .3}, {Concept: "c:r", Label: "red warning", Contribution: .2}, {Label: "learned", Contribution: 9}}
	if got, want := textrule.Excerpt(p.Page, evidence), "A red warning for the TYPHOON is in force."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := textrule.Excerpt(p.Page, nil), "All shops closed on Monday."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := textrule.Excerpt(&crawl.Page{}, evidence); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}
