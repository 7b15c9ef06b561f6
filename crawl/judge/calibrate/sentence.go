package calibrate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Sentences are shown up to mostShown characters; shorter than fewShown they rather are
// menus.
const (
	mostShown = 240
	fewShown  = 20
)

// sentence returns the sentence of a page that says most of the topic: the one with most
// different concepts, in running text before headings and menus. It is "" without a mention.
func sentence(p *crawl.Page) string {
	best, most := "", 0.0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Title || b.Len() != len(b.Text) || len(b.Mentions) == 0 || meta(b) {
			continue
		}
		for at := 0; at < len(b.Text); {
			end := at + sentenceEnd(b.Text[at:])
			if v := value(b, at, end); v > most {
				best, most = around(b, at, end), v
			}
			at = end
		}
	}
	return best
}

// meta reports a block of meta keywords or description.
func meta(b *crawl.Block) bool {
	return !b.Title && len(b.Spans) == 1 && b.Spans[0].Group == crawl.GroupTitle
}

// sentenceEnd returns the end of the first sentence of s, behind its mark and spaces.
func sentenceEnd(s string) int {
	for i, r := range s {
		next := i + utf8.RuneLen(r)
		if strings.ContainsRune("。！？；", r) {
			return next
		}
		if strings.ContainsRune(".!?;", r) && next < len(s) && s[next] == ' ' {
			return next + 1
		}
	}
	return len(s)
}

// value says how much the sentence from at to end tells a reader about the topic.
func value(b *crawl.Block, at, end int) float64 {
	entries := map[int32]bool{}
	for _, m := range b.Mentions {
		if int(m.Start) >= at && int(m.End) <= end {
			entries[m.Entry] = true
		}
	}
	if len(entries) == 0 {
		return 0
	}
	v := 1 + 0.5*float64(len(entries))
	if n := utf8.RuneCountInString(b.Text[at:end]); n < fewShown {
		v *= 0.3
	}
	if b.Region != crawl.RegionMain || b.Code {
		v *= 0.3
	}
	for _, s := range b.Spans {
		if s.End > at && s.Group == crawl.GroupBody {
			return v * 1.5
		}
	}
	return v
}

// around returns the sentence; of a long one the part around its first mention.
func around(b *crawl.Block, at, end int) string {
	text := strings.TrimSpace(b.Text[at:end])
	if utf8.RuneCountInString(text) <= mostShown {
		return text
	}
	first := at
	for _, m := range b.Mentions {
		if int(m.Start) >= at && int(m.End) <= end {
			first = int(m.Start)
			break
		}
	}
	before := []rune(b.Text[at:first])
	from := max(0, len(before)-mostShown/3)
	all := []rune(b.Text[at:end])
	part := string(all[from:min(len(all), from+mostShown)])
	part = strings.TrimFunc(part, unicode.IsSpace)
	if from > 0 {
		part = "…" + part
	}
	if from+mostShown < len(all) {
		part += "…"
	}
	return part
}
