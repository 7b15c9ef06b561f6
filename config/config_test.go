package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

// Every key has a field of its name and type, and every field a key: a flag
// that does nothing cannot come to be.
func TestKeysMatchConfig(t *testing.T) {
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Config]()) {
		if tag := f.Tag.Get("mapstructure"); tag != "-" && !f.Anonymous {
			fields[tag] = f.Type
		}
	}
	for _, k := range Keys() {
		ft, ok := fields[k.Name]
		if !ok {
			t.Errorf("key %s has no field", k.Name)
			continue
		}
		if got := reflect.TypeOf(k.Default); got != ft {
			t.Errorf("key %s: default is %v, field is %v", k.Name, got, ft)
		}
		if k.Usage == "" || k.Group == "" {
			t.Errorf("key %s lacks usage or group", k.Name)
		}
		delete(fields, k.Name)
	}
	for name := range fields {
		t.Errorf("field %s has no key", name)
	}
	Bind(pflag.NewFlagSet("all", pflag.ContinueOnError))
}

func TestDefaultsAreValid(t *testing.T) {
	c, err := Load(Sources{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Tau != 34 || c.Alpha != 0.80 || c.Delay != time.Second || c.Strategy != "tabu" {
		t.Errorf("defaults: %+v", c)
	}
}

func TestOrderOfStrength(t *testing.T) {
	file := filepath.Join(t.TempDir(), "o.yaml")
	if err := os.WriteFile(file, []byte("tau: 1\nphi: 0.1\nworkers: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	Bind(fs, "tau", "phi", "same-site")
	if err := fs.Parse([]string{"--tau=3", "--same-site"}); err != nil {
		t.Fatal(err)
	}
	env := []string{"ONTOCRAWL_TAU=2", "ONTOCRAWL_PHI=0.2", "ONTOCRAWL_DELAY=250ms", "ONTOCRAWL_DATA=/x", "HOME=/root"}
	c, err := Load(Sources{Flags: fs, Environ: env, File: file})
	if err != nil {
		t.Fatal(err)
	}
	if c.Tau != 3 || c.Phi != 0.2 || c.Workers != 3 || c.Delay != 250*time.Millisecond || !c.SameSite {
		t.Errorf("tau %v phi %v workers %v delay %v same-site %v", c.Tau, c.Phi, c.Workers, c.Delay, c.SameSite)
	}
	for key, want := range map[string]string{
		"tau": "--tau", "phi": "ONTOCRAWL_PHI", "workers": file + ":3", "alpha": "default", "delay": "ONTOCRAWL_DELAY",
	} {
		if got := c.From[key].String(); got != want {
			t.Errorf("%s comes from %q, want %q", key, got, want)
		}
	}
}

// TestFlagOfThatName: a flag that Bind did not define is no setting, whatever its name.
func TestFlagOfThatName(t *testing.T) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	Bind(fs, "lang")
	fs.String("reason", "", "why")
	if err := fs.Parse([]string{"--lang", "zh", "--reason", "spam"}); err != nil {
		t.Fatal(err)
	}
	c, err := Load(Sources{Flags: fs})
	if err != nil || c.Reason != "auto" || c.Lang != "zh" {
		t.Fatalf("reason %q, lang %q, %v", c.Reason, c.Lang, err)
	}
}

func TestEnvironment(t *testing.T) {
	for _, tt := range []struct{ env, want string }{
		{"ONTOCRAWL_MAXPAGES=5", `environment variable ONTOCRAWL_MAXPAGES: unknown setting "maxpages"; did you mean "max-pages"?`},
		{"ONTOCRAWL_TAU=-1", "ONTOCRAWL_TAU: tau is -1, but it must be above 0"},
		{"ONTOCRAWL_WORKERS=many", `ONTOCRAWL_WORKERS: workers is "many", but it must be a whole number`},
		{"ONTOCRAWL_PHI=NaN", "ONTOCRAWL_PHI: phi is NaN, but it must be between 0 and 1"},
		{"ONTOCRAWL_CONTACT=me", "ONTOCRAWL_CONTACT: contact is me, but it must be an http(s) URL or a mailto: address"},
		{"ONTOCRAWL_ALPHA=0.5", "ONTOCRAWL_ALPHA: alpha is 0.5, but it must be such that alpha + beta + gamma + delta + epsilon add up to 1 (now 0.7)"},
		{"ONTOCRAWL_LANG=fr", `ONTOCRAWL_LANG: lang is "fr", but it must be one of zh, en`},
	} {
		_, err := Load(Sources{Environ: []string{tt.env}})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.env, err, tt.want)
		}
	}
}

func TestFiles(t *testing.T) {
	named := map[string][]string{"strategy": {"first", "second"}}
	good, _ := filepath.Glob("testdata/*.good.yaml")
	bad, _ := filepath.Glob("testdata/*.bad.yaml")
	if len(good) < 2 || len(bad) < 5 {
		t.Fatalf("testdata is missing: %d good, %d bad", len(good), len(bad))
	}
	for _, f := range good {
		if _, err := Load(Sources{File: f}); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, f := range bad {
		want, err := os.ReadFile(strings.TrimSuffix(f, ".yaml") + ".want")
		if err != nil {
			t.Fatal(err)
		}
		f = filepath.ToSlash(f)
		if _, err := Load(Sources{File: f, Values: named}); err == nil || err.Error() != string(want) {
			t.Errorf("%s:\n got %v\nwant %s", f, err, want)
		}
	}
}

func TestMissingFile(t *testing.T) {
	_, err := Load(Sources{File: filepath.Join(t.TempDir(), "none.yaml")})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want a wrapped os.ErrNotExist", err)
	}
}

// Several faults are reported together, each typed.
func TestAllFaultsAtOnce(t *testing.T) {
	_, err := Load(Sources{Environ: []string{"ONTOCRAWL_TAU=0", "ONTOCRAWL_WORKERS=0"}})
	var ve *ValueError
	if !errors.As(err, &ve) || ve.Key != "tau" {
		t.Fatalf("got %v", err)
	}
	if got := strings.Count(err.Error(), "\n"); got != 1 {
		t.Errorf("want two lines, got %q", err)
	}
}

func FuzzFile(f *testing.F) {
	f.Add([]byte("tau: 3\n"))
	f.Add([]byte("a: &x [*x]\n"))
	f.Add([]byte("map:\n  影响: includes\n  \"a, b: c\": is-a\n"))
	f.Add([]byte("? {}\n: 1\n"))
	f.Add([]byte("method_options: {tries: 7}\neta: .2\n"))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		f, err := parseFile("f.yaml", data, table())
		if err != nil {
			return
		}
		for _, r := range f.rules { // what a file says can be said in a flag
			back, err := parseRules(r.String(), r.From)
			if err != nil || len(back) != 1 || back[0] != r {
				t.Errorf("%+v as %s: %+v, %v", r, r, back, err)
			}
		}
	})
}

