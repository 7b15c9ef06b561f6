package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// The measures of a plot, in its own units. They are small, so that letters stay
// readable at the width of a phone.
const (
	plotWide, plotHigh = 420.0, 280.0
	plotLeft, plotTop  = 48.0, 10.0
	plotRight          = 14.0
	plotFoot           = 40.0
)

// manyLines is the number of lines from which bands are drawn faintly.
const manyLines = 9

// look distinguishes lines: by colour, and by dashes where the colours are used up.
type look struct{ Colour, Dash string }

// colours are distinct for most colour-blind readers (Okabe and Ito, Color Universal
// Design, 2008; without the yellow, which is too faint for lines).
var colours = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#7f6a4d"}

var dashes = [...]string{"", "7 3", "2 3", "9 3 2 3"}

// lookOf returns the look of line i of a plot.
func lookOf(i int, name string) look {
	if name == eval.Oracle {
		return look{"currentColor", "4 3"}
	}
	return look{colours[i%len(colours)], dashes[i/len(colours)%len(dashes)]}
}

// plot draws one figure.
type plot struct {
	eval.Figure
	unit       template.HTML // what the x axis counts
	titled     bool          // lines say what they are when a pointer rests on them
	x, y       []float64     // ticks
	wide, high float64       // of the area within the axes
	b          strings.Builder
}

// draw returns the figure as an SVG element.
func draw(f eval.Figure) template.HTML {
	p := &plot{Figure: f, unit: "pages fetched", titled: true}
	if p.By == "requests" {
		p.unit = "requests"
	}
	return p.draw(`aria-label="` + template.HTMLEscapeString(visible(f.Title+": "+f.Of)) + `"`)
}

// drawFor returns the figure in the languages of s. It is named by the element figure-NUMBER.
func drawFor(s speaker, f eval.Figure) template.HTML {
	p := &plot{Figure: f, unit: s.in("tspan", english.Phrasef("pages fetched"))}
	return p.draw(fmt.Sprintf(`aria-labelledby="figure-%d"`, f.Number))
}

func (p *plot) draw(name string) template.HTML {
	p.wide, p.high = plotWide-plotLeft-plotRight, plotHigh-plotTop-plotFoot
	f := p.Figure
	p.scale()
	fmt.Fprintf(&p.b, `<svg viewBox="0 0 %g %g" role="img" %s>`, plotWide, plotHigh, name) // not translated: it is SVG
	p.axes()
	for i := range f.Series {
		p.band(i)
	}
	for i := range f.Series {
		p.line(i)
	}
	p.b.WriteString("</svg>")
	return template.HTML(p.b.String()) //nolint:gosec // all text in it is escaped
}

func (p *plot) scale() {
	xmax, ymax := 1.0, 0.0
	for _, s := range p.Series {
		for i, x := range s.X {
			xmax = max(xmax, float64(x))
			ymax = max(ymax, sane(s.High[i]), sane(s.Mean[i]))
		}
	}
	if ymax == 0 {
		ymax = 1
	}
	if p.Share {
		ymax = min(1, ymax)
	}
	p.x = ticks(0, xmax, 5)
	if last := p.x[len(p.x)-1]; last > xmax && len(p.x) > 2 { // end where the lines end
		p.x = p.x[:len(p.x)-1]
	}
	p.y = ticks(0, ymax, 5)
}

// sane turns NaN and infinities into 0.
func sane(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func (p *plot) at(x int, y float64) string {
	px := plotLeft + p.wide*float64(x)/p.xtop()
	py := plotTop + p.high*(1-min(max(sane(y), 0), p.ytop())/p.ytop())
	return fmt.Sprintf("%.1f %.1f", px, py)
}

func (p *plot) ytop() float64 { return p.y[len(p.y)-1] }

func (p *plot) xtop() float64 {
	top := p.x[len(p.x)-1]
	for _, s := range p.Series {
		if n := len(s.X); n > 0 {
			top = max(top, float64(s.X[n-1]))
		}
	}
	return top
}

func (p *plot) axes() {
	bottom := plotTop + p.high
	for _, v := range p.y {
		y := plotTop + p.high*(1-v/p.ytop())
		fmt.Fprintf(&p.b, `<path class="grid" d="M%.1f %.1fH%.1f"/><text x="%.1f" y="%.1f" text-anchor="end">%s</text>`, // not translated: it is SVG
			plotLeft, y, plotLeft+p.wide, plotLeft-6, y+4, number(v))
	}
	for _, v := range p.x {
		x := plotLeft + p.wide*v/p.xtop()
		fmt.Fprintf(&p.b, `<path class="tick" d="M%.1f %.1fv4"/><text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, // not translated: it is SVG
			x, bottom, x, bottom+16, number(v))
	}
	fmt.Fprintf(&p.b, `<path class="axis" d="M%.1f %.1fV%.1fH%.1f"/><text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, // not translated: it is SVG
		plotLeft, plotTop, bottom, plotLeft+p.wide, plotLeft+p.wide/2, plotHigh-6, p.unit)
}

// band fills the space between the ends of the intervals.
func (p *plot) band(i int) {
	s := p.Series[i]
	wide := false
	for j := range s.X {
		wide = wide || s.High[j]-s.Low[j] > p.ytop()/1000
	}
	if !wide {
		return
	}
	class := "band"
	if len(p.Series) > manyLines {
		class = "band faint"
	}
	fmt.Fprintf(&p.b, `<path class="%s" fill="%s" d="`, class, lookOf(i, s.Name).Colour) // not translated: it is SVG
	for j, x := range s.X {
		fmt.Fprintf(&p.b, "%s%s", lead(j), p.at(x, s.High[j]))
	}
	for j := len(s.X) - 1; j >= 0; j-- {
		fmt.Fprintf(&p.b, "L%s", p.at(s.X[j], s.Low[j]))
	}
	p.b.WriteString(`Z"/>`)
}

func (p *plot) line(i int) {
	s := p.Series[i]
	if len(s.X) == 0 {
		return
	}
	l := lookOf(i, s.Name)
	fmt.Fprintf(&p.b, `<path class="line" stroke="%s" stroke-dasharray="%s" d="`, l.Colour, l.Dash) // not translated: it is SVG
	for j, x := range s.X {
		fmt.Fprintf(&p.b, "%s%s", lead(j), p.at(x, s.Mean[j]))
	}
	last := len(s.X) - 1
	if !p.titled {
		p.b.WriteString(`"/>`)
		return
	}
	fmt.Fprintf(&p.b, `"><title>%s: %s after %d pages</title></path>`,
		template.HTMLEscapeString(visible(s.Name)), number(s.Mean[last]), s.X[last])
}

func lead(j int) string {
	if j == 0 {
		return "M"
	}
	return "L"
}

// ticks returns about n round numbers, from low to a round number at or above high.
// Steps are 1, 2, 2.5 or 5 times a power of ten.
func ticks(low, high float64, n int) []float64 {
	if !(high > low) {
		high = low + 1
	}
	raw := (high - low) / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*power >= raw*(1-1e-9) {
			step = m * power
			break
		}
	}
	var out []float64
	first := math.Floor(low/step + 1e-9)
	for i := 0; ; i++ {
		v := (first + float64(i)) * step
		out = append(out, v)
		if v >= high-step*1e-9 || i > 4*n {
			return out
		}
	}
}

// number writes a tick or a coordinate with four decimals at most.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e4)/1e4, 'f', -1, 64)
}
