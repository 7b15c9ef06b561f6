package cli

import (
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/option"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Methods are the methods that one setting chooses from.
type Methods struct {
	Setting, Title string
	Rows           []Method
}

// Method is one of them.
type Method struct {
	Name, About string
	Options     []option.Option
	Own         string // of a strategy: the link ranker that it has by default
}

// AllMethods are the tables of judges, strategies and link rankers. They are made once, as most commands
// ask for them when they are made, and nobody changes them.
var AllMethods = sync.OnceValue(func() []Methods {
	judges := Methods{Setting: "judge", Title: "Judges of pages (--judge)"}
	for _, m := range relevance.Methods() {
		judges.Rows = append(judges.Rows, Method{m.Name, m.About, m.Options, ""})
	}
	all := strategy.All()
	strategies := Methods{Setting: "strategy", Title: "Strategies (--strategy)"}
	for _, m := range all.Methods {
		strategies.Rows = append(strategies.Rows, Method{m.Name, m.About, plain(m.Options), m.Own})
	}
	ranks := Methods{Setting: "linkrank", Title: "Link ranks (--linkrank), for strategies that have one"}
	for _, r := range all.Rankings {
		ranks.Rows = append(ranks.Rows, Method{r.Name, r.About, plain(r.Options), ""})
	}
	return []Methods{judges, strategies, ranks}
})

func plain(options []strategy.Option) (all []option.Option) {
	for _, o := range options {
		all = append(all, o.Option)
	}
	return all
}

// MethodNames are the values of the settings that choose a method, from the tables
// of the methods.
func MethodNames() map[string][]string {
	all := map[string][]string{}
	for _, of := range AllMethods() {
		for _, m := range of.Rows {
			all[of.Setting] = append(all[of.Setting], m.Name)
		}
	}
	return all
}

// MethodOptions are the options of all methods, each name once.
func MethodOptions() (table []config.Option) {
	for _, of := range AllMethods() {
		for _, m := range of.Rows {
			for _, o := range m.Options {
				i := slices.IndexFunc(table, func(known config.Option) bool { return known.Name == o.Name })
				if i < 0 {
					i, table = len(table), append(table, config.Option{Option: o})
				}
				table[i].Methods = append(table[i].Methods, m.Name)
			}
		}
	}
	return table
}

// compares is the annotation of the flag of options of a command that compares methods.
const compares = "ontocrawl-compares"

// Compares says that a command with the flags fs compares methods, and so can use the options of all.
func Compares(fs *pflag.FlagSet) {
	fs.Lookup(config.MethodOption).Annotations[compares] = []string{"methods"}
}

// settles reports whether a command with the flags fs has one method for a setting, as a job has (nil). Others
// compare methods, or need none.
func settles(fs *pflag.FlagSet, setting string) bool {
	if setting == "linkrank" { // it goes with the strategy
		setting = "strategy"
	}
	return fs == nil || fs.Lookup(setting) != nil && fs.Lookup(setting).Annotations[config.GroupAnnotation] != nil
}

// chosen are the names of the methods that c chooses, by the settings that choose them.
func chosen(c *config.Config) map[string]string {
	names := map[string]string{"judge": c.Judge, "strategy": c.Strategy, "linkrank": c.LinkRank}
	for _, m := range strategy.Methods() {
		if m.Name == c.Strategy && c.LinkRank == "" {
			names["linkrank"] = m.Own
		}
	}
	return names
}

// OptionsToOffer returns the options that a command with the flags fs can use: options of the methods that c
// chooses, or of all where it compares them.
func OptionsToOffer(fs *pflag.FlagSet, c *config.Config) (all []option.Option) {
	names := chosen(c)
	compared := fs != nil && fs.Lookup(config.MethodOption) != nil && fs.Lookup(config.MethodOption).Annotations[compares] != nil
	for _, of := range AllMethods() {
		for _, m := range of.Rows {
			if one := settles(fs, of.Setting); one && m.Name == names[of.Setting] || !one && compared {
				all = append(all, m.Options...)
			}
		}
	}
	sorts.Stable(all, func(a, b option.Option) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(all, func(a, b option.Option) bool { return a.Name == b.Name })
}

// Idle says of the options that flags of fs give and no chosen method has, by their names, that they change
// nothing.
func Idle(fs *pflag.FlagSet, c *config.Config) map[string]english.Phrase {
	offered, names, idle := OptionsToOffer(fs, c), chosen(c), map[string]english.Phrase{}
	for _, o := range MethodOptions() {
		if c.From[o.Name].Kind != "flag" || slices.ContainsFunc(offered, func(x option.Option) bool { return x.Name == o.Name }) {
			continue
		}
		var have []string
		for _, of := range AllMethods() {
			if name := names[of.Setting]; name != "" && settles(fs, of.Setting) {
				have = append(have, name)
			}
		}
		idle[o.Name] = english.Phrasef("%s=%v would change nothing: it is an option of %s, and chosen are %s", o.Name, c.Options[o.Name], strings.Join(o.Methods, ", "), strings.Join(have, ", "))
	}
	return idle
}

// refuseIdle refuses an option of a flag that no chosen method has. One that is given as in version 0.3 changes
// nothing, as it did.
func refuseIdle(fs *pflag.FlagSet, c *config.Config) error {
	for name, said := range Idle(fs, c) {
		if c.From[name].Name == "--"+config.MethodOption {
			return Usagef("--%s %v", config.MethodOption, said)
		}
	}
	return nil
}

// noteFormer says once how options that were given as settings of their own are given now.
func (a *App) noteFormer(c *config.Config) {
	if len(c.Former) == 0 || a.noted {
		return
	}
	a.noted = true
	var was, now []string
	for _, f := range c.Former {
		was, now = append(was, f.Was), append(now, f.Now)
	}
	message.Fprintf(a.Err, "ontocrawl: the next release will not know %s; write %s\n", term.Safe(strings.Join(was, ", ")), term.Safe(strings.Join(now, ", ")))
}

// Hide takes flags out of help and completion.
func Hide(fs *pflag.FlagSet, names ...string) {
	for _, name := range names {
		fs.Lookup(name).Hidden = true
	}
}

// SettingSources are the places from which settings are loaded.
func SettingSources(flags *pflag.FlagSet, env []string, file string) config.Sources {
	return config.Sources{Flags: flags, Environ: env, File: file, Values: MethodNames(), Options: MethodOptions()}
}

// ValuesAnnotation is the annotation of a flag to whose usage names of values were added: what
// it was, and what was added.
const ValuesAnnotation = "ontocrawl-values"

// BindMethods adds the names of methods to the usage of the flags of cmd and all commands below it, and
// defines the flags that options were.
func BindMethods(cmd *cobra.Command) {
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
	config.BindFormer(cmd.Flags(), MethodOptions())
	for _, below := range cmd.Commands() {
		BindMethods(below)
	}
}
