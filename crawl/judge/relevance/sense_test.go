package relevance

import (
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// place returns the bytes of word in text.
func place(t *testing.T, text, word string) (start, end int) {
	t.Helper()
	start = strings.Index(text, word)
	if start < 0 {
		t.Fatalf("%q is not in %q", word, text)
	}
	return start, start + len(word)
}

func TestCapitals(t *testing.T) {
	for text, want := range map[string]capitals{
		"RAF Typhoons| scrambled over the sea":                 isModel,
		"Miami Hurricanes| win the football game":              isModel,
		"Coney Island's Cyclone| reopens with a new lift":      isModel,
		"people watched the Typhoon| land in Warton":           isProper,
		"a restored Hawker Hurricane| took off":                isModel,
		"Hurricane| Katrina made landfall in Louisiana":        isNamed,
		"people who fled Typhoon| Haiyan returned":             isNamed,
		"why hurricanes| spin":                                 isCommon,
		"Hurricane| landfall in Florida":                       0, // begins a sentence
		"It was over. Hurricane| winds fell.":                  0,
		"Eurofighter Typhoon| Deal Signed In Kuwait":           0, // title case
		"Florida Braces For Hurricane|":                        0,
		"HURRICANE| WARNING":                                   0,
		"Hawker Hurricane| Restoration Society was founded by": isProper / 2,
	} {
		i := strings.IndexByte(text, '|')
		plain := text[:i] + text[i+1:]
		start := strings.LastIndexByte(plain[:i], ' ') + 1
		if got := capitalsOf(plain, start, i); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestNamesOther(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"重温《飓风营救》", "飓风", true},
		{"重聽〈颱風〉這首歌", "颱風", true},
		{"《海燕》之后的飓风", "飓风", false},
		{"台风君的设计课程", "台风", true},
		{"台风登陆", "台风", false},
		{"Alex 'Hurricane' Higgins", "Hurricane", true},
		{"a \"hurricane\" is a storm", "hurricane", false},
		{"a hurricane of criticism", "hurricane", true},
		{"the eye of the hurricane of 1900", "hurricane", false},
		{"a flood of new complaints", "flood", true},
	} {
		start, end := place(t, c.text, c.word)
		if got := namesOther(c.text, start, end); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}

func TestLongNames(t *testing.T) {
	for _, c := range []struct {
		text, label string
		want        bool
	}{
		{"Heavy Rain developer announces new game", "Heavy Rain", true},
		{"the studio behind Heavy Rain said on Monday", "Heavy Rain", true},
		{"Heavy rain floods the city", "Heavy rain", false},
		{"people fled Tropical Storm Debby on Monday", "Tropical Storm", false},
		{"Heavy Rain Floods Streets In Leeds", "Heavy Rain", false},
	} {
		start, end := place(t, c.text, c.label)
		if got := longName(c.text, start, end); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}

// A label of several words is doubted as a name beside words of another sense only;
// a word of astrology outweighs company.
func TestDoubtedNames(t *testing.T) {
	j := judgeOf(t, topicOf(t, "rainstorm"), Options{Judge: Fielded})
	for body, want := range map[string]bool{
		"The studio behind Heavy Rain has a new video game out.": true,
		"The people who saw Heavy Rain were here on Monday.":     false,
	} {
		p := judgeHeadline(t, j, "On Monday", body)
		if e := j.Explain(p, "x", "rainstorm"); (len(e.Doubts) > 0) != want {
			t.Errorf("%s: %v", body, e.Doubts)
		}
	}
	sky := judgeOf(t, headlineTopic(t, "astronomy"), Options{Judge: Fielded})
	for body, want := range map[string]bool{
		"命理老师说水星、木星与火星都在你的星座里。":  true,
		"天文馆老师说水星、木星与火星都在那个星座里。": false,
	} {
		p := judgeHeadline(t, sky, "本周", body)
		if e := sky.Explain(p, "x", "astronomy"); (len(e.Doubts) > 0) != want {
			t.Errorf("%s: %v", body, e.Doubts)
		}
	}
}

// Company overrules, and what is doubted is explained.
func TestSenses(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	for _, c := range []struct {
		title, body string
		doubted     bool
		words       []string
	}{
		{"Typhoon on show", "The fighter squadron met at the air show.", true, []string{"fighter", "squadron", "air show"}},
		{"Typhoon strikes air base", "A fighter squadron left before landfall; gusts tore roofs from hangars.", false, nil},
		{"新歌手的台風", "舞台上連唱二十首歌曲。", true, []string{"歌手", "舞台", "歌曲"}},
		{"演唱會因颱風取消", "颱風登陸，全市停電，歌手致歉。", false, nil},
		{"Typhoon nears", "It will arrive on Friday.", false, nil},
	} {
		p := judgeHeadline(t, j, c.title, c.body)
		e := j.Explain(p, "x", "typhoon")
		if (len(e.Doubts) > 0) != c.doubted {
			t.Errorf("%s: %v", c.title, e.Doubts)
			continue
		}
		if !c.doubted {
			continue
		}
		for _, w := range c.words {
			if !slices.Contains(e.Doubts[0].Words, w) {
				t.Errorf("%s: %v, want %s", c.title, e.Doubts[0].Words, w)
			}
		}
		var out strings.Builder
		if err := e.Write(&out, j.topic, "en"); err != nil || !strings.Contains(out.String(), "doubted: ") {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
}

// A page has one sense: every mention of the word is doubted alike, and pages
// without a core word are not searched.
func TestOneSense(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	p := judgeHeadline(t, j, "Squadron day", "The typhoon roared. A fighter, a bomber. "+strings.Repeat("Nothing else. ", 50)+"A typhoon.")
	f := j.sensesOf(p)
	if f == nil {
		t.Fatal("not in doubt")
	}
	var got []float64
	for i, b := range p.Blocks {
		for k := range b.Mentions {
			got = append(got, f(i, k))
		}
	}
	if len(got) != 2 || got[0] != got[1] || got[0] >= 0.5 {
		t.Errorf("factors %v", got)
	}
	if j.sensesOf(judgeHeadline(t, j, "Squadron day", "A fighter with a gale behind it.")) != nil {
		t.Error("no core word, but doubts")
	}
	if j.sensesOf(&crawl.Page{}) != nil {
		t.Error("an empty page is in doubt")
	}
}

// The lists hold no word twice, and every word can be found.
func TestSenseWords(t *testing.T) {
	lex := senseCues()
	if lex == nil {
		t.Fatal("the words cannot be found")
	}
	seen := map[string]bool{}
	for i, w := range cueWords() {
		if seen[w] {
			t.Errorf("%s stands twice", w)
		}
		seen[w] = true
		if m := lex.Find(w, nil); len(m) == 0 || int(m[0].End) != len(w) {
			t.Errorf("%d %q is not found: %v", i, w, m)
		}
	}
}

func BenchmarkSenses(b *testing.B) {
	j := judgeOf(b, topicOf(b, "typhoon"), Options{Judge: Fielded})
	text := strings.Repeat("The typhoon brought gales and floods to the coast; a storm surge warning was issued before the rain. ", 150)
	p := judgeHeadline(b, j, "Typhoon", text)
	b.ReportAllocs()
	for b.Loop() {
		j.sensesOf(p)
	}
}
