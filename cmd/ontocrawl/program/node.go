package program

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
)

// Node is the command line of ontocrawl-node, whose processes start the broker of a cluster.
func Node(start cli.StartBroker) Root {
	return func(a *cli.App) *cobra.Command {
		a.StartBroker = start
		root := &cobra.Command{
			Use:   "ontocrawl-node",
			Short: "Run this machine as one of a cluster",
			Long: `ontocrawl-node runs what the machines of a cluster run (docs/cluster.md): nodes that
share one crawl, or daemons that share jobs, with the broker between them, a NATS
server, inside the process. "ontocrawl" does everything else with a cluster: it begins
a crawl, shows how it stands, tells nodes to leave, and merges what they have.

Exit codes: 0 done; 1 failed while working; 2 wrong command line, setting or input;
3 a folder holds something else or is damaged.`,
			Example: `  ontocrawl-node run --data /data --join n1:6222,n2:6222,n3:6222 --config crawl.yaml
  ontocrawl-node watch jobs.yaml --join n1:6222,n2:6222,n3:6222 --config cluster.yaml`,
		}
		root.AddCommand(crawlcmd.NodeCommand(a), jobcmd.Watch(jobDeps(a)), crawlcmd.HealthCommand(a), crawlcmd.ReadPDFCommand(a), newVersion(a))
		return finish(root, a)
	}
}
