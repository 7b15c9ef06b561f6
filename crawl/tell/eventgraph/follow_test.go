package eventgraph

import (
	"strings"
	"testing"
)

func news(url, day, title, text string) Page {
	return Page{URL: url, Title: title, Lang: "zh-Hans", Published: on(day), Day: true, Fetched: on(day), Texts: []string{text}}
}

func hub(p Page) Page {
	p.Hub = true
	return p
}

// figuresOf are the figures of the only event with their pages' addresses, and how many events there are.
func figuresOf(b *Builder) (kinds string, events int) {
	var out []string
	for i := range b.Statements {
		if s := &b.Statements[i]; s.Event >= 0 && s.Unit != "" {
			out = append(out, s.Kind+" "+strings.TrimPrefix(b.pageOf(s).URL, "http://"))
		}
	}
	return strings.Join(out, ", "), len(b.Events)
}

// A page without day and place joins an event that is known; it makes none, and does not join one that it may not mean.
func TestFollow(t *testing.T) {
	t.Parallel()
	first := news("http://a/1", "2026-07-15", "平江洪水", "7月15日，湖南省平江县发生洪水。")
	for name, tt := range map[string]struct {
		pages  []Page
		want   string
		events int
	}{
		"an update of the page":             {[]Page{first, news("http://a/1", "2026-07-16", "通报（二）", "截至16时，3人死亡。")}, "dead a/1", 1},
		"a home page":                       {[]Page{first, hub(news("http://a/1", "2026-07-16", "通报", "3人死亡。"))}, "", 1},
		"a report of its kind and place":    {[]Page{first, news("http://b/2", "2026-07-17", "平江洪水最新", "洪水已致3人死亡。")}, "dead b/2", 1},
		"another kind at the address":       {[]Page{first, news("http://a/1", "2026-07-16", "高速车祸", "车祸致3人死亡。")}, "", 1},
		"another kind at the place":         {[]Page{first, news("http://b/2", "2026-07-17", "平江车祸", "车祸致3人死亡。")}, "", 1},
		"a part of the province's name":     {[]Page{first, news("http://b/2", "2026-07-17", "湖南洪水最新", "洪水已致3人死亡。")}, "", 1},
		"another place":                     {[]Page{first, news("http://b/2", "2026-07-17", "武汉洪水最新", "洪水已致3人死亡。")}, "", 1},
		"its kind and place, weeks after":   {[]Page{first, news("http://b/2", "2026-08-17", "平江洪水", "洪水致3人死亡。")}, "", 1},
		"its kind and place, before it":     {[]Page{first, news("http://b/2", "2026-07-10", "平江洪水", "洪水致3人死亡。")}, "", 1},
		"the address, half a year after":    {[]Page{first, news("http://a/1", "2026-12-16", "通报", "3人死亡。")}, "", 1},
		"last year's":                       {[]Page{first, news("http://a/1", "2026-07-16", "去年的洪水", "3人死亡。")}, "", 1},
		"one of two events":                 {[]Page{first, news("http://c/1", "2026-07-20", "平江洪水", "7月20日，湖南省平江县发生洪水。"), news("http://b/2", "2026-07-22", "平江洪水最新", "洪水已致3人死亡。")}, "", 2},
		"nothing known before":              {[]Page{news("http://b/2", "2026-07-17", "平江洪水最新", "洪水已致3人死亡。")}, "", 0},
		"the address after other versions":  {[]Page{first, news("http://a/1", "2026-07-16", "通报（二）", "截至16时，2人受伤。"), news("http://a/1", "2026-07-17", "通报（三）", "截至17时，3人死亡。")}, "injured a/1, dead a/1", 1},
		"a page that was about a storm":     {[]Page{news("http://a/1", "2024-09-06", "台风摩羯登陆", "9月6日，台风摩羯在海南文昌登陆。"), news("http://a/1", "2024-09-07", "灾情通报", "已致3人死亡。")}, "dead a/1", 1},
		"the place in the title, in German": {[]Page{first, news("http://b/2", "2026-07-17", "Überschwemmung", "3 Tote")}, "", 1},
	} {
		got, events := figuresOf(build(t, tt.pages...))
		if got != tt.want || events != tt.events {
			t.Errorf("%s: %q of %d events; want %q of %d", name, got, events, tt.want, tt.events)
		}
	}
}
