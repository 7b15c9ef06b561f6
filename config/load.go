package config

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/ontocrawl/ontocrawl/message"
)

// Sources are the places from which Load takes settings. The zero value has
// defaults only.
type Sources struct {
	Flags   *pflag.FlagSet // flags defined by Bind; others on it are ignored
	Environ []string       // as os.Environ
	File    string         // a YAML file; "" for none
	// Values holds the allowed values of settings that other packages define, by
	// setting: the names of judges, strategies and link rankers. Other settings of
	// the kind are not checked.
	Values map[string][]string
	// Former holds values of an earlier release, by setting, with their new values.
	Former map[string]map[string]string
}

// notSettings are variables with our prefix that are not settings:
// ONTOCRAWL_CONFIG names the YAML file, ONTOCRAWL_JOBS the file of monitoring jobs.
// ONTOCRAWL_TOKEN opens a served page; it is a secret, and settings are printed.
// ONTOCRAWL_DATA, _LONG, _KILLS and _CLUSTER belong to our tests, which start
// this program.
var notSettings = []string{EnvPrefix + "CONFIG", EnvPrefix + "JOBS", EnvPrefix + "TOKEN",
	EnvPrefix + "DATA", EnvPrefix + "LONG", EnvPrefix + "KILLS", EnvPrefix + "CLUSTER"}

// Load returns the settings in force, validated. Its errors are [*FileError],
// [*ValueError] (several may be joined), or name the variable or flag.
//
// Each call makes its own viper, which is not safe for concurrent use. Its key
// delimiter is one that no name contains, because viper splits names at it.
// UnmarshalExact refuses what Config does not know.
func Load(s Sources) (*Config, error) {
	v := viper.NewWithOptions(viper.KeyDelimiter("\x1f"))
	from := make(map[string]Source)
	for _, k := range Keys() {
		v.SetDefault(k.Name, k.Default)
		from[k.Name] = Source{Kind: "default"}
	}
	rules, sources, err := s.fromFile(v, from)
	if err != nil {
		return nil, err
	}
	if err := s.fromEnviron(v, from); err != nil {
		return nil, err
	}
	if err := s.fromFlags(v, from); err != nil {
		return nil, err
	}
	c := &Config{From: from}
	c.SearchSources = sources
	if err := v.UnmarshalExact(c); err != nil {
		return nil, decodeError(v, from, err)
	}
	if err := c.setRules(rules); err != nil {
		return nil, err
	}
	if now, ok := s.Former["linkrank"][c.LinkRank]; ok {
		c.LinkRank = now
	}
	if err := c.validate(s.Values); err != nil {
		return nil, err
	}
	return c, nil
}

// setRules fills Rules. Rules of the file know their lines.
func (c *Config) setRules(inFile []Rule) (err error) {
	c.Rules = inFile
	if from := c.From[mapKey]; from.Kind != "file" || inFile == nil {
		if c.Rules, err = readRules(c.Map, from); err != nil {
			return err
		}
	}
	c.Map = rulesText(c.Rules)
	return nil
}

// fromFile also returns the rules of map and the sources of search, if the file has them
// as mappings.
func (s Sources) fromFile(v *viper.Viper, from map[string]Source) ([]Rule, []SearchSource, error) {
	if s.File == "" {
		return nil, nil, nil
	}
	f, err := readFile(s.File)
	if err != nil {
		return nil, nil, err
	}
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(f.data)); err != nil {
		return nil, nil, &FileError{File: s.File, Msg: err.Error()}
	}
	for name, line := range f.lines {
		if name == searchKey && f.sources != nil {
			continue // it defines sources and chooses none
		}
		from[name] = Source{"file", fmt.Sprintf("%s:%d", s.File, line)}
	}
	return f.rules, f.sources, nil
}

func (s Sources) fromEnviron(v *viper.Viper, from map[string]Source) error {
	names := make(map[string]string)
	for _, k := range Keys() {
		names[k.Env()] = k.Name
	}
	for _, kv := range s.Environ {
		env, value, _ := strings.Cut(kv, "=")
		if !strings.HasPrefix(env, EnvPrefix) || slices.Contains(notSettings, env) {
			continue
		}
		name, ok := names[env]
		if !ok {
			guess := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(env, EnvPrefix), "_", "-"))
			return message.Errorf("environment variable %s: %s", env, unknown(guess))
		}
		v.Set(name, value)
		from[name] = Source{"environment", env}
	}
	return nil
}

// fromFlags takes the flags that Bind defined. Another flag may have the name of a setting and
// mean something else, as job phase --reason does.
func (s Sources) fromFlags(v *viper.Viper, from map[string]Source) error {
	if s.Flags == nil {
		return nil
	}
	s.Flags.Visit(func(f *pflag.Flag) {
		if f.Annotations[GroupAnnotation] != nil && known(f.Name) {
			v.Set(f.Name, f.Value.String())
			from[f.Name] = Source{"flag", "--" + f.Name}
		}
	})
	return nil
}

// decodeError finds the setting that cannot be decoded, so that the message says
// where the setting is and does not name a Go type.
func decodeError(v *viper.Viper, from map[string]Source, err error) error {
	for _, k := range Keys() {
		one := viper.NewWithOptions(viper.KeyDelimiter("\x1f"))
		one.Set(k.Name, v.Get(k.Name))
		if one.Unmarshal(&Config{}) != nil {
			return &ValueError{Key: k.Name, Value: fmt.Sprintf("%q", fmt.Sprint(v.Get(k.Name))), From: from[k.Name], Reason: kindName(k.Default)}
		}
	}
	return message.Errorf("config: %w", err)
}

func kindName(d any) string {
	switch d.(type) {
	case int, int64:
		return "a whole number"
	case float64:
		return "a number"
	case bool:
		return "true or false"
	case string:
		return "text"
	}
	return "a duration such as 500ms, 2s or 1m"
}
