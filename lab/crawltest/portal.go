package crawltest

import (
	"cmp"
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// PortalOptions of a portal.
type PortalOptions struct {
	Seed     uint64
	Articles int // 1,500 if it is 0
}

// Portal is a hard case of topic crawling: one large English site with the same
// hundred navigation links on every page. Three of them name the topic and do
// not lead to it; the topic's own channel has another name, and its articles stand
// on paginated lists among others. Lists exist in three orders, articles three
// times (as itself, to print, for telephones), and a third of the links to an
// article say "more".
type Portal struct {
	pages []*portalPage
	at    map[string]*portalPage
	rng   *rand.Rand
	seed  uint64

	channels []*channel
	nav      string
}

// The labels of a portal's pages.
const (
	LabelTopic = "topic:typhoon" // an article about typhoons
	LabelCopy  = "copy:typhoon"  // the same again, to print or for telephones
)

type portalPage struct {
	path, title, label string
	write              func(p *portalPage) string // the HTML of main
	article            *portalArticle
}

type portalArticle struct {
	*portalPage
	copies  []*portalPage
	channel *channel
	topic   *topic
	id      int
	lead    string
}

// channel is a part of the portal. Its name says little, and its lists hold
// articles on several topics.
type channel struct {
	name, slug string
	topics     []string
	articles   []*portalArticle
	lists      []*portalPage // first of each order
}

const (
	portalHost    = "http://portal.example"
	portalLinks   = 100 // of the navigation
	portalPerList = 15
	portalTopic   = .07 // share of the articles that are about the topic
)

var (
	portalOrders = []string{"new", "read", "talked"}
	portalNames  = []string{
		"Morning edition", "The coast", "Inland", "People", "Abroad", "Money", "Home", "The week", "Long reads", "Letters", "In depth", "Close up",
	}
	// The words that menus repeat: they stand on every page and lead to a shop,
	// a club and a game.
	portalDecoys = []string{"Typhoon deals: up to 40 off", "Typhoons fan club", "Super typhoon: the game"}
)

// NewPortal makes a portal. It panics on a mistake in the embedded texts, which
// a test excludes.
func NewPortal(opt PortalOptions) *Portal {
	lib := must(readLibrary())
	p := &Portal{at: map[string]*portalPage{}, rng: rand.New(rand.NewPCG(opt.Seed, 0x90)), seed: opt.Seed}
	topics := lib[english]
	var others []string
	for _, name := range []string{"sports", "financestorm", "weather", "travel", "nation", "history", "education", "health", "housing", "cooking", "music", "cocktail"} {
		if topics[name] != nil {
			others = append(others, name)
		}
	}
	p.add(&portalPage{path: "/", title: "The Portal", write: p.front})
	for i, name := range portalNames {
		c := &channel{name: name, slug: fmt.Sprintf("ch%02d", i+1)}
		for range 4 {
			c.topics = append(c.topics, pick(p.rng, others))
		}
		p.channels = append(p.channels, c)
	}
	for i := range cmp.Or(opt.Articles, 1500) {
		p.article(topics, i)
	}
	for _, c := range p.channels {
		p.lists(c)
	}
	p.navigation(topics)
	return p
}

func (p *Portal) add(s *portalPage) *portalPage {
	p.pages = append(p.pages, s)
	p.at[s.path] = s
	return s
}

// article draws an article. Half of the articles on the topic stand in one
// channel, where they are every third; the rest anywhere.
func (p *Portal) article(topics map[string]*topic, i int) {
	c := pick(p.rng, p.channels)
	t := topics[pick(p.rng, c.topics)]
	about := p.rng.Float64() < portalTopic
	if about {
		t = topics[topicTyphoon]
		if p.rng.IntN(2) == 0 {
			c = p.channels[1]
		}
	}
	id := 480000 + i*13
	v := newVoice(t, p.seed, uint64(i)<<8) //nolint:gosec // i is not negative
	a := &portalArticle{channel: c, topic: t, id: id}
	a.portalPage = &portalPage{path: fmt.Sprintf("/a/%d.html", id), title: v.title(), article: a}
	var body []string
	for range 8 + v.IntN(10) {
		body = append(body, v.fill(t, pick(v.Rand, t.sentences)))
	}
	a.lead = body[0]
	a.write = func(s *portalPage) string { return p.story(a, s, body) }
	for _, form := range []string{"/print/%d", "/m/%d"} {
		copied := *a.portalPage
		copied.path = fmt.Sprintf(form, id)
		a.copies = append(a.copies, &copied)
	}
	if about {
		a.label, a.copies[0].label, a.copies[1].label = LabelTopic, LabelCopy, LabelCopy
	}
	c.articles = append(c.articles, a)
	p.add(a.portalPage)
	for _, s := range a.copies {
		p.add(s)
	}
}

// lists makes the pages of a channel's lists, in each order.
func (p *Portal) lists(c *channel) {
	for _, order := range portalOrders {
		perm := p.rng.Perm(len(c.articles))
		n := (len(perm) + portalPerList - 1) / portalPerList
		for k := range n {
			part := perm[k*portalPerList : min((k+1)*portalPerList, len(perm))]
			s := p.add(&portalPage{path: listAt(c, order, k), title: fmt.Sprintf("%s, page %d", c.name, k+1)})
			s.write = func(*portalPage) string { return p.list(c, order, k, n, part) }
			if k == 0 {
				c.lists = append(c.lists, s)
			}
		}
	}
}

func listAt(c *channel, order string, k int) string {
	path := "/" + c.slug + "/"
	var query []string
	if order != portalOrders[0] {
		query = append(query, "order="+order)
	}
	if k > 0 {
		query = append(query, fmt.Sprintf("page=%d", k+1))
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	return path
}

// navigation writes the links on every page, once: the channels, articles of
// the day on other subjects, the decoys, and services.
func (p *Portal) navigation(topics map[string]*topic) {
	var b strings.Builder
	n := 0
	link := func(path, text string) {
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s</a></li>", html.EscapeString(path), html.EscapeString(text))
		n++
	}
	service := func(text string) {
		v := newVoice(topics["housing"], p.seed, 1<<40|uint64(n)) //nolint:gosec // n is not negative
		s := p.add(&portalPage{path: fmt.Sprintf("/s/%d", n+1), title: text})
		words := v.fill(topics["housing"], pick(v.Rand, topics["housing"].sentences))
		s.write = func(*portalPage) string { return "<p>" + html.EscapeString(words) + "</p>" }
		link(s.path, text)
	}
	for _, c := range p.channels {
		for i, l := range c.lists {
			link(l.path, []string{c.name, "Most read", "Most talked about"}[i])
		}
	}
	for _, text := range portalDecoys {
		service(text)
	}
	for tries := 0; n < 60 && tries < 1000; tries++ {
		c := pick(p.rng, p.channels)
		if len(c.articles) == 0 {
			continue
		}
		if a := pick(p.rng, c.articles); a.label == "" {
			link(a.path, a.title)
		}
	}
	for n < portalLinks {
		service(fmt.Sprintf("Service %d", n+1))
	}
	p.nav = b.String()
}

func (p *Portal) front(*portalPage) string {
	var b strings.Builder
	for _, c := range p.channels {
		fmt.Fprintf(&b, "<section><h2>%s</h2>", html.EscapeString(c.name))
		for _, a := range c.articles[:min(3, len(c.articles))] {
			p.item(&b, a)
		}
		b.WriteString("</section>\n")
	}
	return b.String()
}

// item is an article on a list: linked by its title, or beside it.
func (p *Portal) item(b *strings.Builder, a *portalArticle) {
	title, lead := html.EscapeString(a.title), html.EscapeString(a.lead)
	if a.id%3 == 0 {
		fmt.Fprintf(b, "<div class=item><h3>%s</h3><p>%s</p><a href=\"%s\">more</a></div>\n", title, lead, a.path)
		return
	}
	fmt.Fprintf(b, "<div class=item><h3><a href=\"%s\">%s</a></h3><p>%s</p></div>\n", a.path, title, lead)
}

func (p *Portal) list(c *channel, order string, k, n int, part []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1>%s</h1>\n", html.EscapeString(c.name))
	for _, i := range part {
		p.item(&b, c.articles[i])
	}
	b.WriteString("<p class=pager>")
	page := func(k int, text string) {
		fmt.Fprintf(&b, "<a href=\"%s\">%s</a> ", html.EscapeString(listAt(c, order, k)), text)
	}
	for i := max(0, k-2); i < min(n, k+3); i++ {
		if i != k {
			page(i, fmt.Sprint(i+1))
		}
	}
	if k+1 < n {
		page(k+1, "next")
		page(n-1, "last")
	}
	b.WriteString("</p><p class=order>")
	for _, o := range portalOrders {
		fmt.Fprintf(&b, "<a href=\"%s\">%s</a> ", html.EscapeString(listAt(c, o, 0)), o)
	}
	b.WriteString("</p>\n")
	return b.String()
}

// story writes an article, or a copy of it. Each links to two articles of its
// channel, one of its topic, and its copies.
func (p *Portal) story(a *portalArticle, s *portalPage, body []string) string {
	r := rand.New(rand.NewPCG(p.seed, uint64(a.id))) //nolint:gosec // id is not negative
	var b strings.Builder
	fmt.Fprintf(&b, "<h1>%s</h1>\n<p class=forms>", html.EscapeString(a.title))
	for i, other := range a.copies {
		if other != s {
			fmt.Fprintf(&b, "<a href=\"%s\">%s</a> ", other.path, []string{"print", "for telephones"}[i])
		}
	}
	if s != a.portalPage {
		fmt.Fprintf(&b, "<a href=\"%s\">the whole page</a>", a.path)
	}
	b.WriteString("</p>\n")
	for len(body) > 0 {
		n := min(3, len(body))
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(strings.Join(body[:n], " ")))
		body = body[n:]
	}
	b.WriteString("<aside><h3>Related</h3>")
	for range 2 {
		p.item(&b, pick(r, a.channel.articles))
	}
	p.item(&b, p.sameTopic(r, a))
	b.WriteString("</aside>\n")
	return b.String()
}

// sameTopic draws an article on the same topic.
func (p *Portal) sameTopic(r *rand.Rand, a *portalArticle) *portalArticle {
	for {
		c := pick(r, p.channels)
		if r.IntN(3) > 0 {
			c = a.channel
		}
		if len(c.articles) == 0 {
			continue
		}
		if o := pick(r, c.articles); o.topic == a.topic {
			return o
		}
	}
}

func (p *Portal) html(s *portalPage) string {
	return "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>" + html.EscapeString(s.title) + " - The Portal</title></head>\n<body><nav><ul>" +
		p.nav + "</ul></nav>\n<main>\n" + s.write(s) + "</main>\n<footer><p>The Portal. All rights reserved.</p></footer></body></html>\n"
}

// Store writes the portal into a folder as a stored web. Its index.tsv labels
// the pages about typhoons ([LabelTopic]) and their copies ([LabelCopy]).
func (p *Portal) Store(dir string) error {
	all := make([]storedPage, len(p.pages))
	for i, s := range p.pages {
		all[i] = storedPage{portalHost + s.path, "text/html; charset=utf-8", s.label, []byte(p.html(s))}
	}
	return writeStored(dir, all)
}
