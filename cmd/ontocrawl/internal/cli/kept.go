package cli

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// askedAnew are the settings that a run that goes on does not keep, because a person asks for them each
// time: what the crawl is about, where pages come from, and what it may do.
var askedAnew = strings.Fields("topic ontology map keywords topics topic-from web web-outside parts allow-private proxy render")

// Keep lets a run or job that goes on keep what it began with, wherever nobody gives a setting: a default that
// changed stops nothing. p are its parameters. A setting in free, "settings.warc", may differ from run to run,
// and is not kept; but the settings of [session.Before] are, where a job may change them, because they are a
// matter of the ontology.
func Keep(c *config.Config, p *session.Params, free []string) {
	var names []string
	for _, k := range config.Keys() {
		names = append(names, k.Name)
	}
	for _, o := range MethodOptions() {
		names = append(names, o.Name)
	}
	named, _ := p.Settings["topic"].(string)
	before := session.Before(named)
	for _, name := range names {
		was, always := before[name]
		if slices.Contains(askedAnew, name) || !always && slices.Contains(free, "settings."+name) {
			continue
		}
		if value, ok := p.Settings[name]; ok {
			c.Keep(name, value)
		} else if always {
			c.Keep(name, was)
		}
	}
}

// kept returns what c keeps, for the log of a session.
func kept(c *config.Config) (all []session.Kept) {
	for _, k := range c.Kept {
		all = append(all, session.Kept{Setting: k.Line(k.Value), Default: k.Line(k.Default)})
	}
	return all
}
