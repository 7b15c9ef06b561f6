package page

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// A page with fewer words of main text than scantWords may have its text in a script only:
// as the articleBody or text of its structured data, or among the strings of its state.
const (
	scantWords  = 40
	leastString = 12 // words of a string of the state that is prose
	mostScript  = 400
)

// scriptedText adds the text that stands in scripts only, as blocks of main text.
func (b *builder) scriptedText(mainWords int) {
	if mainWords >= scantWords || len(b.data) == 0 {
		return
	}
	for _, named := range []bool{true, false} {
		var texts []string
		for _, src := range b.data {
			if strings.Contains(src, `"@type"`) == named {
				texts = append(texts, proseIn(src, named)...)
			}
		}
		if !b.addTexts(texts, mainWords) {
			continue
		}
		if a := &b.page.About; named && a.Kind == crawl.KindStub && !maintext.SaysStub(b.page.Title) {
			a.Kind = crawl.KindArticle // what a machine is told of its text is much more than it shows
		}
		return
	}
}

// addTexts makes blocks of texts, each once, if they say much more than the page shows.
func (b *builder) addTexts(texts []string, mainWords int) bool {
	var count wordCount
	for _, s := range texts {
		count.add(s)
	}
	if count.words() < 2*mainWords+scantWords {
		return false
	}
	p := b.page
	seen := map[string]bool{}
	for i := range p.Blocks {
		seen[p.Blocks[i].Text] = true
	}
	for _, s := range texts {
		if len(p.Blocks) >= maxBlocks || seen[s] {
			continue
		}
		seen[s] = true
		p.Blocks = append(p.Blocks, crawl.Block{Text: s, Spans: []crawl.Span{{End: len(s), Group: crawl.GroupBody}}, Key: blockKey("", s)})
		var own wordCount
		own.add(s)
		p.Words += own.words()
	}
	return true
}

// proseIn returns the paragraphs in a script of JSON: articleBody and text in
// structured data, else all strings that are prose.
func proseIn(src string, named bool) (texts []string) {
	var data any
	if json.Unmarshal([]byte(src), &data) != nil {
		return nil
	}
	var walk func(key string, v any, depth int)
	walk = func(key string, v any, depth int) {
		if depth > 4*maxStructuredDepth || len(texts) >= mostScript {
			return
		}
		switch v := v.(type) {
		case string:
			if named && (key == "articleBody" || key == "text" || key == "reviewBody") || !named && isProse(v) {
				texts = append(texts, lines(v)...)
			}
		case []any:
			for _, e := range v {
				walk(key, e, depth+1)
			}
		case map[string]any:
			keys := make([]string, 0, len(v))
			for k := range v {
				keys = append(keys, k)
			}
			slices.Sort(keys)
			for _, k := range keys {
				walk(k, v[k], depth+1)
			}
		}
	}
	walk("", data, 0)
	return texts
}

// isProse reports strings of several words with the mark of a sentence, which are no code.
func isProse(s string) bool {
	if len(s) < 40 || strings.ContainsAny(s, "{}\\") || !strings.ContainsAny(s, ".!?。！？") {
		return false
	}
	if first, _, _ := strings.Cut(s, " "); strings.Contains(first, "://") {
		return false
	}
	var count wordCount
	count.add(s)
	return count.words() >= leastString
}

// lines are the paragraphs of a text that may be HTML.
func lines(s string) (list []string) {
	if strings.Contains(s, "<") && strings.Contains(s, ">") {
		s = withoutTags(s)
	}
	for line := range strings.Lines(html.UnescapeString(s)) {
		if line = visible(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// withoutTags is a text with a new line for each tag that ends a block.
func withoutTags(s string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if t := z.Token(); !inline(t.DataAtom) || t.DataAtom.String() == "br" {
				b.WriteByte('\n')
			}
		}
	}
}
