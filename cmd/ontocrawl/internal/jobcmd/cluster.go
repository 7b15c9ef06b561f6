package jobcmd

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// clusterFlags are the flags by which a daemon becomes one of several.
type clusterFlags struct {
	cluster, listen, client, name string
	join                          []string
}

// bind defines the flags. Those of a broker inside are hidden in a program that has none, where they say so.
func (f *clusterFlags) bind(fs *pflag.FlagSet, inside bool) {
	fs.StringVar(&f.cluster, "cluster", "", "share the jobs with other daemons: HOST:PORT of a broker that is there, several between commas (docs/cluster.md)")
	fs.StringSliceVar(&f.join, "join", nil, "share the jobs with other daemons, which run the broker between them: addresses at which they hear each other, 1, 3 or 5, the same on each machine")
	fs.StringVar(&f.listen, "join-listen", "", "which of --join is this daemon's (default: the one that is an address of this machine)")
	fs.StringVar(&f.client, "join-client", "", "address at which the broker of this daemon serves its clients (default: port 4222 at the host of --join-listen)")
	for _, name := range []string{"join", "join-listen", "join-client"} {
		fs.Lookup(name).Hidden = !inside
	}
	fs.StringVar(&f.name, "name", "", "name of this daemon among those that share the jobs (default: the name of the machine)")
}

// given reports whether the jobs are shared.
func (f *clusterFlags) given() bool { return f.cluster != "" || len(f.join) > 0 }

// connect connects to the broker and completes opt, unless ctx ends before. leave closes the connection.
func (f *clusterFlags) connect(ctx context.Context, a *cli.App, c *config.Config, opt *daemon.Options) (leave func(), err error) {
	switch {
	case a.StartBroker == nil && len(f.join) > 0:
		return nil, cli.Usagef("daemons that run the broker between them are a program of their own: \"ontocrawl-node watch\" takes the same flags and settings; --cluster is for a broker that is there (docs/cluster.md)")
	case f.cluster != "" && len(f.join) > 0:
		return nil, cli.Usagef("--cluster is for a broker that is there, --join for one that this process runs with others; give one of them")
	case len(f.join) == 0 && f.listen+f.client != "":
		return nil, cli.Usagef("--join-listen and --join-client are of a broker in this process; give --join, too")
	case !f.given() && f.name != "":
		return nil, cli.Usagef("--name is the name among daemons that share the jobs; give --join or --cluster, too")
	case !f.given():
		return func() {}, nil
	}
	if f.name == "" {
		host, err := os.Hostname()
		if err != nil {
			return nil, cli.Usage(err)
		}
		f.name, _, _ = strings.Cut(host, ".")
	}
	b, err := f.broker(ctx, a.StartBroker, c, opt)
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil
		}
		return nil, cli.Usage(err)
	}
	opt.Cluster = &daemon.Cluster{Broker: b, Name: c.ClusterName, Daemon: f.name, Address: pageAddress(opt)}
	opt.Log.Info("the broker is there", "at", b.URL)
	return func() { b.Close() }, nil //nolint:errcheck // the daemon has ended
}

func (f *clusterFlags) broker(ctx context.Context, start cli.StartBroker, c *config.Config, opt *daemon.Options) (*natsjs.Access, error) {
	tls, err := natsjs.TLS(c.ClusterCA, c.ClusterCert, c.ClusterKey)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(opt.Jobs.Folder, 0o700); err != nil {
		return nil, err
	}
	if f.cluster != "" {
		return natsjs.Open(f.cluster, c.ClusterName, 1, tls)
	}
	return start(ctx, natsjs.Serve{Cluster: c.ClusterName, Dir: opt.Jobs.Folder, Join: f.join, Listen: f.listen, Client: f.client, TLS: tls, Log: opt.Log})
}

// pageAddress is where people find the page of this daemon; "" if it has none.
func pageAddress(opt *daemon.Options) string {
	if opt.Page == nil {
		return ""
	}
	host, port, err := net.SplitHostPort(opt.Page.Addr)
	if err != nil {
		return ""
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			return ""
		}
	}
	scheme := "http://"
	if opt.Page.Auth.Cert != "" {
		scheme = "https://"
	}
	return scheme + net.JoinHostPort(host, port)
}

// sayCluster says on standard error how the daemons stand that share the jobs.
func (j *job) sayCluster(ctx context.Context, r *daemon.Reader) {
	if r.Daemon == nil || j.quiet {
		return
	}
	d, err := r.Daemon.Daemon(ctx)
	if err != nil || d.Cluster == nil {
		return
	}
	for _, line := range append([]string{message.Of(j.Err).Say(d.Cluster.Words())}, d.Cluster.Differs...) {
		fmt.Fprintln(j.Err, term.Safe(line)) //nolint:errcheck // the list is on standard output
	}
}
