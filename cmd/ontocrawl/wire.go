package main

import (
	"log/slog"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// newStrategy is the strategy that the settings describe.
func newStrategy(c *config.Config, log *slog.Logger) (crawl.Strategy, error) {
	s, err := session.NewStrategy(cli.StrategySpec(c), log)
	return s, cli.SessionError(err)
}

// newFilter is what may be fetched at all.
func newFilter(c *config.Config, seeds []crawl.Link) (crawl.Filter, error) {
	f, err := session.NewFilter(cli.FilterSpec(c), seeds)
	return f, cli.SessionError(err)
}
