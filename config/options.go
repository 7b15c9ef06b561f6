package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/option"
)

// The names of the options of methods: as a flag, which may be given several times, and as a mapping of the
// YAML file. The environment variable has them as the flag, between commas.
const (
	MethodOption = "method-option"
	optionsKey   = "method_options"
)

// OptionsEnv is the environment variable of the options of methods.
const OptionsEnv = EnvPrefix + "METHOD_OPTIONS"

// OptionsGroup is the heading of the options of methods.
const OptionsGroup = "Options of methods (--method-option; see ontocrawl methods)"

// Option is a setting that some methods have and others do not. The tables of the methods define it.
type Option struct {
	option.Option
	Methods []string // that have it
}

// given is an option as one place gives it.
type given struct {
	name, text string
	from       Source
	former     bool // as a setting of its own, as every one was in version 0.3
}

// optionValue is the flag of the options of methods.
type optionValue struct {
	given []given
	run   []given // of a run that the command reads; the flag itself is stronger
}

func (o *optionValue) String() string {
	var all []string
	for _, g := range o.given {
		all = append(all, g.name+"="+g.text)
	}
	return strings.Join(all, ",")
}

// Type is the name of the value in help texts.
func (o *optionValue) Type() string { return "key=value" }

func (o *optionValue) Set(text string) error {
	all, err := pairs(text, Source{"flag", "--" + MethodOption})
	o.given = append(o.given, all...)
	return err
}

// pairs reads key=value, several between commas.
func pairs(text string, from Source) (all []given, err error) {
	for pair := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, english.Errorf("%.60q is not of the form key=value, such as tries=7", pair)
		}
		all = append(all, given{name: name, text: strings.TrimSpace(value), from: from})
	}
	return all, nil
}

// SetOption gives the option called name on fs, which has the flag of the options, as a file of jobs does.
func SetOption(fs *pflag.FlagSet, name, text string) {
	value := optionsOf(fs)
	value.given = append(value.given, given{name: name, text: text, from: Source{"flag", name}})
}

// TakeOptions gives fs the options that a run began with. They are stronger than the environment and weaker
// than flags.
func TakeOptions(fs *pflag.FlagSet, settings map[string]any, table []Option) {
	value := optionsOf(fs)
	if value == nil {
		return
	}
	value.run = nil
	for _, o := range table {
		text := fmt.Sprint(settings[o.Name])
		if _, must := o.Parse(text); settings[o.Name] != nil && must.IsZero() {
			value.run = append(value.run, given{name: o.Name, text: text, from: Source{"run", o.Name + " of the run"}})
		}
	}
}

func optionsOf(fs *pflag.FlagSet) *optionValue {
	if f := fs.Lookup(MethodOption); f != nil {
		if value, ok := f.Value.(*optionValue); ok {
			return value
		}
	}
	return nil
}

// takeOptions takes the options of methods out of the settings of a file, under their key and as settings of
// their own.
func (f *settingsFile) takeOptions(file string, root *yaml.Node, table []Option) error {
	rest, line := []*yaml.Node{}, 0
	for i := 0; i+1 < len(root.Content); i += 2 {
		k, v := root.Content[i], root.Content[i+1]
		former := slices.ContainsFunc(table, func(o Option) bool { return o.Name == k.Value })
		switch {
		case k.Value == optionsKey && line != 0:
			return fileErrorf(file, k.Line, "%s was set in line %d already", k.Value, line)
		case k.Value == optionsKey:
			line = k.Line
			all, err := optionsIn(file, v)
			if err != nil {
				return err
			}
			f.options = append(f.options, all...)
		case former && v.Kind != yaml.ScalarNode:
			return fileErrorf(file, v.Line, "%s takes one value", k.Value)
		case former:
			f.options = append(f.options, given{k.Value, v.Value, Source{"file", fmt.Sprintf("%s:%d", file, k.Line)}, true})
		default:
			rest = append(rest, k, v)
		}
	}
	root.Content = rest
	return nil
}