// TestPasswords: a URL of the settings is stored and shown without user and password;
// what may not have one says so without repeating it.
func TestPasswords(t *testing.T) {
	const url, secret = "http://user:hush-hush@proxy.example:8080", "hush-hush"
	c, err := Load(Sources{Environ: []string{"ONTOCRAWL_PROXY=" + url}})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Values()["proxy"]; got != "http://proxy.example:8080" || c.Proxy != url {
		t.Errorf("the value to show is %q; the one in force %q", got, c.Proxy)
	}
	if env := strings.Join(c.Environ(), " "); env != "ONTOCRAWL_PROXY=http://proxy.example:8080" {
		t.Errorf("environment %q", env)
	}
	if w := c.Warnings(); len(w) != 0 {
		t.Errorf("a variable is a reference, and yet: %v", w)
	}
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("proxy: "+url+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err = Load(Sources{File: file}); err != nil || len(c.Warnings()) != 1 || !strings.Contains(c.Warnings()[0].String(), "c.yaml:1: proxy: ") || strings.Contains(c.Warnings()[0].String(), secret) {
		t.Errorf("a file: %v, %v", c.Warnings(), err)
	}
	for name, env := range map[string][]string{
		"a proxy without a scheme":  {"ONTOCRAWL_PROXY=user:hush-hush@proxy.example:8080"},
		"a proxy of another kind":   {"ONTOCRAWL_PROXY=socks5://user:hush-hush@proxy.example"},
		"a contact with a password": {"ONTOCRAWL_CONTACT=https://me:hush-hush@a.example/"},
		"two references":            {"ONTOCRAWL_PROXY=http://a.example", "ONTOCRAWL_PROXY_AUTH_ENV=A", "ONTOCRAWL_PROXY_AUTH_FILE=b"},
		"a password for a name":     {"ONTOCRAWL_PROXY=http://a.example", "ONTOCRAWL_PROXY_AUTH_ENV=user:hush-hush"},
		"a reference for no proxy":  {"ONTOCRAWL_PROXY_AUTH_ENV=A"},
		"a choice that is a URL":    {"ONTOCRAWL_SITEMAPS=" + url},
		"a number that is a URL":    {"ONTOCRAWL_WORKERS=" + url},
	} {
		if _, err := Load(Sources{Environ: env}); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A new setting that names a file, a program or a variable says that it is set on the machine only.
func TestSettingsOfTheMachine(t *testing.T) {
	names := regexp.MustCompile(`(?i)\b(files?|folders?|program|variable|certificate)\b`)
	harmless := []string{"frontier-memory", "warc", "warc-size", "rotate-size"} // they speak of files that a run makes
	for _, k := range Keys() {
		if k.Machine == "" && (names.MatchString(k.Usage) || strings.HasSuffix(k.Name, "-file") || strings.HasSuffix(k.Name, "-env")) && !slices.Contains(harmless, k.Name) {
			t.Errorf("%s: %q, but it may be set at the page", k.Name, k.Usage)
		}
	}
}
