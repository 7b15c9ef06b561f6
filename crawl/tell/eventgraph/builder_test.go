package eventgraph

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
)

func build(t *testing.T, pages ...Page) *Builder {
	t.Helper()
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		b.Add(p)
	}
	b.Finish()
	return b
}

func on(day string) time.Time {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return t
}

func aRun() *export.Run {
	return &export.Run{ID: "urn:uuid:00000000-0000-8000-8000-000000000000", Topic: "typhoon", Program: "ontocrawl 0.1.0", Started: on("2024-09-10"),
		Ontologies: []export.Ontology{{Name: "typhoon", IRI: "https://ontocrawl.github.io/ontologies/typhoon", SHA256: strings.Repeat("ab", 32)}}}
}

// yagi are four pages about two storms of one name, in three scripts.
func yagi() []Page {
	return []Page{
		{URL: "https://a.example/1", Title: "台风", Lang: "zh-Hans", Published: on("2024-09-08"), Relevance: .9, Links: []string{"https://b.example/2", "https://x.example/"},
			Texts: []string{"台风“摩羯”6日16时20分在海南文昌登陆，中心附近最大风速62米/秒。截至7日24时，摩羯造成海南4人死亡，95人受伤。"}},
		{URL: "https://b.example/2", Lang: "en", Published: on("2024-09-08"), Texts: []string{"Typhoon Yagi killed 3 people in Hainan as of Saturday."}},
		{URL: "https://c.example/3", Lang: "zh-Hant", Published: on("2024-09-09"), Texts: []string{"颱風摩羯在海南造成4人死亡。"}},
		{URL: "https://d.example/4", Lang: "zh-Hans", Published: on("2018-08-13"), Texts: []string{"2018年第14号台风“摩羯”12日在浙江温岭登陆。"}},
	}
}

func TestOneStormInThreeScripts(t *testing.T) {
	b := build(t, yagi()...)
	if len(b.Events) != 2 {
		t.Fatalf("%d events, want the storms of 2024 and 2018", len(b.Events))
	}
	e := b.Events[0]
	if e.IRI != "https://ontocrawl.github.io/event/storm/wp/2024/yagi" || e.Number != 11 || fmt.Sprint(e.Pages) != "[0 1 2]" {
		t.Errorf("%+v", e)
	}
	for i, j := range e.Joins {
		if !strings.Contains(j.Why, "name Yagi, season 2024 by the page's date") {
			t.Errorf("join %d: %s", i, j.Why)
		}
	}
	if o := b.Events[1]; o.IRI != "https://ontocrawl.github.io/event/storm/wp/2018/yagi" || o.Number != 14 {
		t.Errorf("%+v", o)
	}
}

