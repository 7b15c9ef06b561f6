package jobcmd

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// searchProblems checks the search of a job: the sources that it names, their settings and
// keys, and whether it could find anything.
func (d *Deps) searchProblems(c *config.Config, j *monitor.Job) (problems []jobfile.Problem) {
	if !j.Search.On() {
		return nil
	}
	at := func(format string, args ...any) {
		problems = append(problems, jobfile.Problem{Key: "search", Line: j.Search.Line, Phrase: english.Phrasef(format, args...)})
	}
	chosen, err := cli.SearchSettings(c)
	if err != nil {
		at("%s", strings.TrimPrefix(err.Error(), c.From["search"].String()+": "))
	}
	for i := range chosen {
		name := chosen[i].Text("key-env")
		if value, ok := d.LookupEnv(name); name != "" && (!ok || value == "") {
			at("%s: key-env names the variable %s, which is not set", chosen[i].Name, name)
		}
	}
	if c.SameSite {
		at("same-site keeps to the sites of the seeds, and search looks for others; leave one of them out")
	}
	return problems
}
