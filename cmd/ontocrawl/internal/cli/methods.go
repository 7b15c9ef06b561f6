package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// MethodNames are the values of the settings that choose a method, from the tables
// of the methods.
func MethodNames() map[string][]string {
	all := strategy.All()
	return map[string][]string{"judge": relevance.Names(), "strategy": all.Strategies(), "linkrank": all.LinkRanks()}
}

// SettingSources are the places from which settings are loaded.
func SettingSources(flags *pflag.FlagSet, env []string, file string) config.Sources {
	return config.Sources{
		Flags: flags, Environ: env, File: file, Values: MethodNames(),
		Former: map[string]map[string]string{"linkrank": strategy.FormerRanks()},
	}
}

// ValuesAnnotation is the annotation of a flag to whose usage names of values were added: what
// it was, and what was added.
const ValuesAnnotation = "ontocrawl-values"

// ShowMethodNames adds the names to the usage of the flags of cmd and all commands
// below it.
func ShowMethodNames(cmd *cobra.Command) {
	for flag, names := range MethodNames() {
		if f := cmd.Flags().Lookup(flag); f != nil {
			list := ": " + strings.Join(names, ", ")
			if f.Annotations == nil {
				f.Annotations = map[string][]string{}
			}
			f.Annotations[ValuesAnnotation] = []string{f.Usage, list}
			f.Usage += list
		}
	}
	for _, below := range cmd.Commands() {
		ShowMethodNames(below)
	}
}
