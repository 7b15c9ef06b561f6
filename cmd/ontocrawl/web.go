package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// openWeb opens what --web names: a stored web, WARC files parted by commas, a
// folder of them, or a run folder, whose archive it is then.
func openWeb(c *config.Config, log *slog.Logger) (crawl.Fetcher, func(), error) {
	names := []string{c.Web}
	if !exists(c.Web) {
		names = strings.Split(c.Web, ",")
	}
	if len(names) == 1 && isFolder(names[0]) && !holdsWARC(names[0]) {
		if dir := filepath.Join(names[0], rundir.WARCDir); holdsWARC(dir) {
			names[0] = dir
		} else {
			web, err := replay.Open(c.Web)
			if err != nil {
				return nil, nil, cli.Usage(err)
			}
			web.KeepExchanges = c.WARC != warcNone
			return web, func() { web.Close() }, nil
		}
	}
	start := time.Now()
	web, err := replay.OpenArchive(names...)
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	log.Info("archive read", "answers", web.Len(), "seconds", time.Since(start).Seconds())
	for _, fault := range web.Faults() {
		log.Warn("part of an archive cannot be read", "err", fault)
	}
	web.KeepExchanges = c.WARC != warcNone
	return web, func() { web.Close() }, nil
}

// isFolder is also true of what is not there: a stored web is missed then.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err != nil && !replay.IsWARC(name) || err == nil && info.IsDir()
}

// holdsWARC reports whether dir is a folder of WARC files and no stored web.
func holdsWARC(dir string) bool {
	if exists(filepath.Join(dir, "index.tsv")) {
		return false
	}
	for _, pattern := range []string{"*.warc", "*.warc.gz"} {
		if found, err := filepath.Glob(filepath.Join(globSafe(dir), pattern)); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

// globSafe quotes what a pattern would take for its own.
func globSafe(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(s)
}
