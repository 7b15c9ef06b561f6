package account

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Fetcher fetches pages by another fetcher, and logs in where an account says so: before
// the first page of its host, and again when the host sends to its log-in page. The
// other fetcher has to send what Accounts say (fetch.Options.Credentials).
type Fetcher struct {
	crawl.Fetcher
	Accounts *Accounts
	Submit   Submitter
	Logger   *slog.Logger // nil: nothing is logged
}

var _ crawl.Fetcher = (*Fetcher)(nil)

// Fetch fetches a page. Without its log-in it fails with an error of kind
// crawl.FailStatus4xx that wraps [ErrRefused], or with the error of the log-in's
// server.
func (f *Fetcher) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	e := f.entry(req.URL)
	if e == nil || e.login == nil {
		return f.Fetcher.Fetch(ctx, req)
	}
	if endsSession(req.URL) {
		return nil, &crawl.KindError{Kind: crawl.FailMoved, Err: english.Errorf("fetch %s: not asked for, it would end the log-in", req.URL)}
	}
	for first := true; ; first = false {
		start := time.Now()
		if err := f.logIn(ctx, e); err != nil {
			return nil, fmt.Errorf("fetch %s: %w", req.URL, err)
		}
		r, err := f.Fetcher.Fetch(ctx, req)
		if !e.login.asks(r, err) {
			return r, err
		}
		r.Release()
		if !first || !e.login.lost(start, time.Now()) {
			return nil, &crawl.KindError{Kind: crawl.FailStatus4xx, Err: english.Errorf("fetch %s: the host asks to log in, though we have", req.URL)}
		}
		f.log().Info("log-in is over; logging in again", "host", e.host)
	}
}

// logout matches addresses that end a log-in.
var logout = lazyre.Compile(`(?i)(log|sign)[-_]?(out|off)|%E9%80%80%E5%87%BA|%E6%B3%A8%E9%94%80|tuichu|zhuxiao`)

// endsSession reports whether asking for an address would end the log-in.
func endsSession(address string) bool {
	u, err := url.Parse(address)
	return err == nil && logout().MatchString(u.EscapedPath()+"?"+u.RawQuery)
}

func (f *Fetcher) entry(address string) *entry {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	return f.Accounts.of(u)
}

// logIn makes sure that we are logged in at the host of e.
func (f *Fetcher) logIn(ctx context.Context, e *entry) error {
	tried, err := e.login.ensure(ctx, f.Submit, time.Now())
	switch {
	case err == nil && tried:
		f.log().Info("logged in", "host", e.host)
		if e.session != "" {
			if err := e.jar.write(e.session); err != nil {
				f.log().Warn("the session of a log-in cannot be kept", "host", e.host, "err", err)
			}
		}
	case err != nil && tried:
		f.log().Warn("log-in failed", "host", e.host, "err", err)
	}
	if err != nil && errors.Is(err, ErrRefused) {
		return &crawl.KindError{Kind: crawl.FailStatus4xx, Err: err}
	}
	return err
}

func (f *Fetcher) log() *slog.Logger {
	if f.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return f.Logger
}
