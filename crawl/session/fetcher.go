package session

import (
	"log/slog"
	"runtime"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/render"
)

// Access is an open way to pages: the network, or a stored web.
type Access struct {
	crawl.Fetcher
	Pacer crawl.Pacer // nil: hosts never wait
	close func() error
}

// Close ends its connections.
func (a *Access) Close() error {
	if a.close == nil {
		return nil
	}
	return a.close()
}

// maxRendered bounds the bytes of a page that a browser renders.
const maxRendered = 1 << 30

// OpenAccess opens what opt describes. workers bounds the pages that a browser
// renders at a time.
func OpenAccess(opt Fetch, workers int, log *slog.Logger) (*Access, error) {
	switch {
	case opt.Use != nil:
		return &Access{Fetcher: opt.Use, Pacer: opt.Pacer}, nil
	case opt.Web != "":
		return openWeb(opt.Web, opt.KeepExchanges, log)
	}
	client, err := fetch.New(opt.Options)
	if err != nil {
		return nil, wrong("fetch", err)
	}
	if opt.Render == nil {
		return &Access{client, client.Pacer(), client.Close}, nil
	}
	r, err := render.New(client, client.Resources(), render.Options{
		Chrome: opt.Render.Chrome, NoSandbox: opt.Render.NoSandbox, UserAgent: client.UserAgent(),
		MaxBody: int(min(opt.MaxBody, maxRendered)), Timeout: opt.Timeout, Tabs: min(workers, runtime.NumCPU()), Logger: log,
	})
	if err != nil {
		client.Close()
		return nil, err
	}
	return &Access{r, client.Pacer(), func() error { r.Close(); return client.Close() }}, nil
}
