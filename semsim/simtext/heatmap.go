package simtext

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Options are the texts of a heat map.
type HeatmapOptions struct {
	Title   string                                    // of the ontology
	Measure string                                    // the name of the measure
	Label   func(id ontology.ID) (label, full string) // the label of a concept, and its full name for tips
	Columns func(label string) int                    // the width of a label in terminal columns
}

// The dimensions of a heat map, in pixels.
const (
	cellSize  = 15  // of a concept
	fontSize  = 11  // of labels
	column    = 6.4 // of a terminal column of text in that font, with reserve
	slope     = 60  // degrees by which labels above lean
	margin    = 16
	titleSize = 34
)

// picture is a heat map being drawn.
type picture struct {
	labels, full []string
	sims         [][]float64
	low, high    float64 // of sims
	x, y         float64 // of the first cell
}

// Write draws the similarities of all pairs of concepts of g by m. The SVG has
// no script and no external parts. Families of the hierarchy are adjacent, so
// that similar concepts form blocks along the diagonal.
func WriteHeatmap(w io.Writer, g *ontology.Graph, m semsim.Comparer, opt HeatmapOptions) error {
	h := picture{low: 1}
	ids, wide := families(g), 0
	for _, id := range ids {
		label, full := opt.Label(id)
		h.full, h.labels, wide = append(h.full, full), append(h.labels, label), max(wide, opt.Columns(label))
		row := m.Topic(id, nil)
		ordered := make([]float64, len(ids))
		for j, other := range ids {
			ordered[j] = row[other]
			h.low, h.high = min(h.low, row[other]), max(h.high, row[other])
		}
		h.sims = append(h.sims, ordered)
	}
	label := float64(wide) * column
	lean := slope * math.Pi / 180
	h.x, h.y = margin+label+6, margin+titleSize+label*math.Sin(lean)+fontSize
	side := float64(len(ids) * cellSize)
	width := math.Ceil(max(h.x+side+label*math.Cos(lean), h.x+360) + margin)
	height := math.Ceil(h.y + side + 56)
	bw := bufio.NewWriter(w)
	title := message.Of(w).Sprintf("%s: similarity of %d concepts, by %s", opt.Title, len(ids), opt.Measure)
	startSVG(bw, width, height, title)
	h.writeLabels(bw)
	h.writeCells(bw)
	h.writeLegend(bw, h.y+side+18)
	bw.WriteString("</svg>\n")
	return bw.Flush()
}

// startSVG begins a drawing of that many pixels, with a title that readers of screens
// say, on white.
func startSVG(w *bufio.Writer, width, height float64, title string) {
	title = escape(title)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g" role="img" font-family="'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif" font-size="%[3]d" fill="#33424a">`+"\n", width, height, fontSize) // not translated: SVG
	fmt.Fprintf(w, "<title>%s</title>\n", title)
	fmt.Fprintf(w, `<rect width="%g" height="%g" fill="#ffffff"/>`+"\n", width, height) // not translated: SVG
	fmt.Fprintf(w, `<text x="%d" y="%d" font-size="15">%s</text>`+"\n", margin, margin+14, title)
}

// writeLabels writes the names at the left and, leaning, above.
func (h *picture) writeLabels(w *bufio.Writer) {
	for i, name := range h.labels {
		at := float64(i*cellSize) + cellSize/2. + fontSize/3.
		fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", h.x-5, h.y+at, escape(name))
		fmt.Fprintf(w, `<text transform="translate(%.1f %.1f) rotate(-%d)">%s</text>`+"\n", h.x+at, h.y-5, slope, escape(name)) // not translated: SVG
	}
}

// writeCells writes the map, with a tip on every cell.
func (h *picture) writeCells(w *bufio.Writer) {
	for i, row := range h.sims {
		for j, sim := range row {
			fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="%s"><title>%s ~ %s: %.4f</title></rect>`+"\n",
				h.x+float64(j*cellSize), h.y+float64(i*cellSize), cellSize-1, cellSize-1, h.colour(sim),
				escape(h.full[i]), escape(h.full[j]), sim)
		}
	}
}

// writeLegend writes the scale. The colours run from the least to the greatest
// similarity present, since measures such as the five factors with the printed
// tau use a small part of 0 to 1.
func (h *picture) writeLegend(w *bufio.Writer, y float64) {
	const steps, step = 40, 5
	for i := range steps {
		sim := h.low + (h.high-h.low)*float64(i)/(steps-1)
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%d" height="12" fill="%s"/>`+"\n", h.x+float64(i*step), y, step, h.colour(sim))
	}
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f">%s</text>`+"\n", h.x, y+26, strconv.FormatFloat(h.low, 'f', 3, 64))
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", h.x+steps*step, y+26, strconv.FormatFloat(h.high, 'f', 3, 64))
}

// colour runs from nearly white to a deep blue-green, steadily darker, so that it
// can be read in grey and by the colour-blind.
func (h *picture) colour(sim float64) string {
	stops := [3][3]float64{{244, 247, 246}, {139, 190, 196}, {23, 79, 99}}
	t := 0.0
	if h.high > h.low {
		t = 2 * (sim - h.low) / (h.high - h.low)
	}
	i := min(int(t), 1)
	t -= float64(i)
	var c [3]int
	for k := range c {
		c[k] = int(math.Round(stops[i][k] + t*(stops[i+1][k]-stops[i][k])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// escape escapes s, which may hold anything.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return "" // a Builder does not fail
	}
	return b.String()
}

// families lists the concepts from the roots down, children after their parent,
// synonyms after the concept they are folded into.
func families(g *ontology.Graph) []ontology.ID {
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
