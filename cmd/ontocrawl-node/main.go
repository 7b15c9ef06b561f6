// Command ontocrawl-node runs a machine that belongs to a cluster: a node of a crawl
// that several machines share, or one of several daemons that share jobs. The broker
// between them, a NATS server, runs inside the process. Command ontocrawl has the
// client only, and everything else that one does with a cluster (docs/cluster.md).
package main

import (
	"os"
	_ "time/tzdata" // a container image of one file has no time zones

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

func main() { os.Exit(program.Main(program.Node(host.Start))) }
