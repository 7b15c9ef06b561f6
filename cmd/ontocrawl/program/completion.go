package program

import (
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/config"
)

// completion says what a shell can complete, beside the names of commands and
// flags.
func completion(a *cli.App) completions {
	opt := completions{
		Flags:    cli.MethodNames(),
		JobsFile: func(flag string) string { return jobcmd.JobsFile(a, flag) },
		Args: map[string]argKind{
			"similarity": argConcept, "topic": argTopic,
			"job run": argJob, "job show": argJob, "job history": argJob, "job phase": argJob,
		},
	}
	for _, name := range []string{"inspect", "validate", "diff", "convert", "export", "view", "tree", "paths"} {
		opt.Args["ontology "+name] = argOntology
	}
	for _, k := range config.Keys() {
		if len(k.Values) > 0 {
			opt.Flags[k.Name] = k.Values
		}
	}
	return opt
}
