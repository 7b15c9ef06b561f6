package crawltest

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// phrasebook holds the words of the frame around an article.
type phrasebook struct {
	page, home, related, previous, next, print, friends, rights, calendar, by string
	also                                                                      []string // sentences around a link
	subheads                                                                  []string
	stop                                                                      string // between sentences
}

var phrases = map[string]phrasebook{
	english: {
		page: "%s, page %d", home: "Home", related: "Related stories", previous: "Previous", next: "Next",
		print: "Print version", friends: "Friends", rights: "All rights reserved.", calendar: "Calendar", by: "By",
		also:     []string{"See also %s.", "Earlier: %s.", "This was reported in %s before.", "Our archive has %s."},
		subheads: []string{"Background", "What happened", "What comes next", "In numbers", "A look back"}, stop: " ",
	},
	simplified: {
		page: "%s 第%d页", home: "首页", related: "相关阅读", previous: "上一篇", next: "下一篇",
		print: "打印本页", friends: "友情链接", rights: "版权所有，未经许可不得转载。", calendar: "日历", by: "作者：",
		also:     []string{"另见：%s。", "此前报道：%s。", "本刊曾刊发%s一文。", "资料：%s。"},
		subheads: []string{"背景", "经过", "接下来", "数字", "回顾"},
	},
	traditional: {
		page: "%s 第%d頁", home: "首頁", related: "相關文章", previous: "上一篇", next: "下一篇",
		print: "列印本頁", friends: "友站連結", rights: "版權所有，不得轉載。", calendar: "日曆", by: "文：",
		also:     []string{"另見：%s。", "早前報道：%s。", "本刊曾刊出%s一文。", "資料：%s。"},
		subheads: []string{"背景", "經過", "接下來", "數字", "回顧"},
	},
}

// draft is a page that is being written.
type draft struct {
	web     *Web
	spec    *spec
	chrome  *voice // draws the words outside the article
	phrases phrasebook
	html    strings.Builder
	links   []Link
}

func (w *Web) write(s *spec) *draft {
	if s.copyOf != nil {
		s = s.copyOf
	}
	d := &draft{web: w, spec: s, phrases: phrases[s.host.lang], chrome: newVoice(s.topic, w.seed, uint64(s.id)<<8|1)}
	d.head(s.title)
	switch s.kind {
	case KindHome:
		d.home()
	case kindAbout:
		d.about()
	case kindList:
		d.list()
	default:
		d.article()
	}
	d.foot()
	return d
}

func (d *draft) printf(format string, args ...any) { fmt.Fprintf(&d.html, format, args...) }

func (d *draft) text(s string) string { return html.EscapeString(s) }

// head writes everything above the page's own content. The menu is the same on
// every page of a host.
func (d *draft) head(title string) {
	h := d.spec.host
	meta := ""
	if h.has("meta") {
		meta = fmt.Sprintf("<meta charset=\"%s\">\n", declared(h.charset))
	}
	if title != h.title {
		title += " - " + h.title
	}
	d.printf("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n%s<title>%s</title>\n", htmlLang(h.lang), meta, d.text(title))
	d.printf("<style>nav li{display:inline}</style>\n<script>var storm=\"typhoon\";</script>\n</head>\n<body>\n")
	d.printf("<header><div class=\"logo\">%s</div></header>\n<nav class=\"menu\"><ul>", d.toSpec(h.home, h.title))
	for _, s := range h.sections {
		if len(s.lists) > 0 {
			d.printf("<li>%s</li>", d.toSpec(s.lists[0], s.topic.section))
		}
	}
	if h.focus != nil {
		d.printf("<li>%s</li>", d.toSpec(h.focus, h.focus.topic.section))
	}
	d.printf("</ul></nav>\n<main>\n")
}

func (d *draft) foot() {
	h := d.spec.host
	d.printf("</main>\n")
	if len(h.teasers) > 0 {
		d.printf("<aside class=\"hot\"><h3>%s</h3><ul>", d.phrases.related)
		for _, t := range h.teasers {
			d.printf("<li>%s</li>", d.toSpec(t, t.title))
		}
		d.printf("</ul></aside>\n")
	}
	d.printf("<footer><p>%s", d.toSpec(h.about, h.about.title))
	if h.has("calendar") {
		d.printf(" | %s", d.a(h, "/calendar/2024/05/17", d.phrases.calendar))
	}
	d.printf("</p><p>%s: ", d.phrases.friends)
	for _, f := range h.friends {
		d.printf("%s ", d.toSpec(f.home, f.title))
	}
	d.printf("</p><p>&copy; %s %s</p></footer>\n</body>\n</html>\n", d.text(h.title), d.phrases.rights)
}

// home shows the newest articles of every section.
func (d *draft) home() {
	h := d.spec.host
	d.printf("<h1>%s</h1>\n<p>%s</p>\n", d.text(h.title), d.text(d.sentence(h.general)))
	for _, s := range h.sections {
		d.printf("<section><h2>%s</h2><ul>\n", d.text(s.topic.section))
		for range min(6, len(s.articles)) {
			d.item(pick(d.chrome.Rand, s.articles))
		}
		d.printf("</ul></section>\n")
	}
}

func (d *draft) about() {
	d.printf("<h1>%s</h1>\n", d.text(d.spec.title))
	for range 4 {
		d.printf("<p>%s%s%s</p>\n", d.text(d.sentence(d.spec.topic)), d.phrases.stop, d.text(d.sentence(d.spec.topic)))
	}
}

