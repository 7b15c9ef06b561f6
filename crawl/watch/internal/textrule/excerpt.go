package textrule

import (
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Bounds of an excerpt, in runes.
const (
	longest  = 220
	shortest = 8 // a shorter sentence says nothing by itself
)

// Excerpt returns the sentence of the main text of p that says most of the topic: the one whose labels have the largest share of the
// evidence, the first of equals. A page without a label in a sentence is told by its first sentence.
func Excerpt(p *crawl.Page, evidence []crawl.Evidence) string {
	labels := make(map[string]float64, len(evidence))
	for i := range evidence {
		if e := &evidence[i]; e.Concept != "" && e.Label != "" {
			label := lexicon.Fold(e.Label)
			labels[label] = max(labels[label], e.Contribution)
		}
	}
	best, most := "", -1.0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !tellsText(b) {
			continue
		}
		for _, s := range extract.Sentences(b.Text) {
			sentence := strings.TrimSpace(b.Text[s.Start:s.End])
			if utf8.RuneCountInString(sentence) < shortest {
				continue
			}
			if w := weight(lexicon.Fold(sentence), labels); w > most {
				best, most = sentence, w
			}
		}
	}
	return clip(best)
}

// tellsText reports whether b is a paragraph of the main text, and no heading.
func tellsText(b *crawl.Block) bool {
	heading := b.H1 || len(b.Spans) > 0 && b.Spans[0].Group == crawl.GroupHeading && b.Spans[0].End == len(b.Text)
	return b.Region == crawl.RegionMain && !b.Title && !b.Code && !b.Trail && !heading && b.Text != ""
}

func weight(sentence string, labels map[string]float64) (sum float64) {
	for label, share := range labels {
		if strings.Contains(sentence, label) {
			sum += share
		}
	}
	return sum
}

// clip shortens a sentence to what a card has room for.
func clip(s string) string {
	if utf8.RuneCountInString(s) <= longest {
		return s
	}
	return string([]rune(s)[:longest]) + "…"
}
