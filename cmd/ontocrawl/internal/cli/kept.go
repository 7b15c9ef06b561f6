package cli

import (
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// KeepReason lets a run that goes on keep to what it began with, unless reason is given: a run
// of an earlier version read what the ontology says and inferred nothing.
func KeepReason(c *config.Config, p *session.Params) {
	if c.From["reason"].Kind != "default" {
		return
	}
	was, ok := p.Settings["reason"].(string)
	if !ok {
		was = "off"
	}
	c.Reason = was
}

// KeepBalance lets a run that goes on keep the balance that it began with, unless one is
// given: the default was another one in earlier versions. p are the parameters of the run.
func KeepBalance(c *config.Config, p *session.Params) {
	if was, ok := p.Number("balance"); ok && c.From["balance"].Kind == "default" {
		c.Balance = was
	}
}
