package main

import (
	"errors"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
)

// The values of --warc.
const (
	warcNone     = "none"
	warcRelevant = "relevant"
	warcAll      = "all"
)

// openVault opens the archive of the run's answers; nil if none are to be kept
// and none were. Where some were, a crawl that keeps no more still puts in
// order what a killed one left.
func (r *runner) openVault() (*warc.Archiver, error) {
	dir := filepath.Join(r.c.Out, rundir.WARCDir)
	if r.c.WARC == warcNone && !exists(dir) {
		return nil, nil
	}
	info := warc.Header{{Name: "software", Value: "ontocrawl/" + cli.Version}}
	if r.c.Contact != "" {
		info = append(info, warc.Field{Name: "operator", Value: term.Safe(r.c.Contact)})
	}
	info = append(info,
		warc.Field{Name: "robots", Value: "RFC 9309"},
		warc.Field{Name: "description", Value: "focused crawl for " + term.Safe(r.topic.Name) + ", kept: " + r.c.WARC})
	v, err := warc.Open(dir, warc.Options{
		Keep: keepRule(r.c), Describe: rundir.Line, Info: info, MaxSize: r.c.WARCSize, Again: r.refresh, Logger: r.Logger(r.c),
	})
	return v, cli.WithCode(cli.ExitFailure, err)
}

// keepRule says what is kept of a visit. The answer of a page that asks not to be
// kept (noindex) is not; that it was refused is, with all.
func keepRule(c *config.Config) func(*crawl.Visit) warc.Parts {
	switch c.WARC {
	case warcAll:
		return func(v *crawl.Visit) warc.Parts {
			if v.Page != nil && v.Page.NoIndex {
				return warc.Account | warc.Robots
			}
			return warc.Answer | warc.Account | warc.Robots
		}
	case warcRelevant:
		return func(v *crawl.Visit) warc.Parts {
			if v.OK() && v.Score.Relevant && !v.Page.NoIndex {
				return warc.Answer
			}
			return 0
		}
	}
	return func(*crawl.Visit) warc.Parts { return 0 }
}

// clearVault deletes the archive of a run.
func clearVault(out string) error {
	return cli.WithCode(cli.ExitFailure, warc.Clear(filepath.Join(out, rundir.WARCDir)))
}

func isDamagedVault(err error) bool {
	var damaged *warc.DamagedError
	return errors.As(err, &damaged)
}
