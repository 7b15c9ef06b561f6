package program

import (
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/complete"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/config"
)

// completion says what a shell can complete, beside the names of commands and
// flags.
func completion(a *cli.App) complete.Options {
	opt := complete.Options{
		Flags:    cli.MethodNames(),
		JobsFile: func(flag string) string { return jobcmd.JobsFile(a, flag) },
		Args: map[string]complete.Kind{
			"similarity": complete.Concept, "topic": complete.Topic,
			"job run": complete.Job, "job show": complete.Job, "job history": complete.Job, "job phase": complete.Job,
		},
	}
	for _, name := range []string{"inspect", "validate", "diff", "convert", "export", "view", "tree", "paths"} {
		opt.Args["ontology "+name] = complete.Ontology
	}
	for _, k := range config.Keys() {
		if len(k.Values) > 0 {
			opt.Flags[k.Name] = k.Values
		}
	}
	return opt
}
