package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// farm is a page with 30 links to its own host, then 5 to each of 20 others.
type farm struct{ source bool }

func (farm) Fetch(_ context.Context, req crawl.Request) (*crawl.Response, error) {
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: 200}, nil
}

func (f farm) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	p := &crawl.Page{URL: r.URL, Final: r.Final, Host: "own.example"}
	if r.URL != "http://own.example/" {
		return p, nil
	}
	p.Source, p.LinksLeft = f.source, 7
	for i := range 30 {
		p.Links = append(p.Links, crawl.Link{URL: fmt.Sprintf("http://own.example/%d", i), Host: "own.example"})
	}
	for i := range 100 {
		host := fmt.Sprintf("h%d.example", i%20)
		p.Links = append(p.Links, crawl.Link{URL: fmt.Sprintf("http://%s/%d", host, i), Host: host})
	}
	return p, nil
}

func TestLinkCaps(t *testing.T) {
	for _, x := range []struct {
		links, hosts int
		source       bool
		taken, left  int
	}{
		{0, 0, false, 130, 7},
		{130, 20, false, 130, 7},
		{40, 0, false, 40, 90 + 7},
		{0, 3, false, 30 + 3*5, 17*5 + 7},
		{35, 3, false, 35, 95 + 7}, // three of the first round, two of the second
		{40, 0, true, 130, 7},
		{40, 3, true, 30 + 3*5, 17*5 + 7},
	} {
		var log bytes.Buffer
		e := &engine.Engine{
			Fetcher: farm{}, Reader: farm{x.source}, Strategy: new(fifo), State: new(state.Memory), Logger: slog.New(slog.NewTextHandler(&log, nil)),
			Options: engine.Options{MaxLinks: x.links, MaxHosts: x.hosts},
		}
		res, err := e.Run(t.Context(), []crawl.Link{{URL: "http://own.example/", Host: "own.example"}})
		if err != nil || res.Visits-1 != x.taken || res.LinksLeft != x.left {
			t.Errorf("%+v: %d links were taken, %d left (%v)", x, res.Visits-1, res.LinksLeft, err)
		}
		if s := log.String(); strings.Count(s, fmt.Sprintf("links=%d pages=1", x.left)) != 1 || strings.Count(s, "\n") != 1 {
			t.Errorf("%+v: log %s", x, s)
		}
	}
}
