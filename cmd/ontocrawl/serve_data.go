package main

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
	"github.com/ontocrawl/ontocrawl/crawl/page"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// conceptGraph is t's concepts with the relations between them.
func conceptGraph(t *topic.Topic) api.Graph {
	g := api.Graph{Concepts: make([]api.Node, len(t.Vector.Entries))}
	index := map[string]int{}
	for i, e := range t.Vector.Entries {
		g.Concepts[i] = api.Node{IRI: e.IRI, Zh: e.Zh, En: e.En, Weight: e.Weight}
		index[e.IRI] = i
	}
	for _, s := range t.Sources {
		o := s.Graph()
		for i := range o.Len() {
			id := ontology.ID(i)
			if at, ok := index[o.Concept(id).IRI]; ok {
				g.Concepts[at].Depth = o.Depth(o.Canon(id))
			}
		}
		for _, e := range o.Edges() {
			from, ok := index[o.Concept(o.Canon(e.From)).IRI]
			to, ok2 := index[o.Concept(o.Canon(e.To)).IRI]
			kind := edgeKind(e.Rel)
			if edge := (api.Edge{From: from, To: to, Kind: kind}); ok && ok2 && from != to && kind != "" && !slices.Contains(g.Edges, edge) {
				g.Edges = append(g.Edges, edge)
			}
		}
	}
	return g
}

// edgeKind is how the page calls a relation; those it does not draw have no name.
func edgeKind(r ontology.Relation) string {
	switch r {
	case ontology.IsA:
		return "isa"
	case ontology.Includes:
		return "includes"
	}
	return ""
}

// captured yields the archived relevant pages of run folders, by name.
func captured(folders map[string]string) func(context.Context) iter.Seq2[serve.Doc, error] {
	return func(ctx context.Context) iter.Seq2[serve.Doc, error] {
		return func(yield func(serve.Doc, error) bool) {
			for _, name := range slices.Sorted(maps.Keys(folders)) {
				if !capturedIn(ctx, name, folders[name], yield) {
					return
				}
			}
		}
	}
}

func capturedIn(ctx context.Context, name, dir string, yield func(serve.Doc, error) bool) bool {
	from, err := openArchive(dir)
	if err != nil {
		return yield(serve.Doc{}, err)
	}
	if from == nil {
		return true
	}
	defer from.Close() //nolint:errcheck // only read
	for p, err := range rundir.Current(dir) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return yield(serve.Doc{}, fmt.Errorf("%s: %w", dir, err))
		}
		if !p.Relevant || p.WARC == nil || p.NoIndex {
			continue
		}
		d := serve.Doc{Job: name, URL: p.URL, Host: urlkey.Host(p.URL), Title: p.Title, Lang: p.Lang, Captured: p.FetchedAt.Time, Relevance: float64(p.Relevance)}
		// A page whose answer cannot be read is found by its title.
		d.Text, _ = textOf(from, p.WARC.Ref())
		if !yield(d, nil) {
			return false
		}
	}
	return true
}

// textOf is what a reader sees of the page at ref, without menus and the like.
func textOf(from *warc.Folder, ref crawl.Ref) (string, error) {
	all, err := from.Exchanges(ref)
	if err != nil {
		return "", err
	}
	answer, err := replay.Answer(all)
	if err != nil {
		return "", err
	}
	p, err := page.Parse(answer)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, block := range p.Blocks {
		if block.Region == crawl.RegionMain && !block.Title {
			b.WriteString(block.Text)
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}
