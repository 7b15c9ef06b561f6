package crawlcmd

import (
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

func printCluster(a *cli.App, v *cluster.View, asJSON bool) error {
	if asJSON {
		return cli.WithCode(cli.ExitFailure, a.JSON(v))
	}
	return cli.WithCode(cli.ExitFailure, writeCluster(a.Out, v))
}

// writeCluster writes lines about the crawl, one a node, and what is wrong.
func writeCluster(w io.Writer, v *cluster.View) error {
	message.Fprintf(w, "Crawl: %v\n", v.State())
	message.Fprintf(w, "%d pages, %d of them relevant, %d failures, %d links wait; %d of %d parts run\n", v.Sum.Pages, v.Sum.Relevant, v.Sum.Failures, v.Sum.Waiting, v.Running(), v.Parts)
	if v.Crawl.MaxPages > 0 {
		message.Fprintf(w, "Budget: %d of %d pages; %d are leased to parts\n", v.Sum.Pages, v.Crawl.MaxPages, v.Sum.Budget)
	}
	fmt.Fprintln(w) //nolint:errcheck // the table tells
	p := message.Of(w)
	t := &term.Table{Head: []string{"node", "state", ">parts", ">run", ">pages", ">pages/s", ">relevant", ">failures", ">links wait", ">inbox", ">outbox", ">disk free", "version"}}
	for _, n := range v.Nodes {
		s, run := n.Sum(), len(n.Parts)
		if n.Closed {
			run = 0
		}
		t.Add(term.Safe(n.Node), p.Sprintf("%v", n.State()), fmt.Sprint(len(n.Homes)), fmt.Sprint(run), fmt.Sprint(s.Pages), fmt.Sprintf("%.1f", s.PerSecond), fmt.Sprint(s.Relevant),
			fmt.Sprint(s.Failures), fmt.Sprint(s.Waiting), fmt.Sprint(s.Inbox), fmt.Sprint(n.Outbox), gigabytes(n.Free), term.Safe(n.Version))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	for i, f := range v.Wrong {
		if i == 0 {
			fmt.Fprintln(w) //nolint:errcheck // the next line tells
		}
		if _, err := fmt.Fprintln(w, term.Safe(p.Say(f.Phrase()))); err != nil {
			return err
		}
	}
	return nil
}

// gigabytes is a number of bytes; "-" if it is unknown.
func gigabytes(n int64) string {
	if n < 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
}
