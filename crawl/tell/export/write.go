package export

import (
	"bufio"
	"io"
	"iter"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/jsonld"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// piece is how many pages are written as Turtle at a time: a document may be larger
// than memory. Each piece declares its prefixes, which Turtle allows anywhere.
const piece = 1000

// Turtle writes the graph of pages. from is their archive; if it is nil the graph has
// no WARC records.
func Turtle(w io.Writer, run *Run, pages iter.Seq2[rundir.Page, error], from *warc.Folder) error {
	g := &graph{}
	g.head(run)
	n := 0
	flush := func() error {
		if len(g.triples) == 0 {
			return nil
		}
		err := turtle.Encode(w, g.triples, rdfio.EncodeOptions{Prefixes: Prefixes()})
		*g = graph{blanks: g.blanks} // labels go on
		return err
	}
	err := g.pages(run, pages, from, func() error {
		if n++; n%piece != 0 {
			return nil
		}
		if err := flush(); err != nil {
			return err
		}
		_, err := io.WriteString(w, "\n")
		return err
	})
	if err != nil {
		return err
	}
	return flush()
}

// JSONLD writes the graph of pages as one JSON document, made in memory.
func JSONLD(w io.Writer, run *Run, pages iter.Seq2[rundir.Page, error], from *warc.Folder) error {
	triples, err := Graph(run, pages, from)
	if err != nil {
		return err
	}
	return jsonld.Encode(w, triples, rdfio.EncodeOptions{Prefixes: Prefixes()})
}

// Graph returns the graph of pages as triples.
func Graph(run *Run, pages iter.Seq2[rundir.Page, error], from *warc.Folder) ([]rdf.Triple, error) {
	g := &graph{}
	g.head(run)
	err := g.pages(run, pages, from, func() error { return nil })
	return g.triples, err
}

// pages adds each page and calls after.
func (g *graph) pages(run *Run, pages iter.Seq2[rundir.Page, error], from *warc.Folder, after func() error) error {
	for p, err := range pages {
		if err != nil {
			return err
		}
		id, err := recordID(from, &p)
		if err != nil {
			return err
		}
		g.page(&p, run.ID, id)
		if err := after(); err != nil {
			return err
		}
	}
	return nil
}

// jsonl writes pages as lines of pages.jsonl.
func jsonl(w io.Writer, pages iter.Seq2[rundir.Page, error]) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for p, err := range pages {
		if err != nil {
			return err
		}
		line, err := p.Line()
		if err != nil {
			return err
		}
		out.Write(line) //nolint:errcheck // Flush returns it
	}
	return out.Flush()
}
