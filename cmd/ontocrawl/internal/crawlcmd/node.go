package crawlcmd

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
	"github.com/ontocrawl/ontocrawl/crawl/tell/metrics"
)

// nodeFlags are the flags of the command node that are no settings.
type nodeFlags struct {
	data, name, listen, client, engine string
	join                               []string
}

// MovedNode is the command node of earlier releases. It says where nodes are started now.
func MovedNode() *cobra.Command {
	return &cobra.Command{
		Use: "node", Hidden: true, DisableFlagParsing: true,
		Short: "Moved: see ontocrawl-node run",
		Long: `Nodes of a cluster are run by the program ontocrawl-node (docs/cluster.md).

Exit codes: 0 this help is shown; 2 in all other cases.`,
		Example: "  ontocrawl-node run --help",
		RunE: func(*cobra.Command, []string) error {
			return cli.Usagef("nodes of a cluster are a program of their own: \"ontocrawl-node run\" takes the same flags and settings (docs/cluster.md)")
		},
	}
}

// NodeCommand runs one node of a cluster.
func NodeCommand(a *cli.App) *cobra.Command {
	var f nodeFlags
	cmd := &cobra.Command{
		Use:   "run --data DIR --join HOST:6222,HOST:6222,HOST:6222 --config FILE",
		Short: "Run this machine as a node of a cluster that crawls together",
		Long: `Joins a cluster of machines that share one crawl (docs/cluster.md), and works on the
crawl that "ontocrawl crawl --cluster" begins. Give each machine the same line and
the same settings; a node whose settings differ is refused, and told which.

The nodes that --join names run the broker between them, a NATS server inside this
process: one, three or five. Of three one may die, of five two. Further machines,
and clusters with a NATS of their own (2.12 or later, with JetStream), name it by
--engine instead.

--data is the node's folder: the parts of the crawl that are its own, as run
folders, and the data of the broker. A node that comes back with its folder goes
on. When it does not within --cluster-lost-after, other nodes begin its parts anew.
With --cluster-durable=cluster what a part records is kept by the brokers, too: other
nodes go on with the parts of one that is away, as far as they had come.

Without certificates (cluster-ca, cluster-cert, cluster-key) a node speaks to
addresses of this machine only. SIGTERM lets it finish what is being written and
leave; its parts wait for it, or go on elsewhere with --cluster-durable=cluster.

--metrics serves the numbers of its parts to Prometheus, and /healthz: 200 while it
has joined and most brokers have answered in the last five seconds, else 503 and why.

Exit codes: 0 it was told to leave; 1 it failed while working; 2 the command line
or a setting is wrong, or the cluster does not take it; 3 a folder of a part holds
another run or is damaged.`,
		Example: `  ontocrawl-node run --data /data --join n1:6222,n2:6222,n3:6222 --config crawl.yaml
  ontocrawl-node run --data /data --engine nats://n1:4222,nats://n2:4222,nats://n3:4222 --config crawl.yaml
  ontocrawl-node run --data /tmp/n1 --join 127.0.0.1:6222 --topic typhoon --parts 4 --cluster-nodes 1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			return runNode(cmd.Context(), a, c, f)
		},
	}
	config.Bind(cmd.Flags(), nodeSettings()...)
	fs := cmd.Flags()
	fs.StringVar(&f.data, "data", "", "folder of this node: made if new, gone on with if it is a node's")
	fs.StringSliceVar(&f.join, "join", nil, "addresses at which the brokers of the cluster hear each other: 1, 3 or 5, the same on each machine")
	fs.StringVar(&f.engine, "engine", "", "instead of --join: URLs of a NATS that is there already, between commas")
	fs.StringVar(&f.listen, "listen", "", "which of --join is this node's (default: the one that is an address of this machine)")
	fs.StringVar(&f.client, "client", "", "address at which the broker of this node serves commands and other nodes (default: port 4222 at the host of --listen)")
	fs.StringVar(&f.name, "name", "", "name of this node, for people (default: the name of the machine)")
	return cmd
}

// nodeSettings returns the settings that mean something to a node, without the settings of
// one run, which "crawl --cluster" gives or which cannot be divided.
func nodeSettings() (names []string) {
	none := strings.Fields("lang seeds out max-pages max-requests until-dry max-time max-wait deterministic search queries refresh-min refresh-max refresh-new query-max-time query-max-rows")
	names = append(names, config.MethodOption)
	for _, k := range config.Keys() {
		if !slices.Contains(none, k.Name) {
			names = append(names, k.Name)
		}
	}
	return names
}

func runNode(ctx context.Context, a *cli.App, c *config.Config, f nodeFlags) error {
	if f.data == "" || (len(f.join) == 0) == (f.engine == "") {
		return cli.Usagef("a node needs --data, and either --join or --engine; see ontocrawl-node run --help")
	}
	if c.MaxTime > 0 {
		return cli.Usagef("max-time is that of one process; leave it out, and end the crawl by \"ontocrawl cluster stop\"")
	}
	if f.engine != "" && f.listen+f.client != "" {
		return cli.Usagef("--listen and --client are of a broker in this process; with --engine there is none")
	}
	spec, err := clusterSpec(ctx, a, c, f.data)
	if err != nil {
		return err
	}
	a.KeepPrivate()
	tls, err := natsjs.TLS(c.ClusterCA, c.ClusterCert, c.ClusterKey)
	if err != nil {
		return cli.Usage(err)
	}
	log := a.Logger(c)
	b, err := f.broker(ctx, a, c.ClusterName, tls, log)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return cli.Usage(err)
	}
	defer a.Present(f.data)()
	defer b.Close()
	o, err := nodeOptions(c, spec, f)
	if err != nil {
		return err
	}
	o.Logger, o.Ready = log, new(node.Ready)
	log.Info("the broker is there", "at", b.URL)
	shut, err := nodeMetrics(c, b, o, log)
	if err != nil {
		return cli.Usage(err)
	}
	defer shut()
	err = node.Run(ctx, b, o)
	if errors.Is(err, node.ErrDrained) {
		log.Info("this node was told to leave, and has given back what it had")
		return nil
	}
	return clusterError(err)
}

// broker connects to the broker of the cluster, which is in this process unless there is an engine.
func (f nodeFlags) broker(ctx context.Context, a *cli.App, cluster string, tls *tls.Config, log *slog.Logger) (*natsjs.Access, error) {
	if f.engine != "" {
		return natsjs.Open(f.engine, cluster, 1, tls)
	}
	return a.StartBroker(ctx, natsjs.Serve{Cluster: cluster, Dir: f.data, Join: f.join, Listen: f.listen, Client: f.client, TLS: tls, Log: log})
}

// nodeMetrics serves metrics and health of a node, if the settings say where.
func nodeMetrics(c *config.Config, b broker.Broker, o node.Options, log *slog.Logger) (shut func(), err error) {
	if c.Metrics == "" {
		return func() {}, nil
	}
	id, err := node.Identity(o.Dir, o.Name)
	if err != nil {
		return nil, err
	}
	w, err := node.Watch(b)
	if err != nil {
		return nil, err
	}
	srv, err := metrics.Serve(c.Metrics, metrics.NewCluster(metrics.ClusterOptions{Version: cli.Version, Node: id, View: w.View, Ready: o.Ready.Err}), log)
	if err != nil {
		w.Close() //nolint:errcheck // it never fails
		return nil, err
	}
	log.Info("metrics are served", "address", srv.Addr())
	return func() {
		srv.Close() //nolint:errcheck // the process ends
		w.Close()   //nolint:errcheck // it never fails
	}, nil
}

// clusterSpec is the crawl of the settings, for the folder of a node; dir may be "" for who
// only looks on.
func clusterSpec(ctx context.Context, a *cli.App, c *config.Config, dir string) (session.Spec, error) {
	c.Out = dir
	r := &runner{App: a, c: c}
	topic, err := a.TopicOf(ctx, c, r.versions())
	if err != nil {
		return session.Spec{}, err
	}
	spec, err := a.SessionSpec(c, topic, nil)
	if err != nil {
		return spec, err
	}
	spec.Options.MaxWait, spec.Options.MaxTime = 0, 0 // the crawl ends for all nodes at once
	// Each part has a share, and a node has so many parts less.
	spec.Options.Workers *= c.ClusterNodes
	if spec.FrontierMemory > 0 {
		spec.FrontierMemory *= int64(c.ClusterNodes)
	}
	return spec, nil
}

// common returns what all nodes have in common, by the settings.
func common(c *config.Config, spec *session.Spec) (node.Common, error) {
	params, free, err := session.ParamsText(spec)
	return node.Common{Parts: c.Parts, Params: params, Free: free, Durable: c.ClusterDurable}, err
}

func nodeOptions(c *config.Config, spec session.Spec, f nodeFlags) (node.Options, error) {
	same, err := common(c, &spec)
	if err != nil {
		return node.Options{}, err
	}
	name := f.name
	if name == "" {
		host, err := os.Hostname()
		if err != nil {
			return node.Options{}, cli.Usage(err)
		}
		name, _, _ = strings.Cut(host, ".")
	}
	return node.Options{
		Name: name, Dir: f.data, Nodes: c.ClusterNodes, Lost: c.ClusterLostAfter, Delay: c.Delay, Common: same,
		Version: cli.Version, Free: func() (int64, bool) { return state.FreeSpace(f.data) },
		Open: func(crawled node.Crawl, seeds []crawl.Link, others member.Others, addresses polite.Addresses) (*session.Shared, error) {
			spec := spec
			spec.Seeds, spec.Options.MaxPages, spec.Options.MaxRequests = seeds, crawled.MaxPages, crawled.MaxRequests
			spec.Strategy.Params.Budget = crawled.MaxPages
			spec.Fetch.Polite.Addresses = addresses
			return session.OpenShared(spec, c.Parts, others)
		},
	}, nil
}

// clusterError gives an error of a cluster its exit code.
func clusterError(err error) error {
	var refused *node.RefusedError
	if errors.As(err, &refused) {
		return cli.Usage(err)
	}
	return cli.SessionError(err)
}
