package agent

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

type searchIn struct {
	Query string `json:"query" jsonschema:"words to look for"`
	Job   string `json:"job,omitempty" jsonschema:"only pages of this job"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many pages, at most 20"`
}

// PageText holds what a page says of itself.
type PageText struct {
	Title   string `json:"title"`
	Excerpt string `json:"excerpt,omitempty"` // around the words that were found
}

// found is a page that a search found.
type found struct {
	Job       string    `json:"job"`
	URL       string    `json:"url"`
	Captured  time.Time `json:"captured"`
	Relevance float64   `json:"relevance"`
	Untrusted PageText  `json:"untrusted"`
}

// foundPages answers search_pages.
type foundPages struct {
	Note      string  `json:"note"`
	Index     string  `json:"index"` // "ready", or why nothing can be found
	Pages     []found `json:"pages"`
	Truncated bool    `json:"truncated,omitempty"`
}

// maxQuery bounds a query, in runes.
const maxQuery = 300

// buildPatience is how long a search waits for an index that has to be built first.
const buildPatience = 15 * time.Second

func (s *server) searchPages(ctx context.Context, in searchIn) (foundPages, error) {
	out := foundPages{Note: note, Pages: []found{}}
	words := clean(in.Query, maxQuery)
	if words == "" {
		return out, errors.New("query is empty")
	}
	var err error
	if out.Index, err = s.index(ctx); err != nil || out.Index != "ready" {
		return out, err
	}
	hits, err := s.opt.Search.Search(ctx, words, in.Job, limit(in.Limit))
	if err != nil {
		return out, err
	}
	for i := range hits {
		out.Pages = append(out.Pages, foundOf(&hits[i]))
	}
	out.Truncated = fit(&out, &out.Pages)
	return out, nil
}

// index builds the index if there is none, and returns its state.
func (s *server) index(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, buildPatience)
	defer cancel()
	for begun := false; ; {
		switch now := s.opt.Search.Index(); {
		case now.State == "ready":
			return now.State, nil
		case now.State == "failed" && begun:
			return "", english.Errorf("the index could not be built: %s", now.Error)
		case now.State == "building":
			begun = true
		case !begun:
			begun = true
			if err := s.opt.Search.Build(); err != nil {
				return "", err
			}
		}
		select {
		case <-ctx.Done():
			return "it is being built; ask again in a while", nil
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func foundOf(h *library.Hit) found {
	var b strings.Builder
	for _, p := range h.Parts {
		b.WriteString(p.Text)
	}
	return found{
		Job: h.Job, URL: address(h.URL), Captured: h.Captured, Relevance: h.Relevance,
		Untrusted: PageText{clean(h.Title, maxTitle), clean(b.String(), maxExcerpt)},
	}
}
