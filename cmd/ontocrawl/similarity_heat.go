package main

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// heatMost is the most concepts a heat map shows.
const heatMost = 300

// The measures of a heat map, in pixels.
const (
	heatCell   = 15  // of a concept
	heatFont   = 11  // of labels
	heatColumn = 6.4 // of a terminal column of text in that font, ample
	heatLabel  = 30  // columns a label may take
	heatSlope  = 60  // degrees by which labels above lean
	heatEdge   = 16  // around all
	heatTitle  = 34
)

// heat is a heat map being drawn.
type heat struct {
	ids      []ontology.ID
	names    []string // clipped
	full     []string
	sims     [][]float64
	low, top float64 // of sims
	x, y     float64 // of the first cell
}

// heatMap draws Sim of all pairs as an SVG of its own, without script or
// anything from elsewhere. Families of the hierarchy stand together, so that
// what is alike makes blocks along the diagonal.
func (s *source) heatMap(w io.Writer, m semsim.Comparer, measure, lang string) error {
	h := heat{ids: familyOrder(s.ont.Graph), low: 1}
	wide := 0
	for _, id := range h.ids {
		full := term.Safe(s.ont.Graph.Concept(id).Name(lang))
		name := term.Clip(full, heatLabel)
		h.full, h.names, wide = append(h.full, full), append(h.names, name), max(wide, term.Cells(name))
		row := m.Topic(id, nil)
		ordered := make([]float64, len(h.ids))
		for j, other := range h.ids {
			ordered[j] = row[other]
			h.low, h.top = min(h.low, row[other]), max(h.top, row[other])
		}
		h.sims = append(h.sims, ordered)
	}
	label := float64(wide) * heatColumn
	lean := heatSlope * math.Pi / 180
	h.x, h.y = heatEdge+label+6, heatEdge+heatTitle+label*math.Sin(lean)+heatFont
	side := float64(len(h.ids) * heatCell)
	width := math.Ceil(max(h.x+side+label*math.Cos(lean), h.x+360) + heatEdge)
	height := math.Ceil(h.y + side + 56)
	bw := bufio.NewWriter(w)
	title := fmt.Sprintf("%s: how alike %d concepts are, by %s", term.Safe(s.name), len(h.ids), measure)
	fmt.Fprintf(bw, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g" role="img" font-family="'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif" font-size="%[3]d" fill="#33424a">`+"\n", width, height, heatFont)
	fmt.Fprintf(bw, "<title>%s</title>\n", xmlText(title))
	fmt.Fprintf(bw, `<rect width="%g" height="%g" fill="#ffffff"/>`+"\n", width, height)
	fmt.Fprintf(bw, `<text x="%d" y="%d" font-size="15">%s</text>`+"\n", heatEdge, heatEdge+14, xmlText(title))
	h.labels(bw)
	h.cells(bw)
	h.legend(bw, h.y+side+18)
	bw.WriteString("</svg>\n")
	return bw.Flush()
}

// labels writes the names at the left and, leaning, above.
func (h *heat) labels(w *bufio.Writer) {
	for i, name := range h.names {
		at := float64(i*heatCell) + heatCell/2. + heatFont/3.
		fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", h.x-5, h.y+at, xmlText(name))
		fmt.Fprintf(w, `<text transform="translate(%.1f %.1f) rotate(-%d)">%s</text>`+"\n", h.x+at, h.y-5, heatSlope, xmlText(name))
	}
}

// Cells writes the map, a tip on every cell.
func (h *heat) cells(w *bufio.Writer) {
	for i, row := range h.sims {
		for j, sim := range row {
			fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="%s"><title>%s ~ %s: %.4f</title></rect>`+"\n",
				h.x+float64(j*heatCell), h.y+float64(i*heatCell), heatCell-1, heatCell-1, h.colour(sim),
				xmlText(h.full[i]), xmlText(h.full[j]), sim)
		}
	}
}

// legend writes the scale: measures like the five factors with the printed tau
// use a small part of 0 to 1, so that the colours run from the least Sim there
// is to the greatest.
func (h *heat) legend(w *bufio.Writer, y float64) {
	const steps, step = 40, 5
	for i := range steps {
		sim := h.low + (h.top-h.low)*float64(i)/(steps-1)
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%d" height="12" fill="%s"/>`+"\n", h.x+float64(i*step), y, step, h.colour(sim))
	}
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f">%s</text>`+"\n", h.x, y+26, strconv.FormatFloat(h.low, 'f', 3, 64))
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", h.x+steps*step, y+26, strconv.FormatFloat(h.top, 'f', 3, 64))
}

// colour runs from nearly white over a light to a deep blue-green: darker
// steadily, so that it can be read in grey and by the colour-blind.
func (h *heat) colour(sim float64) string {
	stops := [3][3]float64{{244, 247, 246}, {139, 190, 196}, {23, 79, 99}}
	t := 0.0
	if h.top > h.low {
		t = 2 * (sim - h.low) / (h.top - h.low)
	}
	i := min(int(t), 1)
	t -= float64(i)
	var c [3]int
	for k := range c {
		c[k] = int(math.Round(stops[i][k] + t*(stops[i+1][k]-stops[i][k])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// xmlText escapes s, which may hold anything that an ontology does.
func xmlText(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return "" // a Builder does not fail
	}
	return b.String()
}

// familyOrder lists the concepts from the roots down, children behind their
// parent, synonyms behind the concept they are folded into.
func familyOrder(g *ontology.Graph) []ontology.ID {
	var out []ontology.ID
	seen := make([]bool, g.Len())
	todo := slices.Clone(g.Roots())
	slices.Reverse(todo)
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		out = append(out, id)
		for _, s := range g.Synonyms(id) {
			if s != id {
				out = append(out, s)
			}
		}
		for _, child := range slices.Backward(g.Children(id)) {
			todo = append(todo, child)
		}
	}
	return out
}
