package crawltest

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Labels of the pages that [Web.Store] and [Spam.Store] write.
const (
	labelOther = "other"
	labelSpam  = "spam" // it names the topic and is about something that is for sale
)

// Store writes the pages into a folder as a stored web. Those about typhoons have
// [LabelTopic], their exact copies [LabelCopy], the others [labelOther]. Redirects, dead
// links and the calendar are left out.
func (w *Web) Store(dir string) error {
	var all []storedPage
	for _, p := range w.Pages() {
		r, err := w.Fetch(context.Background(), crawl.Request{URL: p.URL})
		if err != nil || r.Status != 200 {
			continue
		}
		label := labelOther
		switch {
		case p.OnTopic && p.CopyOf != "":
			label = LabelCopy
		case p.OnTopic:
			label = LabelTopic
		}
		all = append(all, storedPage{p.URL, r.ContentType, label, r.Body})
	}
	return writeStored(dir, all)
}

// storedPage is a page of a stored web.
type storedPage struct {
	url, kind, label string
	body             []byte
}

func writeStored(dir string, all []storedPage) error {
	if err := os.MkdirAll(filepath.Join(dir, "pages"), 0o755); err != nil {
		return fmt.Errorf("crawltest: %w", err)
	}
	var index strings.Builder
	for i, p := range all {
		file := fmt.Sprintf("%05d.html", i)
		if err := atomicfile.Write(filepath.Join(dir, "pages", file), p.body, atomicfile.Options{Mode: 0o644, Volatile: true}); err != nil {
			return fmt.Errorf("crawltest: %w", err)
		}
		fmt.Fprintf(&index, "%s\t%s\t%s\t%s\n", p.url, file, p.kind, p.label)
	}
	if err := atomicfile.Write(filepath.Join(dir, "index.tsv"), []byte(index.String()), atomicfile.Options{Mode: 0o644, Volatile: true}); err != nil {
		return fmt.Errorf("crawltest: %w", err)
	}
	return nil
}

// Spam is a farm of pages that search engines list and nobody wants: their titles and snippets
// name typhoons in three languages, and the text sells something. They link to each other.
type Spam struct {
	Seed  uint64
	Pages int // 300 if it is 0
	Hosts int // 30 if it is 0
}

// Store writes the farm into a folder as a stored web.
func (s Spam) Store(dir string) error {
	n, hosts := cmp.Or(s.Pages, 300), cmp.Or(s.Hosts, 30)
	rng := rand.New(rand.NewPCG(s.Seed, 0x7370616d))
	url := func(i int) string { return fmt.Sprintf("http://deals%d.example/offer-%d.html", i%hosts, i) }
	all := make([]storedPage, n)
	for i := range all {
		subject, goods := spamSubjects[rng.IntN(len(spamSubjects))], spamGoods[rng.IntN(len(spamGoods))]
		var b strings.Builder
		fmt.Fprintf(&b, "<!doctype html><meta charset=utf-8><title>%s</title><h1>%s</h1><p>", html.EscapeString(subject+" - "+goods), html.EscapeString(goods))
		for range 40 {
			fmt.Fprintf(&b, "%s ", spamGoods[rng.IntN(len(spamGoods))])
		}
		fmt.Fprintf(&b, "</p><p>%s, %s.</p>", html.EscapeString(subject), html.EscapeString(goods))
		for range 8 {
			fmt.Fprintf(&b, `<a href="%s">%s</a> `, url(rng.IntN(n)), html.EscapeString(spamGoods[rng.IntN(len(spamGoods))]))
		}
		all[i] = storedPage{url(i), "text/html; charset=utf-8", labelSpam, []byte(b.String())}
	}
	return writeStored(dir, all)
}

// What spam pages name, and what they sell.
var (
	spamSubjects = []string{
		"Typhoon", "Typhoon news today", "Super typhoon", "Tropical storm", "Hurricane", "Heavy rain", "Rainstorm", "Typhoon track",
		"台风", "台风最新消息", "暴雨", "台风路径", "颱風", "颱風消息", "豪雨",
	}
	spamGoods = []string{
		"cheap watches", "casino bonus", "loans in one hour", "designer shoes", "miracle diet", "lottery tips",
		"代开发票", "在线棋牌", "减肥产品", "低息贷款", "彩票预测", "名牌包包",
	}
)
