package simtext

import (
	"context"
	"encoding/csv"
	"io"
	"runtime"
	"strconv"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// rows calls yield with the row of every concept of g, on all processors.
func rows(ctx context.Context, g *ontology.Graph, m semsim.Comparer, yield func(a ontology.ID, row []float64) error) error {
	return semsim.Rows(ctx, m, g.Len(), runtime.GOMAXPROCS(0), yield)
}

// MatrixCSV writes a row and a column for each concept of g, named in the language
// lang.
func MatrixCSV(ctx context.Context, w io.Writer, comma rune, g *ontology.Graph, m semsim.Comparer, lang string) error {
	cw := csv.NewWriter(w)
	cw.Comma = comma
	names := []string{"concept"}
	for i := range g.Len() {
		names = append(names, term.Cell(g.Concept(ontology.ID(i)).Name(lang)))
	}
	if err := cw.Write(names); err != nil {
		return err
	}
	line := make([]string, len(names))
	err := rows(ctx, g, m, func(a ontology.ID, row []float64) error {
		line[0] = names[a+1]
		for j, x := range row {
			line[j+1] = strconv.FormatFloat(x, 'f', 6, 64)
		}
		return cw.Write(line)
	})
	if err != nil {
		return err
	}
	cw.Flush()
	return cw.Error()
}

// MatrixJSON writes the similarities of all concepts of g, the graph of the
// ontology called name.
func MatrixJSON(w io.Writer, name string, g *ontology.Graph, m semsim.Comparer) error {
	out := struct {
		Ontology string       `json:"ontology"`
		Concepts []semsim.Ref `json:"concepts"`
		Sim      [][]float64  `json:"sim"`
	}{Ontology: name}
	for i := range g.Len() {
		out.Concepts = append(out.Concepts, semsim.RefOf(g, ontology.ID(i)))
		out.Sim = append(out.Sim, m.Topic(ontology.ID(i), nil))
	}
	return term.WriteJSON(w, out, "  ")
}
