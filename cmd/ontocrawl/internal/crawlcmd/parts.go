package crawlcmd

import (
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// settleParts sets the number of parts of a crawl of one process: a folder in parts goes on in as many, and a
// new one is not divided. The setting parts is for nodes of a cluster.
func settleParts(a *cli.App, c *config.Config, fresh bool) error {
	have, err := 0, error(nil)
	if !fresh && c.Out != "" && !node.Has(c.Out) { // what a node has are parts of a crawl that others have, too
		have, err = rundir.Divided(c.Out)
	}
	flag := c.From["parts"].Kind == "flag"
	switch {
	case err != nil:
		return cli.SessionError(err)
	case have > 0 && flag && c.Parts != have:
		return nil // opening the folder refuses it
	case have > 0:
		if flag {
			message.Fprintf(a.Err, "ontocrawl: --parts is not needed: %s says itself in how many parts it is. The next release will not know the flag here\n", term.Safe(c.Out))
		}
		c.Parts = have
	case c.Parts > 1 && flag:
		return cli.Usagef("--parts: one process does not divide a crawl any more; leave it out. --workers says how many pages are fetched at a time, and several machines share a crawl as nodes (ontocrawl-node, docs/cluster.md). A folder that is in parts already goes on without --parts")
	case c.Parts > 1:
		message.Fprintf(a.Err, "ontocrawl: %s: parts is for nodes of a cluster (ontocrawl-node); this crawl is not divided\n", term.Safe(c.From["parts"].Name))
		c.Parts = 1
	}
	return nil
}
