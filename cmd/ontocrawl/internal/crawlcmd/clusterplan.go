package crawlcmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
	"github.com/ontocrawl/ontocrawl/crawl/share/plan"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

func planCommand(a *cli.App) *cobra.Command {
	var c plan.Crawl
	var memory, disk string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "plan --urls N --sites N",
		Short: "Estimate what a crawl on several machines needs",
		Long: `Says how many machines a crawl needs, and of each the memory, disk and processors, and
how many messages they send. It is estimated from measurements on other machines
(docs/cluster.md, "How many machines", says where each figure is from); nothing is
measured on this one. What the figures do not cover is said below them.

--urls are all addresses that the crawl will know, --pages those that it fetches. The
settings --delay, --frontier-memory and --cluster-durable are those of the crawl.

Exit codes: 0 printed; 1 the output cannot be written; 2 a number makes no sense, or no
cluster would be large enough.`,
		Example: `  ontocrawl cluster plan --urls 1e9 --sites 5e6 --days 30
  ontocrawl cluster plan --urls 1e9 --pages 1e8 --sites 5e6 --days 30 --machine-memory 64GB --machine-cores 8
  ontocrawl cluster plan --urls 1e8 --sites 2e4 --delay 5s --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			set, err := a.Load(cmd)
			if err != nil {
				return err
			}
			c.Delay, c.FrontierMemory, c.Durable = set.Delay, float64(int64(set.FrontierMB)<<20), set.ClusterDurable == node.DurableCluster
			if c.Memory, err = sizeOf("machine-memory", memory); err != nil {
				return err
			}
			if c.Disk, err = sizeOf("machine-disk", disk); err != nil {
				return err
			}
			n, err := plan.Of(c)
			if err != nil {
				return cli.Usage(err)
			}
			if asJSON {
				return cli.WithCode(cli.ExitFailure, a.JSON(n))
			}
			return cli.WithCode(cli.ExitFailure, writePlan(a.Out, &c, &n))
		},
	}
	f := cmd.Flags()
	f.Float64Var(&c.URLs, "urls", 0, "addresses that the crawl will know, such as 1e9")
	f.Float64Var(&c.Pages, "pages", 0, "pages that it fetches; 0: all URLs")
	f.Float64Var(&c.Sites, "sites", 0, "registrable domains that have pages to fetch")
	f.Float64Var(&c.Days, "days", 30, "in how many days")
	f.Float64Var(&c.Archived, "archived", 1, "share of the pages whose answers are archived")
	f.StringVar(&memory, "machine-memory", "16GB", "memory of a machine")
	f.IntVar(&c.Cores, "machine-cores", 4, "processors of a machine")
	f.StringVar(&disk, "machine-disk", "0", "disk of a machine, such as 2TB; 0: as much as it needs")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	config.Bind(f, "delay", "frontier-memory", "cluster-durable")
	return cmd
}

// sizeOf is the size that a flag says, in bytes.
func sizeOf(flag, text string) (float64, error) {
	bytes, err := config.ParseSize(text)
	if err != nil {
		return 0, cli.Usage(fmt.Errorf("--%s: %w", flag, err))
	}
	return float64(bytes), nil
}

// writePlan writes what a crawl needs.
func writePlan(w io.Writer, c *plan.Crawl, n *plan.Need) error {
	p := message.Of(w)
	message.Fprintf(w, "%v pages a second for %.3g days; the sites allow %v, and one site at most %v pages in that time\n",
		plan.Figure(n.PagesPerSecond), n.Days, plan.Figure(n.Polite), plan.Figure(n.SitePages))
	message.Fprintf(w, "%d machines, %d parts; what decides is %v\n\n", n.Machines, n.Parts, bounds(n.Bound))
	t := &term.Table{Head: []string{"a machine", ">needs", "of that"}}
	t.Add(p.Text("memory"), bytesOf(n.Memory.Sum()), p.Sprintf("process %s, URLs %s, pages %s, sites %s", bytesOf(n.Memory.Process), bytesOf(n.Memory.URLs), bytesOf(n.Memory.Pages), bytesOf(n.Memory.Sites)))
	t.Add(p.Text("disk"), bytesOf(n.Disk+n.Broker), p.Sprintf("parts %s, broker %s (the first three machines)", bytesOf(n.Disk), bytesOf(n.Broker)))
	t.Add(p.Text("processors"), fmt.Sprintf("%.2g", n.Cores), p.Sprintf("of %d", c.Cores))
	if err := t.Write(w); err != nil {
		return err
	}
	message.Fprintf(w, "\nMessages: %v letters, and %v outcomes that nodes read; %v entries a second that brokers confirm, %v messages a second between nodes, %s a second in all\n",
		plan.Figure(n.Letters), plan.Figure(n.Outcomes), plan.Figure(n.Entries), plan.Figure(n.Told), bytesOf(n.BytesPerSecond))
	for i, note := range n.Says() {
		if i == 0 {
			fmt.Fprintln(w) //nolint:errcheck // the next line tells
		}
		if _, err := fmt.Fprintln(w, p.Say(note)); err != nil {
			return err
		}
	}
	return nil
}

// bounds is the word for what decides how many machines there must be.
func bounds(kind string) english.Phrase {
	switch kind {
	case "memory":
		return english.Phrasef("their memory")
	case "processors":
		return english.Phrasef("their processors")
	case "disk":
		return english.Phrasef("their disk")
	}
	return english.Phrasef("that of three brokers one may die")
}

// bytesOf is a size with three digits.
func bytesOf(n float64) string {
	for _, u := range []struct {
		name  string
		bytes float64
	}{{"PB", 1e15}, {"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if n >= u.bytes {
			return fmt.Sprintf("%.3g %s", n/u.bytes, u.name)
		}
	}
	return fmt.Sprintf("%.0f B", n)
}
