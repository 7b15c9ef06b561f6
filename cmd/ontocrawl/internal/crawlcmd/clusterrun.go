package crawlcmd

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// clusterUsage is the usage of the flag --cluster.
const clusterUsage = "HOST:PORT of a broker of a cluster, several between commas (docs/cluster.md)"

// dialCluster connects to the broker of a cluster.
func dialCluster(c *config.Config, servers string) (*natsjs.Access, error) {
	tls, err := natsjs.TLS(c.ClusterCA, c.ClusterCert, c.ClusterKey)
	if err != nil {
		return nil, cli.Usage(err)
	}
	b, err := natsjs.DialBroker(servers, c.ClusterName, tls)
	if err != nil {
		return nil, cli.Usage(err)
	}
	return b, nil
}

// crawlCluster begins the crawl of c in a cluster, unless it is under way, and shows it
// until it is over.
func crawlCluster(ctx context.Context, a *cli.App, c *config.Config, servers string, seeds []crawl.Link, asJSON bool) error {
	if c.Seeds != "" {
		more, err := cli.Seeds(c)
		if err != nil {
			return cli.Usage(err)
		}
		seeds = append(seeds, more...)
	}
	if len(seeds) == 0 || !cli.TopicGiven(c) {
		return cli.Usagef("a crawl of a cluster needs --seeds and --topic; see ontocrawl crawl --help")
	}
	spec, err := clusterSpec(ctx, a, c, "")
	if err != nil {
		return err
	}
	same, err := common(c, &spec)
	if err != nil {
		return err
	}
	b, err := dialCluster(c, servers)
	if err != nil {
		return err
	}
	defer b.Close()
	_, begun, err := node.Begin(ctx, b, same, c.MaxPages, c.MaxRequests, seeds)
	if err != nil {
		return clusterError(err)
	}
	if begun {
		message.Fprintf(a.Err, "The crawl has begun. It goes on when this command ends.\n")
	}
	return watchCluster(ctx, a, b, asJSON)
}

// waitForSums is how long a crawl that is over waits for nodes that are away, to count their
// pages: one that was killed or cut off is back by then.
const waitForSums = time.Minute

// watchCluster shows a line a second until the crawl is over or ctx ends.
func watchCluster(ctx context.Context, a *cli.App, b broker.Broker, asJSON bool) error {
	w, err := node.Watch(b)
	if err != nil {
		return clusterError(err)
	}
	defer w.Close() //nolint:errcheck // it never fails
	last, over := "", time.Time{}
	for {
		v, err := w.Look(ctx)
		if ctx.Err() != nil {
			message.Fprintf(a.Err, "The crawl goes on without this command; the same line shows it again, \"ontocrawl cluster stop\" stops it.\n")
			return cli.Exit(cli.ExitInterrupted, cli.ErrSummed)
		}
		if err != nil {
			return clusterError(err)
		}
		if v.Over != "" && over.IsZero() {
			over = time.Now()
		}
		if v.Settled() && (v.Counted() || time.Since(over) > waitForSums) {
			return printCluster(a, v, asJSON)
		}
		if v.Parts == 0 { // the broker has not shown its table yet
			continue
		}
		if line := english.Phrasef("%d pages, %d of them relevant, %d failures, %d links wait; %d of %d parts run", v.Sum.Pages, v.Sum.Relevant, v.Sum.Failures, v.Sum.Waiting, v.Running(), v.Parts); line.String() != last {
			message.Fprintf(a.Err, "%v\n", line)
			last = line.String()
		}
	}
}

// withCluster calls do with the broker of a cluster.
func withCluster(cmd *cobra.Command, a *cli.App, servers string, do func(ctx context.Context, b broker.Broker) error) error {
	c, err := a.Load(cmd)
	if err != nil {
		return err
	}
	b, err := dialCluster(c, servers)
	if err != nil {
		return err
	}
	defer b.Close()
	return do(cmd.Context(), b)
}

