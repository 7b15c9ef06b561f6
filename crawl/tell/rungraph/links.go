package rungraph

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// linkWord is the property of the graph of links. To read it takes the answer of each page out of the
// archive, so only a question that names it gets it.
const linkWord = "linksTo"

// WantsLinks reports whether a question is about links between pages.
func WantsLinks(question string) bool { return strings.Contains(question, linkWord) }

// ErrNoLinks says that there are no links to ask about.
var ErrNoLinks = errors.New("the links between pages are in the archive, and this run has none (--warc all keeps each page)")

// mostLinks bounds the graph of links.
const mostLinks = 1_000_000

// Links are the links between the pages of a run, as its archived answers have them. What was read is kept:
// a reading that is cut off by its time goes on with the next. It must not be used concurrently.
type Links struct {
	Most int // links; 0: mostLinks

	of map[string]linked // by page
}

// linked are the links of a page, in the answer that was archived there.
type linked struct {
	at rundir.Place
	to []string
}

// add puts the links between pages of dir into set.
func (l *Links) add(ctx context.Context, dir string, set *sparql.Dataset) error {
	pages, known, err := archived(ctx, dir)
	if err != nil {
		return err
	}
	if err := l.read(ctx, dir, pages); err != nil {
		return err
	}
	most := l.Most
	if most <= 0 {
		most = mostLinks
	}
	is, err := rdf.NewIRI(export.Vocab + linkWord)
	if err != nil {
		return err
	}
	n := 0
	for i := range pages {
		from, err := rdf.NewIRI(rdfio.EscapeIRI(pages[i].URL))
		if err != nil {
			continue
		}
		for _, url := range l.of[pages[i].URL].to {
			to, err := rdf.NewIRI(rdfio.EscapeIRI(url))
			if err != nil || !known[url] {
				continue
			}
			if n++; n > most {
				return english.Errorf("%s has more than %d links between its pages, too many to ask about", dir, most)
			}
			if err := set.Add(linksGraph, rdf.Triple{Subj: from, Pred: is, Obj: to}); err != nil {
				return err
			}
		}
	}
	return nil
}

// archived are the pages of dir with an archived answer; known has all its pages.
func archived(ctx context.Context, dir string) (pages []rundir.Page, known map[string]bool, err error) {
	known = make(map[string]bool)
	for p, err := range rundir.Current(dir) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, nil, err
		}
		if known[p.URL] = true; p.WARC != nil {
			p.Evidence, p.Via = nil, nil
			pages = append(pages, p)
		}
	}
	if len(pages) == 0 {
		return nil, nil, fmt.Errorf("%s: %w", dir, ErrNoLinks)
	}
	return pages, known, nil
}

// read reads the answers that were not read yet.
func (l *Links) read(ctx context.Context, dir string, pages []rundir.Page) error {
	archive, err := warc.OpenFolder(filepath.Join(dir, rundir.WARCDir))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", dir, ErrNoLinks)
	} else if err != nil {
		return err
	}
	defer archive.Close() //nolint:errcheck // it was only read
	from := &rescore.Source{Archive: archive, Documents: document.New(document.Options{})}
	if l.of == nil {
		l.of = make(map[string]linked)
	}
	for i := range pages {
		if have, ok := l.of[pages[i].URL]; ok && have.at == *pages[i].WARC {
			continue
		}
		p, err := from.Page(ctx, pages[i], rescore.Plain{})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x := linked{at: *pages[i].WARC}
		if err == nil && p != nil { // else the answer is damaged, or was deleted: it has no links
			for k := range p.Links {
				x.to = append(x.to, p.Links[k].URL)
			}
		}
		l.of[pages[i].URL] = x
	}
	return nil
}
