package crawltest

import (
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"golang.org/x/net/html"
)

func TestTextsAreWellFormed(t *testing.T) {
	lib, err := readLibrary()
	if err != nil {
		t.Fatal(err)
	}
	for lang, topics := range lib {
		if topics[topicGeneral] == nil || topics[topicTyphoon] == nil {
			t.Errorf("%s: no general or no typhoon topic", lang)
		}
		for name, topic := range topics {
			checkTopic(t, lang+" "+name, topic)
		}
	}
	if _, err := readHosts(lib); err != nil {
		t.Error(err)
	}
}

func checkTopic(t *testing.T, where string, topic *topic) {
	t.Helper()
	if len(topic.titles) == 0 || len(topic.sentences) < 7 || topic.section == "" || topic.slug == "" {
		t.Errorf("%s: too little text", where)
	}
	if topic.general != nil && len(topic.slots["anchors"]) == 0 {
		t.Errorf("%s: no anchors", where)
	}
	all := slices.Concat(topic.titles, topic.sentences, topic.mentions, topic.slots["anchors"])
	for _, s := range all {
		v := newVoice(topic, 1, 2)
		for range 20 {
			if out := v.fill(topic, s); strings.ContainsAny(out, "{}*") {
				t.Errorf("%s: %q became %q", where, s, out)
			}
		}
	}
}

func TestSameSeedSameWeb(t *testing.T) {
	a, b, c := New(Options{Seed: 7}), New(Options{Seed: 7}), New(Options{Seed: 8})
	pa, pb, pc := a.Pages(), b.Pages(), c.Pages()
	if !slices.Equal(pa, pb) {
		t.Fatal("two webs of one seed have other pages")
	}
	if slices.Equal(pa, pc) {
		t.Error("two seeds make the same web")
	}
	for i := 0; i < len(pa); i += 37 {
		// Backwards in b: what was written before must not matter.
		if got, want := fetch(t, b, pb[len(pb)-1-i].URL), fetch(t, a, pa[len(pa)-1-i].URL); got != want {
			t.Fatalf("%s differs", pa[len(pa)-1-i].URL)
		}
	}
}

func fetch(t *testing.T, w *Web, u string) string {
	t.Helper()
	r, err := w.Fetch(context.Background(), crawl.Request{URL: u})
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Body)
}

func TestCounts(t *testing.T) {
	for _, opt := range []Options{{}, {Seed: 3, Pages: 12000}, {Seed: 1, Pages: 400, Hosts: 12}, {Seed: 1, Pages: 6000, Hosts: 70}} {
		w := New(opt)
		pages := w.Pages()
		want := max(opt.Pages, 400)
		if opt.Pages == 0 {
			want = DefaultPages
		}
		hosts := opt.Hosts
		if hosts == 0 {
			hosts = defaultHosts
		}
		if len(pages) < want || float64(len(pages)) > 1.3*float64(want)+100 {
			t.Errorf("%+v: %d pages", opt, len(pages))
		}
		if n := len(w.Hosts()); n != hosts {
			t.Errorf("%+v: %d hosts", opt, n)
		}
	}
}

func TestShares(t *testing.T) {
	w := New(Options{Seed: 1})
	n := map[string]int{}
	urls := map[string]bool{}
	for _, p := range w.Pages() {
		urls[p.URL] = true
		n["all"]++
		n["topic "+p.Topic]++
		n["lang "+p.Lang]++
		n["charset "+p.Charset]++
		n["kind "+string(p.Kind)]++
		if p.OnTopic {
			n["on topic"]++
		}
		if p.OnTopic && p.Island {
			n["on islands"]++
		}
		if p.CopyOf != "" {
			n["copies"]++
		}
		if p.Disallowed {
			n["disallowed"]++
		}
	}
	t.Log(n)
	if len(urls) != n["all"] {
		t.Errorf("%d URLs for %d pages", len(urls), n["all"])
	}
	base := float64(n["on topic"]) / float64(n["all"])
	if base < 0.05 || base > 0.08 {
		t.Errorf("%.1f %% of the pages are on topic, want 5 to 8", 100*base)
	}
	for _, k := range []string{"topic platformrisk", "topic financestorm", "topic brainstorm", "topic cocktail", "topic fruit",
		"topic rainstorm", "lang en", "lang zh", "lang zh-Hant", "charset gbk", "charset big5", "copies", "disallowed", "on islands"} {
		if n[k] < 5 {
			t.Errorf("%s: %d pages", k, n[k])
		}
	}
}

