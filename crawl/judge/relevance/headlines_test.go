package relevance

import (
	"context"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// judgeHeadline judges a page of a title, an h1 that repeats it, and a paragraph
// as the first page of an unknown host.
func judgeHeadline(tb testing.TB, j *Judge, title, body string) *crawl.Page {
	tb.Helper()
	p, err := j.Read(context.Background(), &crawl.Response{
		URL: "https://news.example/1", Final: "https://news.example/1", Status: 200, ContentType: "text/html; charset=utf-8",
		Body: []byte("<title>" + title + "</title><h1>" + title + "</h1><p>" + body + "</p>"),
	})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestCommonHeadlines(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	for title, want := range map[string]bool{
		"Hurricane landfall in Florida":          true,
		"今年第5号台风生成":                              true,
		"台风登陆广东阳江":                               true,
		"强台风登陆浙江":                                true,
		"颱風登陸花蓮":                                 true,
		"Miami Hurricanes win the football game": false,
		"Eurofighter Typhoon deal":               false,
		"Hawker Hurricane restored":              false,
		"台风君的设计课程":                               false,
		"平台风险管理办法":                               false,
	} {
		s := j.Score(judgeHeadline(t, j, title, title))
		if s.Relevant != want {
			t.Errorf("%s: %.3f, %v", title, s.Relevance, s.Evidence)
		}
	}
}

// A word inside a longer label counts for its own concept; the place covers the
// text once, and a core concept's place counts once.
func TestWordsInsideLabels(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	p := judgeHeadline(t, j, "News", `Hurricane landfall, super typhoon. <a href="/x">Hurricane landfall</a>`)
	var got []string
	for _, b := range p.Blocks {
		for _, m := range b.Mentions {
			got = append(got, b.Text[m.Start:m.End])
		}
	}
	want := []string{"Hurricane landfall", "Hurricane", "super typhoon", "Hurricane landfall", "Hurricane"}
	if !slices.Equal(got, want) {
		t.Errorf("mentions %q, want %q", got, want)
	}
	if l := p.Links[0].Terms; l.AnchorCover != 1 || l.AnchorCore == 0 || l.AnchorOther == 0 {
		t.Errorf("%+v", l)
	}
	for _, e := range j.Score(p).Evidence {
		if e.Count != 1 {
			t.Errorf("%+v: one place counts once", e)
		}
	}
}
