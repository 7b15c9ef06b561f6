package session

import (
	"errors"
	"log/slog"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
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

// OpenAccess opens what opt describes.
func OpenAccess(opt Fetch, log *slog.Logger) (*Access, error) {
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
	if opt.Wrap == nil {
		return &Access{client, client.Pacer(), client.Close}, nil
	}
	f, closer, err := opt.Wrap(client)
	if err != nil {
		return nil, errors.Join(err, client.Close())
	}
	return &Access{f, client.Pacer(), func() error { return errors.Join(closer.Close(), client.Close()) }}, nil
}
