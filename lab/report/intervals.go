package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// The measures of a chart of intervals.
const (
	dotHigh   = 22.0 // of a row
	dotLetter = 6.4  // width of one, ample
	dotName   = 28   // letters of a name that are shown
	dotFoot   = 22.0
)

// dots is a chart of means with their intervals, one row each.
type dots struct {
	label string
	ticks []float64 // the axis goes from the first to the last
	rows  []dotRow
}

type dotRow struct {
	name, colour, value string
	eval.Interval
}

// intervals draws the area_ratio of each strategy with its interval.
func intervals(means []eval.Mean, looks map[string]look) template.HTML {
	d := dots{label: "area ratio with 95 % intervals", ticks: []float64{0, .25, .5, .75, 1}}
	for _, m := range means {
		iv := m.Of["area_ratio"]
		d.rows = append(d.rows, dotRow{m.Strategy, looks[m.Strategy].Colour, fmt.Sprintf("%.3f", sane(iv.Mean)), iv})
	}
	return d.draw()
}

// contributions draws the contribution of each part, on both sides of 0: blue where
// the interval lies above 0, orange below, grey where it holds 0.
func contributions(parts []eval.AblateResult) template.HTML {
	d := dots{label: "contribution of each part with 95 % intervals"}
	top := 0.01 // less than a hundredth of the oracle's area must look small
	named := map[string]int{}
	for _, p := range parts {
		named[p.Without]++
	}
	for _, p := range parts {
		name := p.Without
		if named[name] > 1 {
			name += " (" + p.Part + ")"
		}
		colour := "#8496a1"
		switch {
		case p.Difference.Low > 0:
			colour = colours[0]
		case p.Difference.High < 0:
			colour = colours[1]
		}
		d.rows = append(d.rows, dotRow{name, colour, signed(p.Difference.Mean), p.Difference})
		top = max(top, math.Abs(sane(p.Difference.Low)), math.Abs(sane(p.Difference.High)))
	}
	up := ticks(0, top, 3)
	for _, v := range slices.Backward(up[1:]) {
		d.ticks = append(d.ticks, -v)
	}
	d.ticks = append(d.ticks, up...)
	return d.draw()
}

func (d dots) draw() template.HTML {
	high := dotHigh*float64(len(d.rows)) + dotFoot
	longest := 0
	for _, r := range d.rows {
		longest = max(longest, min(dotName, utf8.RuneCountInString(r.name)))
	}
	left := 14 + dotLetter*float64(longest)
	wide := plotWide - left - 60
	first, last := d.ticks[0], d.ticks[len(d.ticks)-1]
	at := func(v float64) float64 { return left + wide*min(max((sane(v)-first)/(last-first), 0), 1.05) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %g %g" role="img" aria-label="%s">`, plotWide, high, d.label) // not translated: it is SVG
	for _, v := range d.ticks {
		class := "grid"
		if v == 0 {
			class = "axis"
		}
		fmt.Fprintf(&b, `<path class="%s" d="M%.1f 0V%.1f"/><text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, // not translated: it is SVG
			class, at(v), high-dotFoot, at(v), high-6, number(v))
	}
	for i, r := range d.rows {
		y := dotHigh * (float64(i) + .5)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`, left-8, y+4, template.HTMLEscapeString(visible(clip(r.name, dotName))))
		fmt.Fprintf(&b, `<path stroke="%s" stroke-width="3" d="M%.1f %.1fH%.1f"/><circle cx="%.1f" cy="%.1f" r="4.5" fill="%s"/>`, // not translated: it is SVG
			r.colour, at(r.Low), y, at(r.High), at(r.Mean), y, r.colour)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`, plotWide-2, y+4, r.value)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) //nolint:gosec // all text in it is escaped
}

// signed writes a difference with three decimals, and with its sign unless they are 0.
func signed(v float64) string {
	s := fmt.Sprintf("%+.3f", v)
	if strings.Trim(s, "+-0.") == "" {
		return "0.000"
	}
	return strings.Replace(s, "-", "−", 1)
}

// clip cuts s to n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
