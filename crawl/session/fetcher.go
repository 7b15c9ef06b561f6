package session

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/account"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Access is an open way to pages: the network, or a stored web.
type Access struct {
	crawl.Fetcher
	Pacer   crawl.Pacer // nil: hosts never wait
	Crowded func() bool // answers wait for memory; nil: none ever does
	close   func() error
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
		return &Access{Fetcher: opt.Use, Pacer: opt.Pacer, Crowded: opt.Crowded}, nil
	case opt.Web != "":
		return openWeb(&opt, log)
	}
	return openNetwork(opt, log)
}

// openNetwork opens a client of the network with what is put around it.
func openNetwork(opt Fetch, log *slog.Logger) (*Access, error) {
	var accounts *account.Accounts
	if opt.Accounts != nil {
		var err error
		if accounts, err = opt.Accounts(); err != nil {
			return nil, wrong("accounts", err)
		}
		opt.Credentials = accounts
	}
	if opt.Memory == nil {
		opt.Memory = fetch.NewMemory(0)
	}
	client, err := fetch.New(opt.Options)
	if err != nil {
		return nil, wrong("fetch", err)
	}
	a := &Access{client, client.Pacer(), opt.Memory.Crowded, client.Close}
	if opt.Wrap != nil {
		f, closer, err := opt.Wrap(client)
		if err != nil {
			return nil, errors.Join(err, client.Close())
		}
		a.Fetcher, a.close = f, func() error { return errors.Join(closer.Close(), client.Close()) }
	}
	if accounts != nil {
		below := a.close
		a.Fetcher = &account.Fetcher{Fetcher: a.Fetcher, Accounts: accounts, Submit: client, Logger: log}
		a.close = func() error { return errors.Join(accounts.Close(), below()) }
	}
	return a, nil
}

// openWeb opens a stored web, WARC files between commas, a folder of WARC files,
// or a run folder, whose archive is meant.
func openWeb(opt *Fetch, log *slog.Logger) (*Access, error) {
	names, stored := webFiles(opt.Web)
	if stored {
		web, err := replay.Open(opt.Web)
		if err != nil {
			return nil, wrong("web", err)
		}
		web.KeepExchanges, web.Documents = opt.KeepExchanges, opt.Documents
		if opt.WebOutside {
			return &Access{Fetcher: &replay.BeyondWeb{Stored: web}, close: web.Close}, nil
		}
		return &Access{Fetcher: web, close: web.Close}, nil
	}
	if opt.WebOutside {
		return nil, errNoOutside(opt.Web)
	}
	start := time.Now()
	web, err := replay.OpenArchive(names...)
	if err != nil {
		return nil, wrong("web", err)
	}
	log.Info("archive read", "answers", web.Len(), "seconds", time.Since(start).Seconds())
	for _, fault := range web.Faults() {
		log.Warn("part of an archive cannot be read", "err", fault)
	}
	web.KeepExchanges, web.Documents = opt.KeepExchanges, opt.Documents
	return &Access{Fetcher: web, close: web.Close}, nil
}

// webFiles returns the WARC files, or the folder of them, that [Fetch.Web] names; stored reports that it names a stored web.
func webFiles(name string) (names []string, stored bool) {
	names = []string{name}
	if !exists(name) {
		names = strings.Split(name, ",")
	}
	if len(names) != 1 || !isFolder(names[0]) || holdsWARC(names[0]) {
		return names, false
	}
	dir := filepath.Join(names[0], rundir.WARCDir)
	return []string{dir}, !holdsWARC(dir)
}

// checkWeb says what keeps the web of opt from being opened, as far as names say it: archives are not read.
func checkWeb(opt *Fetch) error {
	names, stored := webFiles(opt.Web)
	if stored {
		web, err := replay.Open(opt.Web)
		if err != nil {
			return wrong("web", err)
		}
		return web.Close()
	}
	if opt.WebOutside {
		return errNoOutside(opt.Web)
	}
	for _, name := range names {
		if _, err := os.Stat(name); err != nil {
			return wrong("web", err)
		}
	}
	return nil
}

func errNoOutside(web string) error {
	return wrong("web", english.Errorf("%s: only a stored web with an index.tsv knows which hosts lie outside of it", web))
}

// isFolder is also true of a name that does not exist: a stored web is missed
// then.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err != nil && !replay.IsWARC(name) || err == nil && info.IsDir()
}

// holdsWARC reports whether dir is a folder of WARC files and not a stored web.
func holdsWARC(dir string) bool {
	if exists(filepath.Join(dir, "index.tsv")) {
		return false
	}
	for _, pattern := range []string{"*.warc", "*.warc.gz"} {
		if found, err := filepath.Glob(filepath.Join(quoteGlob(dir), pattern)); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

// quoteGlob quotes the characters that have a meaning in a pattern.
func quoteGlob(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(s)
}

// exists reports whether path names something on disk.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