// list is a hub: the articles of a section, twenty a page, and links to its
// other pages.
func (d *draft) list() {
	s := d.spec
	d.printf("<h1>%s</h1>\n<p>%s</p>\n<ul class=\"list\">\n", d.text(s.title), d.text(d.sentence(s.topic)))
	from := s.number * listLength
	for _, a := range s.section.articles[from:min(from+listLength, len(s.section.articles))] {
		d.item(a)
	}
	d.printf("</ul>\n<p class=\"pager\">")
	for i, l := range s.section.lists {
		if i != s.number {
			d.printf("%s ", d.toSpec(l, fmt.Sprint(i+1)))
		}
	}
	d.printf("</p>\n")
}

// item is one article in a list: the title is the link or, on some hosts,
// stands beside a link without meaning.
func (d *draft) item(s *spec) {
	if d.spec.host.has("mixed") && d.chrome.IntN(5) < 2 {
		more := pick(d.chrome.Rand, d.spec.host.general.slot("more"))
		d.printf("<li><b>%s</b> %s</li>\n", d.text(s.title), d.toSpec(s, more))
		return
	}
	d.printf("<li>%s <span>%s</span></li>\n", d.toSpec(s, s.title), d.text(d.web.body(s)[0]))
}

func (d *draft) article() {
	s := d.spec
	d.printf("<article>\n<p class=\"crumbs\">%s", d.toSpec(s.host.home, d.phrases.home))
	if len(s.section.lists) > 0 {
		d.printf(" &gt; %s", d.toSpec(s.section.lists[0], s.section.topic.section))
	}
	d.printf("</p>\n<h1>%s</h1>\n<p class=\"by\">%s %s</p>\n", d.text(s.title), d.phrases.by,
		d.text(d.chrome.value(s.host.general, "person")))
	d.paragraphs(d.web.body(s))
	d.printf("</article>\n")
	d.related()
}

// paragraphs writes the article's sentences in groups of two to four, some with
// a link, some under a heading.
func (d *draft) paragraphs(sentences []string) {
	links := d.inText()
	for i := 0; len(sentences) > 0; i++ {
		n := min(2+d.chrome.IntN(3), len(sentences))
		if i > 0 && d.chrome.IntN(5) == 0 {
			d.printf("<h2>%s</h2>\n", pick(d.chrome.Rand, d.phrases.subheads))
		}
		d.printf("<p>%s", d.text(strings.Join(sentences[:n], d.phrases.stop)))
		sentences = sentences[n:]
		for len(links) > 0 && (len(sentences) == 0 || d.chrome.IntN(2) == 0) {
			d.printf("%s%s", d.phrases.stop, links[0])
			links = links[1:]
		}
		d.printf("</p>\n")
		if i == 0 && d.chrome.IntN(3) == 0 {
			d.printf("<p><img src=\"/img/%d.jpg\" alt=\"%s\"></p>\n", d.spec.id, d.text(d.spec.title))
		}
	}
}

// sentence draws one of the frame's own sentences.
func (d *draft) sentence(t *topic) string {
	return d.chrome.fill(t, pick(d.chrome.Rand, t.sentences))
}

// Words of an article.
const (
	shortest = 80
	longest  = 400
)

// body is the article's sentences: 80 to 400 words, nearly all on its topic, some
// general news. A third of the topic's stories are diluted with another subject.
func (w *Web) body(s *spec) []string {
	words := s.words
	v := newVoice(words.topic, w.seed, uint64(words.id)<<8)
	v.title()
	want := shortest + v.IntN(longest-shortest)
	side, part := w.side(v)
	var out []string
	pool := len(words.topic.sentences)
	order := v.Perm(pool)
	for n := 0; n < want && (n < shortest || len(out) < 2*pool); {
		t := words.topic
		switch draw := v.Float64(); {
		case draw < 0.12:
			t = t.general
		case draw < 0.12+part:
			t = side
		}
		next := pick(v.Rand, t.sentences)
		if t == words.topic {
			next, order = t.sentences[order[0]], order[1:]
			if len(order) == 0 { // all sentences are used: again with other names
				order, v.bound = v.Perm(pool), map[string]string{}
			}
		}
		out = append(out, v.fill(t, next))
		n += length(out[len(out)-1])
	}
	if m := words.mention; m != nil {
		out = append(out, v.fill(m, pick(v.Rand, m.mentions)))
	}
	return out
}

// side draws the subject that dilutes a story, and its share of the sentences.
func (w *Web) side(v *voice) (*topic, float64) {
	topics := w.subjects[v.topic.lang]
	side := topics[pick(v.Rand, []string{"weather", "travel", "housing"})]
	draw := v.Float64()
	switch {
	case v.topic.name != topicTyphoon || draw < 0.65:
		return side, 0
	case draw < 0.9:
		return side, 0.3
	}
	return side, 0.5
}

// length counts words; two Chinese characters count as about one.
func length(s string) int {
	if len(s) > 2*utf8.RuneCountInString(s) {
		return utf8.RuneCountInString(s)/2 + 1
	}
	return len(strings.Fields(s))
}

func htmlLang(lang string) string {
	switch lang {
	case simplified:
		return "zh-CN"
	case traditional:
		return "zh-TW"
	}
	return lang
}
