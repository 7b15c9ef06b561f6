package report

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/eval"
)

// The measures of a chart of intervals.
const (
	dotRow    = 22.0
	dotLetter = 6.4 // width of one, ample
	dotName   = 28  // letters of a name that are shown
	dotFoot   = 22.0
)

// intervals draws the area_ratio of each strategy with its interval, below each
// other as in the table.
func intervals(means []eval.Mean, looks map[string]look) template.HTML {
	high := dotRow*float64(len(means)) + dotFoot
	longest := 0
	for _, m := range means {
		longest = max(longest, min(dotName, utf8.RuneCountInString(m.Strategy)))
	}
	label := 14 + dotLetter*float64(longest)
	wide := plotWide - label - 60
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %g" role="img" aria-label="area ratio with 95 %% intervals">`, plotWide, high)
	for _, v := range []float64{0, .25, .5, .75, 1} {
		x := label + wide*v
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f 0V%.1f"/><text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`,
			x, high-dotFoot, x, high-6, number(v))
	}
	for i, m := range means {
		iv := m.Of["area_ratio"]
		y := dotRow * (float64(i) + .5)
		at := func(v float64) float64 { return label + wide*min(max(sane(v), 0), 1.05) }
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`, label-8, y+4, template.HTMLEscapeString(visible(clip(m.Strategy, dotName))))
		colour := looks[m.Strategy].Colour
		fmt.Fprintf(&b, `<path stroke="%s" stroke-width="3" d="M%.1f %.1fH%.1f"/><circle cx="%.1f" cy="%.1f" r="4.5" fill="%s"/>`,
			colour, at(iv.Low), y, at(iv.High), at(iv.Mean), y, colour)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.3f</text>`, plotWide-2, y+4, sane(iv.Mean))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) //nolint:gosec // all text in it is escaped
}

// clip cuts s to n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