func TestEverythingIsReachable(t *testing.T) {
	w := New(Options{Seed: 1})
	seen := reach(w, w.Seeds(5), nil)
	for _, p := range w.Pages() {
		if !seen[p.URL] && p.CopyOf == "" {
			t.Errorf("%s (%s) is not reached", p.URL, p.Topic)
		}
	}
}

func TestIslandsNeedTunnels(t *testing.T) {
	w := New(Options{Seed: 1})
	onTopicOnly := func(p Page) bool { return p.OnTopic || p.Kind == KindHome }
	near := reach(w, w.Seeds(50), onTopicOnly)
	all := reach(w, w.Seeds(50), nil)
	behind := 0
	for _, p := range w.Pages() {
		if p.Island && all[p.URL] && !near[p.URL] {
			behind++
		}
	}
	if behind < 50 {
		t.Errorf("only %d pages lie behind off-topic pages", behind)
	}
}

// reach walks breadth first over the web's pages for which enter holds.
func reach(w *Web, seeds []string, enter func(Page) bool) map[string]bool {
	seen := map[string]bool{}
	queue := slices.Clone(seeds)
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		p, ok := w.Page(u)
		if !ok || seen[u] || enter != nil && !enter(p) {
			continue
		}
		seen[u] = true
		for _, l := range w.Links(u) {
			queue = append(queue, l.URL)
		}
	}
	return seen
}

func TestTruth(t *testing.T) {
	w := New(Options{Seed: 1})
	for _, p := range w.Pages() {
		if on, ok := w.Truth(p.URL); on != p.OnTopic || !ok {
			t.Fatalf("Truth(%s) = %v, %v", p.URL, on, ok)
		}
	}
	story := w.topics[topicTyphoon][3]
	old := "http://" + story.host.name + "/old/" + strconv.Itoa(story.id)
	www := "http://www." + story.host.name + story.path
	for _, c := range []struct {
		url     string
		on, any bool
	}{
		{old, true, true}, {www, true, true},
		{"http://city-events.example/calendar/2031/02/03", false, true},
		{"http://city-events.example/calendar/2031/02/30", false, false},
		{"http://typhoon-desk.example/missing/3.html", false, false},
		{"http://typhoon-desk.example/broken/3", false, false},
		{"http://nowhere.example/", false, false},
		{"::", false, false},
	} {
		if on, ok := w.Truth(c.url); on != c.on || ok != c.any {
			t.Errorf("Truth(%s) = %v, %v", c.url, on, ok)
		}
	}
}

func TestCalendarHasNoEnd(t *testing.T) {
	w := New(Options{Seed: 1})
	u := "http://city-events.example/calendar/2024/12/31"
	seen := map[string]bool{}
	for range 3000 {
		if seen[u] {
			t.Fatalf("%s again", u)
		}
		seen[u] = true
		links := w.Links(u)
		i := slices.IndexFunc(links, func(l Link) bool { return strings.Contains(l.URL, "/calendar/") && !seen[l.URL] })
		if i < 0 {
			t.Fatalf("%s leads nowhere", u)
		}
		u = links[i].URL
	}
	if !strings.Contains(fetch(t, w, u), "calendar") {
		t.Error("a day has no links to other days")
	}
}

// TestPagesLookReal parses pages as a browser would.
func TestPagesLookReal(t *testing.T) {
	w := New(Options{Seed: 2})
	pages := w.Pages()
	anchors, same := 0, 0
	for i := 0; i < len(pages); i += 11 {
		p := pages[i]
		doc, err := html.Parse(strings.NewReader(utf8Body(t, w, p)))
		if err != nil {
			t.Fatal(err)
		}
		if title := textOf(find(doc, "title")); !strings.Contains(title, p.Title) {
			t.Fatalf("%s: title %q does not hold %q", p.URL, title, p.Title)
		}
		links := resolved(t, p.URL, doc)
		var want []string
		for _, l := range w.Links(p.URL) {
			want = append(want, l.URL)
			anchors++
			if l.URL == p.URL {
				same++
			}
		}
		if !sameSet(links, want) {
			t.Fatalf("%s: links\n%v\nwant\n%v", p.URL, links, want)
		}
		if n := bodyWords(w, p); p.Kind == kindArticle && (n < 80 || n > 480) {
			t.Errorf("%s: %d words", p.URL, n)
		}
	}
	if anchors/(len(pages)/11) < 12 || same > anchors/10 {
		t.Errorf("%d links on %d pages, %d to the page itself", anchors, len(pages)/11, same)
	}
}