// TestLists: the date of a list is of one of its entries. An entry's own date is the one of its storm; without one, the
// storm is joined with no other, and "yesterday" is no day.
func TestLists(t *testing.T) {
	var read crawl.Page
	for _, text := range []string{"16 Sep 2005 » Typhoon Haikui sank two boats", "Typhoon Trami hit the town yesterday and killed 3 people.", "2018-08-14 » Typhoon Yagi made landfall in Wenling",
		"2014-08-29 » Remembering Hurricane Katrina"} {
		read.Blocks = append(read.Blocks, crawl.Block{Text: text, Region: crawl.RegionMain})
	}
	rec := rundir.Page{URL: "https://a.example/archives", Lang: "en", Kind: crawl.KindList.String(), Published: crawl.DayOf(on("2024-07-25"))}
	b := build(t, pageOf(&rec, &read, nil))
	var got []string
	for _, e := range b.Events {
		got = append(got, strings.TrimPrefix(e.IRI, eventBase))
	}
	unknown := "storm/wp/unknown/trami-" + hash(rec.URL)
	if want := []string{"storm/wp/2005/haikui", unknown, "storm/wp/2018/yagi", "storm/other/2005/katrina"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i := range b.Statements {
		if s := &b.Statements[i]; s.Kind == "dead" && s.When != nil && s.When.Time.Resolved() {
			t.Errorf("yesterday of a list is %v", s.When.Time)
		}
	}
}

// TestCompounds: the head of an English compound is its last noun. What an event does or leaves is the event's.
func TestCompounds(t *testing.T) {
	const day = " in Springfield, Illinois on July 25, 2024"
	for text, want := range map[string]int{
		"Residents can look at flood maps" + day + ".":                        0,
		"Flood Insurance Publications were issued" + day + ".":                0,
		"The state adopted an earthquake safety standard" + day + ".":         0,
		"A grant for wildfire risk reduction was signed" + day + ".":          0,
		"Volunteers opened a tornado shelter" + day + ".":                     0,
		"The flood" + day + " took the bridge.":                               1,
		"The town council met after the flood" + day + ".":                    1,
		"Flood victims were brought to a school" + day + ".":                  1,
		"The city repairs flood damage" + day + ".":                           1,
		"Flooding and landslides closed two roads" + day + ".":                1,
		"Flood kills three" + day + ".":                                       1,
		"Tornado touched down" + day + ".":                                    1,
		"Severe storms, tornadoes, and flooding were felt" + day + ".":        1,
		"The President declared a disaster after the earthquakes" + day + ".": 1,
		"Wildfire threatens homes" + day + ".":                                1,
	} {
		b := build(t, Page{URL: "https://a.example/1", Lang: "en", Published: on("2024-07-26"), Texts: []string{text}})
		if len(b.Events) != want {
			t.Errorf("%s: %d events, want %d", text, len(b.Events), want)
		}
	}
}

// TestDeadlines: a day that lies after its page is none on which something happened.
func TestDeadlines(t *testing.T) {
	for text, want := range map[string]string{
		"People in Boston hit by the flood have time to apply. The deadline is Nov. 25.":                      "",
		"People in Boston hit by the flood have time to apply. The deadline is November 25, 2024.":            "",
		"People in Boston hit by the flood on Oct. 20 have time to apply. The deadline is November 25, 2024.": "2024-10-20",
		"A flood in Boston took two bridges on Wednesday.":                                                    "2024-10-23",
		"Following July's flood in Boston, two bridges are closed until November 25.":                         "2024-07-01",
	} {
		b := build(t, Page{URL: "https://a.example/1", Lang: "en", Published: on("2024-10-23"), Texts: []string{text}})
		got := ""
		if len(b.Events) > 0 {
			got = b.Events[0].Day
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestHubs: a page that leads to others or is there to be used has no event of its own. A sentence of it that says
// what happened, where and when, tells of one.
func TestHubs(t *testing.T) {
	for _, c := range []struct {
		kind  crawl.PageKind
		texts []string
		want  int
	}{
		{crawl.KindArticle, []string{"Michigan: severe storms and flooding.", "Declared on February 8, 2024."}, 1},
		{crawl.KindList, []string{"Michigan: severe storms and flooding.", "Declared on February 8, 2024."}, 0},
		{crawl.KindService, []string{"Use this page after a flood in Ohio.", "Updated on February 8, 2024."}, 0},
		{crawl.KindList, []string{"On February 9, 1971, an earthquake struck Los Angeles and killed 64 people."}, 1},
	} {
		read := crawl.Page{}
		for _, text := range c.texts {
			read.Blocks = append(read.Blocks, crawl.Block{Text: text, Region: crawl.RegionMain})
		}
		b := build(t, pageOf(&rundir.Page{URL: "https://a.example/1", Lang: "en", Kind: c.kind.String()}, &read, nil))
		if saved := (&savedPage{Hub: b.Pages[0].Hub}).page(); saved.Hub != (c.kind != crawl.KindArticle) {
			t.Errorf("%v: a hub: %v, saved", c.kind, saved.Hub)
		}
		if len(b.Events) != c.want {
			t.Errorf("%v %q: %d events, want %d", c.kind, c.texts, len(b.Events), c.want)
		}
	}
}

func TestContradictionsStandSideBySide(t *testing.T) {
	b := build(t, yagi()...)
	c := contradictions(b.Statements, b.Pages, b.Evidence)
	if len(c) != 1 || c[0].Kind != "dead" || c[0].Day != "2024-09-07" || len(c[0].Statements) != 2 {
		t.Fatalf("%+v", c)
	}
	for i, want := range []float64{4, 3} {
		if got := b.Statements[c[0].Statements[i]].Value; got != want {
			t.Errorf("statement %d is %g, want %g", i, got, want)
		}
	}
}

var (
	block = regexp.MustCompile(`(?s)^(.*?)\n<(urn:uuid:[0-9a-f-]+)> \{\n(.*)\}\n$`)
	quad  = regexp.MustCompile(`(?m) <urn:uuid:00000000-0000-8000-8000-000000000000> \.$`)
)

// Three storms in a sentence without a date: whose figure it is is not clear, and is not guessed.
func TestThreeStorms(t *testing.T) {
	b := build(t, Page{URL: "https://a.example/", Texts: []string{"台风“苏拉”、“海葵”和“鸿雁”共存，已造成5人死亡。"}})
	var dead []Statement
	for _, s := range b.Statements {
		if s.Kind == "dead" {
			dead = append(dead, s)
		}
	}
	if len(b.Events) != 3 || len(dead) != 1 || dead[0].Event != -1 {
		t.Errorf("%d events, %+v", len(b.Events), dead)
	}
	if _, _, s := written(t, b, nil); s.Unattached != 1 {
		t.Errorf("%+v", s)
	}
}

// A page without a date: relative times stay as they are written, and are counted.
func TestUndated(t *testing.T) {
	b := build(t, Page{URL: "https://a.example/", Lang: "zh", Texts: []string{"台风“杜苏芮”昨天在福建登陆，2人死亡。"}})
	_, nquads, s := written(t, b, nil)
	if s.Undated != 1 || s.Unresolved != 1 {
		t.Errorf("%+v", s)
	}
	for _, want := range []string{`crawl#timeAsWritten> "昨天"@zh`, `crawl#timeUnresolved> "true"`} {
		if !strings.Contains(nquads, want) {
			t.Errorf("the graph lacks %s", want)
		}
	}
	if strings.Contains(nquads, "phenomenonTime") {
		t.Error("a time was resolved without a date")
	}
}

// A unit that does not fit and a date beyond reason are listed, and are no observations.
func TestDoubtful(t *testing.T) {
	b := build(t, Page{URL: "https://a.example/", Published: on("2024-09-06"), Texts: []string{"台风“摩羯”中心气压950毫米。台风“摩羯”2034年9月6日造成3人死亡。Typhoon Yagi had winds of 900 m/s."}})
	_, nquads, s := written(t, b, nil)
	if s.DoubtfulAll < 3 {
		t.Fatalf("%+v", s.Doubtful)
	}
	for _, want := range []string{"the unit is none of pressure", "2034-09-06 lies 3652 days after the page", "wind of 900 M-PER-SEC is not between 0 and 140"} {
		if !strings.Contains(fmt.Sprint(s.Doubtful), want) || !strings.Contains(nquads, want) {
			t.Errorf("%q is missing of %v", want, s.Doubtful)
		}
	}
}

func TestManyMentions(t *testing.T) {
	pages := 200
	if os.Getenv("ONTOCRAWL_LONG") != "" {
		pages = 10_000
	}
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range pages {
		b.Add(Page{URL: fmt.Sprintf("https://a.example/%d", i), Lang: "zh", Published: on("2024-09-06").AddDate(0, 0, i%40),
			Texts: []string{"昨天，台风“摩羯”在海南文昌登陆，风速62米/秒，4人死亡，95人受伤。", "8月1日河南郑州暴雨，洪水造成2人死亡。"}})
	}
	b.Finish()
	var out bytes.Buffer
	s, err := b.Write(&out, NQuads, aRun(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Mentions < 10*pages || s.Named != 1 || strings.Count(out.String(), "\n") != s.Triples {
		t.Errorf("%d mentions, %d named events, %d triples", s.Mentions, s.Named, s.Triples)
	}
}

// TestJoins counts pairs of sentences that are told to be of one event, on the sentences of
// crawl/read/extract: the half with which the rules were made, and the half kept aside.
func TestJoins(t *testing.T) {
	for _, file := range []string{"storms-dev.tsv", "storms-aside.tsv"} {
		p, r, f := joins(t, file)
		t.Logf("%s: pairs: P %.3f R %.3f F1 %.3f", file, p, r, f)
		if f < .8 {
			t.Errorf("%s: F1 of pairs is below 0.8", file)
		}
	}
}

var mark = regexp.MustCompile(`\{[A-Z][^|{}]*\||\}`)

// joins adds each sentence as a page of its own, in order, and compares the pairs that share an
// event with those that a person gave one event.
func joins(t *testing.T, file string) (precision, recall, f1 float64) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "read", "extract", "testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var gold []string
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		c := strings.Split(line, "\t")
		if c[1] == "" {
			continue
		}
		gold = append(gold, c[1])
		b.Add(Page{URL: fmt.Sprint("https://a.example/", i), Published: on(c[0]), Texts: []string{mark.ReplaceAllString(c[2], "")}})
	}
	events := make([]map[int]bool, len(gold))
	for i := range events {
		events[i] = make(map[int]bool)
	}
	for n, e := range b.Events {
		for _, p := range e.Pages {
			events[p][n] = true
		}
	}
	hit, found, want := 0, 0, 0
	for i := range gold {
		for j := range i {
			one := false
			for e := range events[i] {
				one = one || events[j][e]
			}
			same := gold[i] == gold[j]
			hit, found, want = hit+n(one && same), found+n(one), want+n(same)
		}
	}
	return float64(hit) / float64(max(found, 1)), float64(hit) / float64(max(want, 1)), 2 * float64(hit) / float64(max(found+want, 1))
}

func n(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A word with a capital letter behind Hurricane is the name of a storm if its sentence says what happened.
func TestNamesOfNoList(t *testing.T) {
	for text, want := range map[string]int{
		"Hurricane Statistics":                            0,
		"This page explains Hurricane Readiness.":         0,
		"Learn about Typhoon Formation in our quiz.":      0,
		"Sign up for Hurricane Alerts.":                   0,
		"The science of Hurricane Modelling.":             0,
		"Pictures of Typhoon Damages and Cyclone Eyes.":   0,
		"A history of Cyclone Naming in the region.":      0,
		"Hurricane Zorvan killed 12 people.":              1,
		"Hurricane Zorvan made landfall near the city.":   1,
		"Cyclone Zorvan brought winds of 130 km/h.":       1,
		"Hurricane Zorvan hit the coast on 3 March 2026.": 1,
		"Hurricane Katrina was a storm of its own kind.":  1, // listed
	} {
		b := build(t, Page{URL: "https://a.example/", Title: "News of the day", Lang: "en", Texts: []string{text}})
		n := 0
		for _, e := range b.Events {
			if e.Storm != nil {
				n++
			}
		}
		if n != want {
			t.Errorf("%q names %d storms; want %d", text, n, want)
		}
	}
}

// A page without a date is joined with the only season of the name in the run, if there is one.
func TestSettle(t *testing.T) {
	old := Page{URL: "https://a.example/1", Published: on("2024-08-10"), Texts: []string{"Hurricane Debby made landfall in Florida on Monday."}}
	undated := Page{URL: "https://a.example/2", Texts: []string{"Hurricane Debby killed 6 people."}}
	b := build(t, undated, old)
	if len(b.Events) != 1 || !strings.HasSuffix(b.Events[0].IRI, "storm/other/2024/debby") || len(b.Events[0].Joins) != 2 || !strings.Contains(b.Events[0].Joins[1].Why, "the only season of it in this run is 2024") {
		t.Errorf("%+v", b.Events[0])
	}
	for _, s := range b.Statements {
		if s.Event != 0 {
			t.Errorf("%+v", s)
		}
	}
	again := old
	again.URL, again.Published = "https://a.example/3", on("2018-08-10")
	if b = build(t, undated, old, again); len(b.Events) != 3 || !strings.Contains(b.Events[0].IRI, "unknown/debby-") {
		t.Errorf("%d events, %s", len(b.Events), b.Events[0].IRI)
	}
}

// Two floods of one week in one country are two, and one of which only the country is told is neither; two reports from a province and a town in it are one.
func TestHazards(t *testing.T) {
	page := func(n int, day, text string) Page {
		return Page{URL: fmt.Sprint("https://a.example/", n), Published: on(day), Texts: []string{text}}
	}
	b := build(t, page(1, "2021-07-21", "7月20日，河南郑州洪水造成12人遇难。"), page(2, "2021-07-22", "Floods in Henan killed 33 people on Tuesday."),
		page(3, "2021-07-21", "7月20日，广东湛江洪水造成1人遇难。"), page(4, "2021-07-21", "7月20日，中国发生洪水。"), page(5, "2021-09-01", "昨天，郑州洪水。"))
	var got []string
	for _, e := range b.Events {
		got = append(got, fmt.Sprint(strings.TrimPrefix(e.IRI, eventBase), e.Pages))
	}
	if s := strings.Join(got, " "); s != "flood/2021-07-20/zhengzhou[0 1] flood/2021-07-20/zhanjiang[2] flood/2021-07-20/china[3] flood/2021-08-31/zhengzhou[4]" {
		t.Error(s)
	}
}

// A first name is no storm, though a storm of the season has it; a toll that could rise is none.
func TestPersonsAndTolls(t *testing.T) {
	b := build(t, Page{URL: "https://a.example/", Title: "Maria Lopez wins", Published: on("2024-05-01"), Texts: []string{"Maria hit the winning shot on Friday in Florida."}})
	if len(b.Events) > 0 {
		t.Errorf("%+v", b.Events[0])
	}
	b = build(t, Page{URL: "https://a.example/", Published: on("2023-11-04"), Texts: []string{"An earthquake struck Nepal on Friday and killed 157 people.", "Officials said the death toll could rise to 200."}})
	if got := fmt.Sprint(toldOf(b)); got != "[event earthquake/2023-11-03/nepal dead 157 of earthquake/2023-11-03/nepal dead 200 hypothetical of earthquake/2023-11-03/nepal]" {
		t.Error(got)
	}
}

// TestBeforeLandfall: what was done before a landfall is no landfall.
func TestBeforeLandfall(t *testing.T) {
	for text, want := range map[string]bool{
		"台风摩羯登陆前，共转移群众3000人。":                                                       false,
		"台风摩羯登陆之前，渔船已经回港，9月6日下午它在文昌登陆。":                                             true,
		"台风摩羯登陆后，风力减弱。":                                                             true,
		"颱風摩羯以前登陸的地方。":                                                              true, // 以前 stands before it
		"Typhoon Yagi: 3,000 people were evacuated before it made landfall.":        false,
		"Ahead of landfall, Typhoon Yagi weakened to a wind of 40 m/s.":             false,
		"People left prior to the landfall of Typhoon Yagi.":                        false,
		"Typhoon Yagi made landfall on Friday; 3,000 people had been evacuated.":    true,
		"The beach, as before, lay empty when Typhoon Yagi made landfall on Friday": true,
	} {
		b := build(t, Page{URL: "https://a.example/1", Published: on("2024-09-07"), Texts: []string{text}})
		got := slices.ContainsFunc(b.Statements, func(s Statement) bool { return s.Kind == "landfall" })
		if got != want {
			t.Errorf("%s: landfall %v, want %v", text, got, want)
		}
	}
}

// A month gives an event no day, unless the page was published in it.
func TestDaysOfCards(t *testing.T) {
	for _, published := range []time.Time{{}, on("2024-09-08")} {
		cards := build(t, Page{URL: "https://a.example/1", Title: "Typhoon Meranti", Lang: "en", Published: published, Relevance: .9,
			Texts: []string{"In September 2016 Typhoon Meranti made landfall in Xiamen and killed 28 people."}}).Cards().Cards
		if len(cards) != 1 || cards[0].Begin != "" || cards[0].End != "" {
			t.Errorf("published %v: %+v", published, cards)
		}
	}
	cards := build(t, Page{URL: "https://a.example/1", Title: "Typhoon Meranti", Lang: "en", Published: on("2016-09-20"), Relevance: .9,
		Texts: []string{"This month Typhoon Meranti made landfall in Xiamen and killed 28 people."}}).Cards().Cards
	if len(cards) != 1 || cards[0].Begin != "2016-09-20" {
		t.Errorf("published in it: %+v", cards)
	}
}
