package cli

import (
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// KeepBalance lets a run that goes on keep the balance that it began with, unless one is
// given: the default was another one in earlier versions. p are the parameters of the run.
func KeepBalance(c *config.Config, p *session.Params) {
	if was, ok := p.Number("balance"); ok && c.From["balance"].Kind == "default" {
		c.Balance = was
	}
}