// statusCluster shows how a cluster stands.
func statusCluster(ctx context.Context, a *cli.App, b broker.Broker, follow, asJSON bool) error {
	w, err := node.Watch(b)
	if err != nil {
		return clusterError(err)
	}
	defer w.Close() //nolint:errcheck // it never fails
	for {
		v, err := w.Look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return clusterError(err)
		}
		if _, tty := term.Columns(a.Out); tty && follow && !asJSON {
			message.Fprint(a.Out, "\x1b[H\x1b[2J")
		}
		if err := printCluster(a, v, asJSON); err != nil || !follow || v.Settled() {
			return err
		}
	}
}

// clusterVerbs are the commands that tell a cluster what to do.
func clusterVerbs(a *cli.App) []*cobra.Command {
	return []*cobra.Command{
		clusterVerb(a, "pause", "Let no node fetch anything, until resume",
			"No page is chosen any more on any node. What is being fetched is recorded.",
			func(ctx context.Context, b broker.Broker, _ []string) error { return node.Pause(ctx, b) }),
		clusterVerb(a, "resume", "End a pause", "All nodes go on with the crawl that was paused.",
			func(ctx context.Context, b broker.Broker, _ []string) error { return node.Resume(ctx, b) }),
		clusterVerb(a, "stop", "End the crawl of a cluster",
			"All parts end and are closed; their folders can be merged then. The nodes stay, and\n\"ontocrawl crawl --cluster\" goes on with the crawl.",
			func(ctx context.Context, b broker.Broker, _ []string) error { return node.Stop(ctx, b) }),
		clusterVerb(a, "drain NODE", "Let one node leave",
			"The node closes its parts, sends the letters that they have written, gives its lease\nback, and ends. With --cluster-durable=cluster other nodes go on with its parts. Else\nthey wait for it, as its folder has them; bring it back by the line that began it,\nwithin --cluster-lost-after.",
			func(ctx context.Context, b broker.Broker, args []string) error { return node.Drain(ctx, b, args[0]) }),
		clusterVerb(a, "move PART NODE", "Let another node go on with a part",
			"The node of the part closes it and sends its letters; the other one makes its folder of\nwhat the brokers keep, and goes on. WARC files stay where they are. That needs a cluster\nwith --cluster-durable=cluster and a crawl that is under way.",
			func(ctx context.Context, b broker.Broker, args []string) error {
				part, err := strconv.Atoi(args[0])
				if err != nil {
					return cli.Usagef("%q is no number of a part", args[0])
				}
				return node.Move(ctx, b, part, args[1])
			}),
	}
}

func clusterVerb(a *cli.App, use, short, long string, do func(ctx context.Context, b broker.Broker, args []string) error) *cobra.Command {
	var servers string
	args, example := cobra.NoArgs, "  ontocrawl cluster "+use+" --cluster n1:4222 --config crawl.yaml"
	switch use {
	case "drain NODE":
		args, example = cobra.ExactArgs(1), "  ontocrawl cluster drain n2 --cluster n1:4222 --config crawl.yaml"
	case "move PART NODE":
		args, example = cobra.ExactArgs(2), "  ontocrawl cluster move 7 n2 --cluster n1:4222 --config crawl.yaml"
	}
	cmd := &cobra.Command{
		Use: use, Short: short, Args: args, Example: example,
		Long: long + "\n\nExit codes: 0 done; 1 the broker does not answer; 2 the command line is wrong, or\nthere is no such node or crawl.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if servers == "" {
				return cli.Usagef("--cluster names a broker of the cluster")
			}
			return withCluster(cmd, a, servers, func(ctx context.Context, b broker.Broker) error {
				err := do(ctx, b, args)
				if errors.Is(err, node.ErrNoCrawl) {
					return cli.Usage(err)
				}
				return clusterError(err)
			})
		},
	}
	cmd.Flags().StringVar(&servers, "cluster", "", clusterUsage)
	config.Bind(cmd.Flags(), clusterSettings()...)
	return cmd
}

// clusterSettings are the settings by which a cluster is found.
func clusterSettings() []string {
	return []string{"cluster-name", "cluster-ca", "cluster-cert", "cluster-key"}
}
