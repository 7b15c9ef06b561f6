package crawlcmd

import (
	"net"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/tell/metrics"
	"github.com/ontocrawl/ontocrawl/message"
)

// HealthCommand is the command health.
func HealthCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "health [HOST:PORT]",
		Short: "Ask a running crawl or daemon whether all is well",
		Long: `Asks /healthz at the address that --metrics gave to a crawl or a daemon (default:
localhost:9090). For the health check of a container, whose image holds no other
program.

Exit codes: 0 all is well; 1 it is not, and why, or nothing answers; 2 wrong command line.`,
		Example: `  ontocrawl health
  ontocrawl health :9090`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			addr := "localhost:9090"
			if len(args) == 1 {
				addr = args[0]
			}
			if _, _, err := net.SplitHostPort(addr); err != nil {
				return cli.Usage(err)
			}
			if err := metrics.Ask(cmd.Context(), addr); err != nil {
				return cli.Failure(err)
			}
			_, err := message.Fprint(a.Out, "ok\n")
			return err
		},
	}
}
