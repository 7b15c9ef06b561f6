package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Config is every setting in force, in groups by who uses them. The tags are the
// names of [Keys].
type Config struct {
	TopicSettings      `mapstructure:",squash"`
	SimilaritySettings `mapstructure:",squash"`
	JudgeSettings      `mapstructure:",squash"`
	StrategySettings   `mapstructure:",squash"`
	FilterSettings     `mapstructure:",squash"`
	RunSettings        `mapstructure:",squash"`
	SearchSettings     `mapstructure:",squash"`
	RefreshSettings    `mapstructure:",squash"`
	FetchSettings      `mapstructure:",squash"`
	RenderSettings     `mapstructure:",squash"`
	QuerySettings      `mapstructure:",squash"`
	ClusterSettings    `mapstructure:",squash"`
	MonitorSettings    `mapstructure:",squash"`
	OutputSettings     `mapstructure:",squash"`

	// Options are the options of methods by their names, each of the type of its default; without a table of
	// options ([Sources]) there are none.
	Options map[string]any `mapstructure:"-"`
	// Former are the options that were given as settings of their own.
	Former []Former `mapstructure:"-"`

	// From says where each value came from, by name.
	From map[string]Source `mapstructure:"-"`
	// Kept are the settings that a run or job keeps from when it began ([Config.Keep]).
	Kept []Kept `mapstructure:"-"`

	table []Option `mapstructure:"-"`
}

// Source is where a value came from.
type Source struct {
	Kind string // "default", "file", "environment" or "flag"
	Name string // file:line, variable or flag; empty for a default
}

// String is the name of the source in messages.
func (s Source) String() string {
	return cmp.Or(s.Name, "default")
}

// Errors are several faults of settings.
type Errors []error

// Error implements error: a line each.
func (e Errors) Error() string { return errors.Join(e...).Error() }

// Unwrap returns each fault, as [errors.Join] does.
func (e Errors) Unwrap() []error { return e }

// ValueError reports a setting with a wrong value.
type ValueError struct {
	Key    string
	Value  any
	From   Source
	Reason string // what it must be, in English

	phrase english.Phrase // Reason in any language; zero if Reason is a message itself
}

func (e *ValueError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ValueError) Message() english.Phrase {
	return english.Phrasef("%s: %s is %s, but it must be %s", e.From, e.Key, redact.Text(fmt.Sprint(e.Value)), e.Why())
}

// Why returns the reason, which can be shown in any language.
func (e *ValueError) Why() english.Phrase { return e.phrase.Or(e.Reason) }

// Values returns every setting and every option by its name, durations as text ("1s"). It is shown
// and stored, so no URL in it has a user or a password.
func (c *Config) Values() map[string]any {
	values := maps.Clone(c.Options)
	if values == nil {
		values = make(map[string]any)
	}
	v := reflect.ValueOf(*c)
	for _, f := range reflect.VisibleFields(v.Type()) {
		name := f.Tag.Get("mapstructure")
		if name == "-" || f.Anonymous {
			continue
		}
		x := shown(v.FieldByIndex(f.Index).Interface())
		if s, ok := x.(string); ok && slices.Contains(mayBeURL, name) {
			x = redact.Strip(s)
		}
		values[name] = x
	}
	return values
}

// mayBeURL are the settings that hold a URL, or a name that somebody might take for one.
var mayBeURL = []string{"proxy", "contact", "ontology", "topics", "topic-from", "seeds", "web", "learn-from", "taught", "judge-endpoint"}

// Warning names something that works, but should be set in another way.
type Warning struct {
	Key, Text string
	From      Source
}

func (w Warning) String() string { return fmt.Sprintf("%s: %s: %s", w.From, w.Key, w.Text) }

// Warnings returns what should be set in another way.
func (c *Config) Warnings() []Warning {
	if redact.Has(c.Proxy) && c.From["proxy"].Kind != "environment" {
		return []Warning{{"proxy", "its user and password stand in clear, which the next release refuses; let proxy-auth-env name a variable, or proxy-auth-file a file, that holds user:password", c.From["proxy"]}}
	}
	return nil
}

// Environ returns the settings that came from the environment, as NAME=value.
func (c *Config) Environ() []string {
	env := []string{}
	values := c.Values()
	for _, k := range Keys() {
		if c.From[k.Name].Kind == "environment" {
			env = append(env, fmt.Sprintf("%s=%v", k.Env(), values[k.Name]))
		}
	}
	return append(env, c.environOptions()...)
}
