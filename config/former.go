package config

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

// In version 0.3 each option of a method was a setting of its own: a flag, a variable and a key of the YAML file. These are
// read for one release, by this file alone.

// Former is an option that was given as a setting of its own.
type Former struct {
	Was string // "--tries", "ONTOCRAWL_TRIES" or "file:3: tries"
	Now string // what to write instead
}

// formerFlag is the flag that an option was.
type formerFlag struct {
	name string
	of   *optionValue
}

func (f formerFlag) String() string { return "" }
func (f formerFlag) Type() string   { return "string" }

func (f formerFlag) Set(text string) error {
	f.of.given = append(f.of.given, given{f.name, text, Source{"flag", "--" + f.name}, true})
	return nil
}

// BindFormer defines, hidden, the flags that the options of table were, if fs has the flag of the options.
func BindFormer(fs *pflag.FlagSet, table []Option) {
	value := optionsOf(fs)
	for _, o := range table {
		if value == nil || fs.Lookup(o.Name) != nil {
			continue
		}
		f := fs.VarPF(formerFlag{o.Name, value}, o.Name, "", o.About)
		f.Hidden = true
		if _, ok := o.Default.(bool); ok {
			f.NoOptDefVal = "true"
		}
	}
}

// instead is how the option is given now.
func (g *given) instead() Former {
	pair := g.name + "=" + g.text
	switch g.from.Kind {
	case "file":
		return Former{g.from.Name + ": " + g.name, fmt.Sprintf("%s: {%s: %s}", optionsKey, g.name, g.text)}
	case "environment":
		return Former{g.from.Name, OptionsEnv + "=" + pair}
	}
	return Former{g.from.Name, "--" + MethodOption + " " + pair}
}

// formerEnv is the option that had the environment variable env; nil: there was none.
func formerEnv(table []Option, env string) *Option {
	i := slices.IndexFunc(table, func(o Option) bool { return EnvName(o.Name) == env })
	if i < 0 {
		return nil
	}
	return &table[i]
}
