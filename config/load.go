package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/ontocrawl/ontocrawl/internal/english"
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
	// Options are the options of methods. An option that is given as a setting of its own, as in version 0.3, is
	// read too; see Config.Former.
	Options []Option
}

// notSettings are variables with our prefix that are not settings:
// ONTOCRAWL_CONFIG names the YAML file, ONTOCRAWL_JOBS the file of monitoring jobs.
// ONTOCRAWL_TOKEN opens a served page; it is a secret, and settings are printed.
// ONTOCRAWL_DATA, _LONG, _KILLS and _CLUSTER belong to our tests, which start
// this program.
var notSettings = []string{EnvPrefix + "CONFIG", EnvPrefix + "JOBS", EnvPrefix + "TOKEN",
	EnvPrefix + "DATA", EnvPrefix + "LONG", EnvPrefix + "KILLS", EnvPrefix + "CLUSTER"}

// Load returns the settings in force, validated. Its errors are [*fileError],
// [*ValueError] (several in [Errors]), or name the variable or flag.
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
	f, err := s.fromFile(v, from)
	if err != nil {
		return nil, err
	}
	env, err := s.fromEnviron(v, from)
	if err != nil {
		return nil, err
	}
	if err := s.fromFlags(v, from); err != nil {
		return nil, err
	}
	if err := sizes(v, from); err != nil {
		return nil, err
	}
	c := &Config{From: from}
	c.SearchSources = f.sources
	if err := v.UnmarshalExact(c); err != nil {
		return nil, decodeError(v, from, err)
	}
	if err := c.setRules(f.rules); err != nil {
		return nil, err
	}
	var flags, run []given
	if s.Flags != nil && optionsOf(s.Flags) != nil {
		flags, run = optionsOf(s.Flags).given, optionsOf(s.Flags).run
	}
	errs := c.setOptions(s.Options, f.options, env, run, flags)
	var more Errors
	if errors.As(c.validate(s.Values), &more) {
		errs = append(errs, more...)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return c, nil
}

// sizes makes numbers of sizes that have units.
func sizes(v *viper.Viper, from map[string]Source) error {
	for _, k := range Keys() {
		text, given := v.Get(k.Name).(string)
		if !k.Size || !given {
			continue
		}
		n, err := ParseSize(text)
		if err != nil {
			return &ValueError{Key: k.Name, Value: fmt.Sprintf("%.60q", text), From: from[k.Name], Reason: "a size such as 512MB"}
		}
		v.Set(k.Name, n)
	}
	return nil
}

// setRules fills Rules. Rules of the file know their lines.
func (c *Config) setRules(inFile []rule) (err error) {
	c.Rules = inFile
	if from := c.From[mapKey]; from.Kind != "file" || inFile == nil {
		if c.Rules, err = readRules(c.Map, from); err != nil {
			return err
		}
	}
	c.Map = rulesText(c.Rules)
	return nil
}

// fromFile also returns the file, for what does not go through viper.
func (s Sources) fromFile(v *viper.Viper, from map[string]Source) (*settingsFile, error) {
	if s.File == "" {
		return &settingsFile{}, nil
	}
	f, err := readFile(s.File, s.Options)
	if err != nil {
		return nil, err
	}
	v.SetConfigType("yaml")
	if err := v.ReadConfig(bytes.NewReader(f.data)); err != nil {
		return nil, &fileError{File: s.File, Msg: err.Error()}
	}
	for name, line := range f.lines {
		if name == searchKey && f.sources != nil {
			continue // it defines sources and chooses none
		}
		from[name] = Source{"file", fmt.Sprintf("%s:%d", s.File, line)}
	}
	return f, nil
}

// fromEnviron returns the options of methods.
func (s Sources) fromEnviron(v *viper.Viper, from map[string]Source) (options []given, err error) {
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
		if former := formerEnv(s.Options, env); former != nil {
			options = append(options, given{former.Name, value, Source{"environment", env}, true})
			continue
		}
		if env == OptionsEnv {
			all, err := pairs(value, Source{"environment", env})
			if err != nil {
				return nil, english.Errorf("environment variable %s: %w", env, err)
			}
			options = append(options, all...)
			continue
		}
		if !ok {
			guess := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(env, EnvPrefix), "_", "-"))
			return nil, english.Errorf("environment variable %s: %s", env, unknown(guess))
		}
		v.Set(name, value)
		from[name] = Source{"environment", env}
	}
	return options, nil
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
	return english.Errorf("config: %w", err)
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
