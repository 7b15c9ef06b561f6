package filter

import (
	"fmt"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func seedsOf(urls ...string) (out []crawl.Link) {
	for _, u := range urls {
		out = append(out, crawl.Link{URL: u})
	}
	return out
}

func TestCoresOf(t *testing.T) {
	for host, want := range map[string][2]string{ // by suffixes, by labels
		"www.weather.com.cn":      {"[weather]", "[weather]"},
		"weather.com":             {"[weather]", "[weather]"},
		"typhoon.nmc.cn:8080":     {"[nmc]", "[typhoon nmc]"},
		"WWW.Met.Gov.CN":          {"[met]", "[met]"},
		"sina.example.co.uk":      {"[example]", "[sina example]"},
		"me.github.io":            {"[me]", "[github io]"},
		"news.cn":                 {"[news]", "[news.cn]"},
		"com.cn":                  {"[com.cn]", "[com.cn]"},
		"localhost":               {"[localhost]", "[localhost]"},
		"192.0.2.7:80":            {"[192.0.2.7]", "[192.0.2.7]"},
		"[2001:db8::1]":           {"[[2001:db8::1]]", "[[2001:db8::1]]"},
		"xn--fiq228c.example.com": {"[example]", "[xn--fiq228c example]"},
		"":                        {"[]", "[]"},
	} {
		for i, byLabels := range []bool{false, true} {
			if got := fmt.Sprint((&CoreDomains{byLabels: byLabels}).coresOf(host)); got != want[i] {
				t.Errorf("%s, by labels %v: %s, want %s", host, byLabels, got, want[i])
			}
		}
	}
}

func TestCoreDomains(t *testing.T) {
	seeds := seedsOf("http://www.weather.com.cn/", "https://typhoon.nmc.cn/web.html")
	suffixes, labels := NewCoreDomains(seeds, CoreOptions{}), NewCoreDomains(seeds, CoreOptions{ByLabels: true})
	for url, want := range map[string][2]bool{
		"http://news.weather.com.cn/a":   {true, true},
		"http://weather.com/":            {true, true},
		"http://weather.example.com/":    {false, true}, // somebody else's, for all we know
		"http://nmc.cn/":                 {true, true},
		"http://typhoon.example.org/":    {false, true},
		"http://weathers.com.cn/":        {false, false},
		"http://wea.com.cn/":             {false, false},
		"http://www.example.com/weather": {false, false},
		"http://www.com.cn/":             {false, false},
		"":                               {false, false},
	} {
		for i, f := range []*CoreDomains{suffixes, labels} {
			if got := reason(f, url, "") == ""; got != want[i] {
				t.Errorf("%s, by labels %v: passes %v, want %v", url, i == 1, got, want[i])
			}
		}
	}
	if f := NewCoreDomains(nil, CoreOptions{}); reason(f, "http://a.example/", "") == "" {
		t.Error("without seeds something passes")
	}
}

// mentions is a page with so many mentions of concepts 0, 1, ... in its title
// and its text.
func mentions(title, text []int) *crawl.Page {
	block := func(counts []int, isTitle bool) crawl.Block {
		b := crawl.Block{Title: isTitle}
		for entry, n := range counts {
			for range n {
				b.Mentions = append(b.Mentions, crawl.Mention{Entry: int32(entry)})
			}
		}
		return b
	}
	return &crawl.Page{Blocks: []crawl.Block{block(title, true), block(text, false)}}
}

// TestTopicScore works the printed score out by hand.
func TestTopicScore(t *testing.T) {
	for _, tt := range []struct {
		title, text  []int
		large, small float64
	}{
		{nil, nil, 0, 0},
		{nil, []int{1}, 1, .1},
		{[]int{1}, []int{2}, 5, .5},             // (2*1 + 1*3) * 1
		{[]int{1}, []int{2, 2}, 8.4, .84},       // (4 + 3) * 1.2
		{[]int{0, 1}, []int{3, 0, 1}, 9.8, .98}, // (4 + 3) * 1.4
	} {
		p := mentions(tt.title, tt.text)
		large, small := TopicLarge().Score(p), TopicSmall().Score(p)
		if d := large - tt.large; d > 1e-9 || d < -1e-9 {
			t.Errorf("%v, %v: %v, want %v", tt.title, tt.text, large, tt.large)
		}
		if d := small - tt.small; d > 1e-9 || d < -1e-9 {
			t.Errorf("%v, %v: %v, want %v in the small setting", tt.title, tt.text, small, tt.small)
		}
	}
}

func TestTopicStage(t *testing.T) {
	seeds := seedsOf("http://weather.com.cn/")
	page := mentions([]int{1}, []int{2}) // large 5 < 8, small .5 = .5
	poor := mentions(nil, []int{1})
	for name, f := range map[string]*CoreDomains{
		"large": NewCoreDomains(seeds, CoreOptions{Topic: TopicLarge()}),
		"small": NewCoreDomains(seeds, CoreOptions{Topic: TopicSmall()}),
	} {
		for _, tt := range []struct {
			from *crawl.Page
			want bool
		}{{page, name == "small"}, {poor, false}, {page, name == "small"}, {nil, false}} {
			got := f.Allow(&crawl.Link{URL: "http://other.example/"}, tt.from) == ""
			if got != tt.want {
				t.Errorf("%s: passes %v, want %v", name, got, tt.want)
			}
		}
		f.Allow(&crawl.Link{URL: "http://weather.com.cn/1"}, poor)
		want := Tally{Links: 5, Refused: 4}
		if name == "small" {
			want = Tally{Links: 5, Refused: 2, ByTopic: 2}
		}
		if f.Tally != want {
			t.Errorf("%s: %+v, want %+v", name, f.Tally, want)
		}
	}
}

func TestTLP(t *testing.T) {
	if got := (Tally{}).TLP(); got != 0 {
		t.Errorf("before the first link: %v", got)
	}
	if got := (Tally{Links: 8, Refused: 2}).TLP(); got != .75 {
		t.Errorf("6 of 8: %v", got)
	}
}
