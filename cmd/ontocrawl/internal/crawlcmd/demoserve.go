package crawlcmd

import (
	"context"
	"fmt"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
	"github.com/ontocrawl/ontocrawl/message"
)

// demoSeeds is how many pages serveDemo names to start from.
const demoSeeds = 5

// serveDemo serves the synthetic web at addr until ctx is done.
func serveDemo(ctx context.Context, a *cli.App, seed uint64, pages int, addr string) error {
	web := crawltest.New(crawltest.Options{Seed: seed, Pages: pages})
	s, err := web.ServeAt(ctx, addr)
	if err != nil {
		return cli.Exit(cli.ExitUsage, fmt.Errorf("--listen: %w", err))
	}
	defer s.Close()
	message.Fprintf(a.Out, "A web of %d pages on %d hosts is served. Ctrl-C ends it.\n\nCrawl it with   --proxy http://%s\nStart from\n",
		len(web.Pages()), len(web.Hosts()), s.Addr)
	for _, url := range web.Seeds(demoSeeds) {
		fmt.Fprintf(a.Out, "  %s\n", url)
	}
	<-ctx.Done()
	return nil
}
