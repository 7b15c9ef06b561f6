package simtext

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// The dimensions of a drawn topic, in pixels and terminal columns.
const (
	barRow    = 18  // from one concept to the next
	barScale  = 360 // of a weight of 1
	barColumn = 40  // the longest name drawn whole
)

// Draw draws the topic as bars, one to a concept, the heaviest above: a bar is as long as
// the weight, and dark for a core concept. The SVG has no script and no external parts. Of
// each concept the name in the language lang is shown, and both names in a tip.
func (r *Topic) Draw(w io.Writer, lang string) error {
	wide := 0
	for _, e := range r.Entries {
		first, _ := twoNames(e.Zh, e.En, lang)
		wide = max(wide, term.Cells(term.Clip(inLanguage(first, e.Lang), barColumn)))
	}
	x := margin + float64(wide)*column + 6
	p := message.Of(w)
	title := term.Safe(p.Sprintf("Topic %s: %d concepts by weight, core concepts dark", r.Topic, len(r.Entries)))
	width := math.Ceil(max(x+barScale+60, margin*2+float64(term.Cells(title))*9))
	bw := bufio.NewWriter(w)
	startSVG(bw, width, float64(margin+titleSize+barRow*len(r.Entries)+margin), title)
	for i, e := range r.Entries {
		e.draw(bw, x, float64(margin+titleSize+barRow*i), lang)
	}
	bw.WriteString("</svg>\n")
	return bw.Flush()
}

// draw draws the name, bar and weight of e, with x as the beginning of its bar.
func (e *TopicEntry) draw(w *bufio.Writer, x, y float64, lang string) {
	first, second := twoNames(e.Zh, e.En, lang)
	name, tip := term.Safe(inLanguage(first, e.Lang)), term.Safe(first)
	if second != "" {
		tip += " (" + term.Safe(second) + ")"
	}
	colour := "#8bbec4"
	if e.Core {
		colour = "#174f63"
	}
	base := y + barRow - 6
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", x-6, base, escape(term.Clip(name, barColumn)))
	fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"><title>%s: %s</title></rect>`+"\n",
		x, y+2, e.Weight*barScale, barRow-4, colour, escape(tip), Fixed(e.Weight))
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f">%s</text>`+"\n", x+e.Weight*barScale+5, base, Fixed(e.Weight))
}