func bodyWords(w *Web, p Page) int {
	n := 0
	if s := w.find(p.URL); s.kind == kindArticle {
		for _, sentence := range w.body(s) {
			n += length(sentence)
		}
	}
	return n
}

// utf8Body is the page before it was encoded.
func utf8Body(t *testing.T, w *Web, p Page) string {
	t.Helper()
	return w.write(w.find(p.URL)).html.String()
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}

func resolved(t *testing.T, base string, doc *html.Node) []string {
	t.Helper()
	b, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" {
			continue
		}
		for _, a := range n.Attr {
			u, err := b.Parse(a.Val)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, u.String())
		}
	}
	return out
}

func find(doc *html.Node, name string) *html.Node {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			return n
		}
	}
	return nil
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

func TestExactAndNearDuplicates(t *testing.T) {
	w := New(Options{Seed: 1})
	exact, near := 0, 0
	for _, p := range w.Pages() {
		s := w.find(p.URL)
		if p.CopyOf != "" {
			exact++
			if fetch(t, w, p.URL) != fetch(t, w, p.CopyOf) {
				t.Errorf("%s is not %s", p.URL, p.CopyOf)
			}
			continue
		}
		if s.words != s {
			near++
			if !slices.Equal(w.body(s), w.body(s.words)) || fetch(t, w, p.URL) == fetch(t, w, s.words.url()) {
				t.Errorf("%s is no near duplicate of %s", p.URL, s.words.url())
			}
		}
	}
	if exact < 50 || near < 20 {
		t.Errorf("%d exact and %d near duplicates", exact, near)
	}
}

// TestHarvestTellsCrawlersApart: walking breadth first finds little more than
// the base rate, following links whose words are of the topic much more.
func TestHarvestTellsCrawlersApart(t *testing.T) {
	for seed := range uint64(3) {
		w := New(Options{Seed: seed})
		const budget = 600
		bfs := harvest(w, budget, func(Link) bool { return false })
		naive := harvest(w, budget, func(l Link) bool { return onTopicWords(l.Text) })
		oracle := harvest(w, budget, func(l Link) bool { on, _ := w.Truth(l.URL); return on })
		t.Logf("seed %d: harvest of %d pages: breadth-first %.3f, anchor words %.3f, truth %.3f", seed, budget, bfs, naive, oracle)
		if bfs > 0.15 || naive < 1.8*bfs || oracle < naive || math.IsNaN(bfs) {
			t.Error("the web does not tell them apart")
		}
	}
}

func onTopicWords(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc([]string{"typhoon", "storm surge", "cyclone", "台风", "颱風", "风暴潮", "風暴潮", "热带", "副热带"},
		func(w string) bool { return strings.Contains(s, w) })
}

// harvest is the share of on-topic pages among the first budget pages, with
// links for which first holds before all others.
func harvest(w *Web, budget int, first func(Link) bool) float64 {
	seen := map[string]bool{}
	var good, rest []string
	for _, u := range w.Seeds(5) {
		seen[u] = true
		good = append(good, u)
	}
	fetched, hits := 0, 0
	for fetched < budget && len(good)+len(rest) > 0 {
		var u string
		if len(good) > 0 {
			u, good = good[0], good[1:]
		} else {
			u, rest = rest[0], rest[1:]
		}
		p, ok := w.Page(u)
		if !ok {
			continue
		}
		fetched++
		if p.OnTopic {
			hits++
		}
		for _, l := range w.Links(u) {
			if seen[l.URL] {
				continue
			}
			seen[l.URL] = true
			if first(l) {
				good = append(good, l.URL)
			} else {
				rest = append(rest, l.URL)
			}
		}
	}
	return float64(hits) / float64(fetched)
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New(Options{Seed: 1})
	}
}

// BenchmarkAllPages writes every page of the default web once.
func BenchmarkAllPages(b *testing.B) {
	w := New(Options{Seed: 1})
	for b.Loop() {
		start := time.Now()
		for _, s := range w.specs {
			w.bytes(answer{spec: s, host: s.host})
		}
		b.ReportMetric(float64(time.Since(start).Microseconds())/float64(len(w.specs)), "µs/page")
	}
}
