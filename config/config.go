package config

import (
	"cmp"
	"fmt"
	"reflect"
	"time"
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
	OutputSettings     `mapstructure:",squash"`

	// From says where each value came from, by name.
	From map[string]Source `mapstructure:"-"`
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

// ValueError reports a setting with a wrong value.
type ValueError struct {
	Key    string
	Value  any
	From   Source
	Reason string // what it must be
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s: %s is %v, but it must be %s", e.From, e.Key, e.Value, e.Reason)
}

// Values returns every setting by its name, durations as text ("1s").
func (c *Config) Values() map[string]any {
	values := make(map[string]any)
	v := reflect.ValueOf(*c)
	for _, f := range reflect.VisibleFields(v.Type()) {
		name := f.Tag.Get("mapstructure")
		if name == "-" || f.Anonymous {
			continue
		}
		x := v.FieldByIndex(f.Index).Interface()
		if d, ok := x.(time.Duration); ok {
			x = d.String()
		}
		values[name] = x
	}
	return values
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
	return env
}
