package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// said is rules without their places.
func said(rules []rule) string {
	var all []string
	for _, r := range rules {
		all = append(all, r.Property+" -> "+r.Meaning)
	}
	return strings.Join(all, "; ")
}

func TestParseRules(t *testing.T) {
	tests := []struct{ text, want, err string }{
		{"", "", ""},
		{"partOf: includes", "partOf -> includes", ""},
		{"影响：includes，hasGrade:ignore、p: is-a,", "影响 -> includes; hasGrade -> ignore; p -> is-a", ""},
		{"http://x.org/o#p: included-by", "http://x.org/o#p -> included-by", ""},
		{"obo:BFO_0000050: included-by", "obo:BFO_0000050 -> included-by", ""},
		{`"causes, or brings": includes, p: ignore`, "causes, or brings -> includes; p -> ignore", ""},
		{`"a\"b" : core`, `a"b -> core`, ""},
		{"a: includes\nb: ignore\n", "a -> includes; b -> ignore", ""},
		{"partOf", "", `--map: map holds "partOf", but it must be of the form "property: includes"`},
		{": includes", "", `--map: map holds ": includes", but it must be of the form "property: includes"`},
		{"partOf:", "", `--map: map holds "partOf:", but it must be of the form "property: includes"`},
		{`"partOf: includes`, "", `--map: map holds a quotation mark that is not closed: "partOf: includes`},
		{`"a"b: includes`, "", `--map: map holds "b" between "a" and its colon`},
		{"a: includes, a: ignore", "", `--map: map says twice what "a" means`},
	}
	for _, tt := range tests {
		rules, err := parseRules(tt.text, Source{"flag", "--map"})
		if got := errText(err); got != tt.err || said(rules) != tt.want {
			t.Errorf("%q:\n got %s, %s\nwant %s, %s", tt.text, said(rules), got, tt.want, tt.err)
		}
		back, err := parseRules(rulesText(rules), Source{"flag", "--map"})
		if err != nil || !slices.Equal(back, rules) {
			t.Errorf("%q comes back from %q as %v, %v", tt.text, rulesText(rules), back, err)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// The rules may be lines of the settings file; each knows its line, and names
// keep their capitals.
func TestRulesInFile(t *testing.T) {
	file := write(t, "o.yaml", `tau: 8
map:
  partOf: included-by
  治疗: ignore
  http://x.org/o#Causes: includes
  "a, b: c": is-a
`)
	c, err := Load(Sources{File: file})
	if err != nil {
		t.Fatal(err)
	}
	want := []rule{
		{"partOf", "included-by", Source{"file", file + ":3"}},
		{"治疗", "ignore", Source{"file", file + ":4"}},
		{"http://x.org/o#Causes", "includes", Source{"file", file + ":5"}},
		{"a, b: c", "is-a", Source{"file", file + ":6"}},
	}
	if !slices.Equal(c.Rules, want) {
		t.Errorf("rules %+v\n want %+v", c.Rules, want)
	}
	if c.Map != `partOf: included-by, 治疗: ignore, http://x.org/o#Causes: includes, "a, b: c": is-a` || c.Tau != 8 {
		t.Errorf("map %s, tau %v", c.Map, c.Tau)
	}
	if got := c.From["map"].String(); got != file+":2" {
		t.Errorf("map comes from %s", got)
	}

	c, err = Load(Sources{File: file, Environ: []string{"ONTOCRAWL_MAP=p: core"}})
	if err != nil || said(c.Rules) != "p -> core" || c.Rules[0].From.String() != "ONTOCRAWL_MAP" {
		t.Errorf("the environment is stronger than the file: %+v, %v", c.Rules, err)
	}
}

// map may name a file of its own, wherever it is set.
func TestRulesInFileOfTheirOwn(t *testing.T) {
	file := write(t, "map.yaml", "# ours\n影响: includes\n")
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	Bind(fs, "map")
	if err := fs.Parse([]string{"--map=@" + file}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []Sources{{Flags: fs}, {Environ: []string{"ONTOCRAWL_MAP=@" + file}}, {File: write(t, "o.yaml", "map: \"@"+file+"\"\n")}} {
		c, err := Load(s)
		if err != nil {
			t.Fatal(err)
		}
		want := rule{"影响", "includes", Source{"file", file + ":2"}}
		if len(c.Rules) != 1 || c.Rules[0] != want || c.Map != "影响: includes" {
			t.Errorf("rules %+v, map %q", c.Rules, c.Map)
		}
	}
}

func TestBadRuleFiles(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `: holds no rule; expected lines of the form "影响: includes"`},
		{"{}", `:1: holds no rule; expected lines of the form "影响: includes"`},
		{"- a\n- b\n", `:1: expected lines of the form "影响: includes"`},
		{"a: includes\nb:\n", `:2: property "b" takes one meaning, such as includes`},
		{"a: includes\nb: [is-a]\n", `:2: property "b" takes one meaning, such as includes`},
		{"a: includes, b\n", `:1: property "a" takes one meaning, such as includes`},
		{"a: includes\na: ignore\n", `:2: property "a" was given a meaning in line 1 already`},
		{"? [a]\n: includes\n", `:1: expected the name of a property: its IRI, local name or a label`},
	}
	for _, tt := range tests {
		file := write(t, "map.yaml", tt.text)
		if _, err := Load(Sources{Environ: []string{"ONTOCRAWL_MAP=@" + file}}); errText(err) != file+tt.want {
			t.Errorf("%q:\n got %v\nwant %s%s", tt.text, err, file, tt.want)
		}
	}
	file := write(t, "o.yaml", "tau: 8\nmap: [a, b]\n")
	if _, err := Load(Sources{File: file}); errText(err) != file+`:2: map takes lines of the form "影响: includes", or one text` {
		t.Errorf("got %v", err)
	}
	if _, err := Load(Sources{Environ: []string{"ONTOCRAWL_MAP=@/none.yaml"}}); err == nil || !strings.Contains(err.Error(), "ONTOCRAWL_MAP: map: open /none.yaml") {
		t.Errorf("got %v", err)
	}
}
