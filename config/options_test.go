package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/internal/option"
)

// table is a little table of options.
func table() []Option {
	weights := []string{"mu1", "mu2"}
	return []Option{
		{option.Option{Name: "tries", Default: 5, Range: option.AtLeast(1)}, []string{"tabu", "on-its"}},
		{option.Option{Name: "eta", Default: .15, Range: option.Share()}, []string{"on-its"}},
		{option.Option{Name: "chain", Default: false}, []string{"on-its"}},
		{option.Option{Name: "learn", Default: "auto", Values: []string{"auto", "none"}}, []string{"fielded"}},
		{option.Option{Name: "mu1", Default: .75, Range: option.Share(), Sum: weights}, []string{"priority"}},
		{option.Option{Name: "mu2", Default: .25, Range: option.Share(), Sum: weights}, []string{"priority"}},
	}
}

// loadOptions loads options from flags, variables and a file.
func loadOptions(t *testing.T, flags, env []string, yaml string) (*Config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "o.yaml")
	if err := os.WriteFile(file, []byte(yaml), 0o600); err != nil {
		t.Fatal(err)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	Bind(fs, MethodOption)
	BindFormer(fs, table())
	if err := fs.Parse(flags); err != nil {
		return nil, err
	}
	c, err := Load(Sources{Flags: fs, Environ: env, File: file, Options: table()})
	if err != nil { // its folder is of this test
		err = fmt.Errorf("%s", strings.ReplaceAll(err.Error(), file, "o.yaml"))
	}
	return c, err
}

// TestOptions: flags are stronger than the environment and that than the file; each value says where it is from,
// and what is given as a setting of its own says how it is given now.
func TestOptions(t *testing.T) {
	c, err := loadOptions(t, []string{"--method-option", "tries=9", "--chain", "--method-option=mu1=.5,mu2=.5"},
		[]string{"ONTOCRAWL_METHOD_OPTIONS=tries=8, eta = 0.3", "ONTOCRAWL_LEARN=none"}, "method_options:\n  tries: 7\n  eta: .2\nworkers: 3\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(c.Options, c.Workers); got != "map[chain:true eta:0.3 learn:none mu1:0.5 mu2:0.5 tries:9] 3" {
		t.Errorf("options %s", got)
	}
	for name, want := range map[string]string{"tries": "--method-option", "eta": "ONTOCRAWL_METHOD_OPTIONS", "chain": "--chain", "learn": "ONTOCRAWL_LEARN"} {
		if got := c.From[name].String(); got != want {
			t.Errorf("%s is from %s, want %s", name, got, want)
		}
	}
	want := []Former{{"ONTOCRAWL_LEARN", "ONTOCRAWL_METHOD_OPTIONS=learn=none"}, {"--chain", "--method-option chain=true"}}
	if !slices.Equal(c.Former, want) {
		t.Errorf("former %v, want %v", c.Former, want)
	}
	if env := c.Environ(); !slices.Equal(env, []string{"ONTOCRAWL_METHOD_OPTIONS=eta=0.3,learn=none"}) {
		t.Errorf("environment %v", env)
	}
	if c, err = loadOptions(t, nil, nil, "tries: 7\nmethod_options:\n"); err != nil || c.Options["tries"] != 7 || len(c.Former) != 1 || c.Former[0].Now != "method_options: {tries: 7}" {
		t.Errorf("as in version 0.3: %v %v", c, err)
	}
}

// TestOptionFaults: each names the option, its value and who has it.
func TestOptionFaults(t *testing.T) {
	for _, tt := range []struct {
		flag, env, yaml, want string
	}{
		{flag: "trise=7", want: `--method-option: trise=7: no method has this option; did you mean "tries", of tabu, on-its?`},
		{flag: "zzzzzzzz=7", want: `--method-option: zzzzzzzz=7: no method has this option; "ontocrawl methods" lists them all`},
		{flag: "tries", want: `invalid argument "tries" for "--method-option" flag: "tries" is not of the form key=value, such as tries=7`},
		{flag: "tries=0", want: `--method-option: tries is 0, but it must be 1 or more (it is an option of tabu, on-its)`},
		{flag: "eta=2", want: `--method-option: eta is 2, but it must be between 0 and 1 (it is an option of on-its)`},
		{flag: "mu1=.5", want: `--method-option: mu1 is 0.5, but it must be such that mu1 + mu2 add up to 1 (now 0.75)`},
		{flag: "tries=7,tries=8", want: `tries has two values: --method-option says 7 and --method-option says 8; leave out one of them`},
		{env: "METHOD_OPTIONS=learn=all", want: `ONTOCRAWL_METHOD_OPTIONS: learn is "all", but it must be one of auto, none (it is an option of fielded)`},
		{env: "METHOD_OPTIONS=learn", want: `environment variable ONTOCRAWL_METHOD_OPTIONS: "learn" is not of the form key=value, such as tries=7`},
		{env: "TRIES=many", want: `ONTOCRAWL_TRIES: tries is "many", but it must be a whole number (it is an option of tabu, on-its)`},
		{yaml: "method_options: {tries: 7}\ntries: 8\n", want: `tries has two values: o.yaml:1 says 7 and o.yaml:2 says 8; leave out one of them`},
		{yaml: "method_options: tries=7\n", want: `o.yaml:1: method_options takes lines of the form "tries: 7"`},
		{yaml: "method_options: {tries: [7]}\n", want: `o.yaml:1: tries takes one value`},
		{yaml: "tries: [7]\n", want: `o.yaml:1: tries takes one value`},
		{yaml: "method-options: {tries: 7}\n", want: `o.yaml:1: unknown setting "method-options"; did you mean "method_options"?`},
	} {
		var flags, env []string
		if tt.flag != "" {
			flags = []string{"--method-option", tt.flag}
		}
		if tt.env != "" {
			env = []string{EnvPrefix + tt.env}
		}
		if _, err := loadOptions(t, flags, env, tt.yaml); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: %v", tt, err)
		}
	}
	if c, err := loadOptions(t, []string{"--tries", "7", "--method-option", "tries=7"}, nil, "eta: .3\n"); err != nil || c.Options["tries"] != 7 {
		t.Errorf("twice with one value: %v, %v", c, err)
	}
}

// TestTakeOptions: what a run began with is stronger than the environment and weaker than a flag. What is no value
// of an option is left.
func TestTakeOptions(t *testing.T) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	Bind(fs, MethodOption)
	if err := fs.Set(MethodOption, "eta=.4"); err != nil {
		t.Fatal(err)
	}
	TakeOptions(fs, map[string]any{"tries": 9, "eta": .5, "chain": true, "learn": "much", "tau": 3}, table())
	c, err := Load(Sources{Flags: fs, Environ: []string{OptionsEnv + "=tries=7"}, Options: table()})
	if got := fmt.Sprint(c.Options); err != nil || got != "map[chain:true eta:0.4 learn:auto mu1:0.75 mu2:0.25 tries:9]" || len(c.Former) > 0 {
		t.Errorf("%s, %v", got, err)
	}
}