// optionsIn reads the mapping of options in a YAML file:
//
//	method_options:
//	  tries: 7
func optionsIn(file string, n *yaml.Node) (all []given, err error) {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil, nil
	}
	if n.Kind != yaml.MappingNode {
		return nil, fileErrorf(file, n.Line, "method_options takes lines of the form \"tries: 7\"")
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if v.Kind != yaml.ScalarNode {
			return nil, fileErrorf(file, v.Line, "%s takes one value", k.Value)
		}
		all = append(all, given{name: k.Value, text: v.Value, from: Source{"file", fmt.Sprintf("%s:%d", file, k.Line)}})
	}
	return all, nil
}

// setOptions fills Options and Former from places, the weakest first.
func (c *Config) setOptions(table []Option, places ...[]given) (errs Errors) {
	c.table, c.Options = table, map[string]any{}
	for _, o := range table {
		c.Options[o.Name], c.From[o.Name] = o.Default, Source{Kind: "default"}
	}
	for _, place := range places {
		at := map[string]given{}
		for _, g := range place {
			o := c.option(g.name)
			if o == nil {
				errs = append(errs, unknownOption(table, g))
				continue
			}
			x, must := o.Parse(g.text)
			if !must.IsZero() {
				must = english.Phrasef("%v (it is an option of %s)", must, strings.Join(o.Methods, ", "))
				errs = append(errs, &ValueError{o.Name, g.shown(), g.from, must.String(), must})
				continue
			}
			if was, twice := at[g.name]; twice && c.Options[g.name] != x {
				errs = append(errs, english.Errorf("%s has two values: %s says %s and %s says %s; leave out one of them", g.name, was.from.Name, was.text, g.from.Name, g.text))
			}
			at[g.name], c.Options[g.name], c.From[g.name] = g, x, g.from
			if g.former {
				c.Former = append(c.Former, g.instead())
			}
		}
	}
	return append(errs, c.sums()...)
}

// sums checks the options that are weights of a mean. A weight of the environment or of a file may have been
// meant for another method, and still has to fit the others.
func (c *Config) sums() Errors {
	v := validator{c: c}
	var seen []string
	for _, o := range c.table {
		if len(o.Sum) == 0 || slices.Contains(seen, o.Name) {
			continue
		}
		seen = append(seen, o.Sum...)
		var xs []float64
		for _, name := range o.Sum {
			x, _ := c.Options[name].(float64)
			xs = append(xs, x)
		}
		v.sumsToOne(o.Sum, xs)
	}
	return v.errs
}

func (c *Config) option(name string) *Option {
	if i := slices.IndexFunc(c.table, func(o Option) bool { return o.Name == name }); i >= 0 {
		return &c.table[i]
	}
	return nil
}

// unknownOption is the error for an option that no method has, with the nearest one that exists.
func unknownOption(table []Option, g given) error {
	var names []string
	for _, o := range table {
		names = append(names, o.Name)
	}
	best := nearest(g.name, names)
	i := slices.Index(names, best)
	if i < 0 {
		return english.Errorf("%s: %.40s=%.40s: no method has this option; \"ontocrawl methods\" lists them all", g.from.Name, g.name, g.text)
	}
	return english.Errorf("%s: %.40s=%.40s: no method has this option; did you mean %q, of %s?", g.from.Name, g.name, g.text, best, strings.Join(table[i].Methods, ", "))
}

// shown is the value for a message: a number as it is, all else between quotation marks.
func (g *given) shown() string {
	if _, err := strconv.ParseFloat(g.text, 64); err == nil {
		return g.text
	}
	return fmt.Sprintf("%.60q", g.text)
}

// keepOption is Keep for an option.
func (c *Config) keepOption(o *Option, value any) {
	x, must := o.Parse(fmt.Sprint(value))
	if c.From[o.Name].Kind != "default" || !must.IsZero() || x == c.Options[o.Name] {
		return
	}
	c.Kept = append(c.Kept, Kept{Name: o.Name, Value: x, Default: c.Options[o.Name], option: true})
	c.Options[o.Name] = x
}

// environOptions returns what the environment says of options, as one variable.
func (c *Config) environOptions() []string {
	var all []string
	for _, o := range c.table {
		if c.From[o.Name].Kind == "environment" {
			all = append(all, fmt.Sprintf("%s=%v", o.Name, c.Options[o.Name]))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return []string{OptionsEnv + "=" + strings.Join(all, ",")}
}
