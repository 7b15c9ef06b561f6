package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

func discoveryDoc() string { return string(read(filepath.Join("..", "..", "docs", "discovery.md"))) }

// The settings of search sources in the documentation can be used as they are, and a name
// of them on the command line.
func TestDocsSearchSources(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(discoveryDoc(), "```yaml\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok || !strings.HasPrefix(text, "search:\n") {
		t.Fatalf("the documentation shows no settings: %q", text)
	}
	file := write(t, t.TempDir(), "ontocrawl.yaml", text)
	r := ontocrawl(t, "config", "--config", file, "--json", "--search", "own", "--search", "searxng=http://localhost:8888")
	if r.code != 0 || !strings.Contains(r.out, `"value": "own,searxng=http://localhost:8888"`) || !strings.Contains(r.out, `"env": "ONTOCRAWL_SEARCH"`) {
		t.Errorf("%+v", r)
	}
	for _, item := range regexp.MustCompile(`--search (\S+=\S+)`).FindAllStringSubmatch(discoveryDoc(), -1) {
		chosen, err := search.Resolve(item[1], "--search", nil, kinds.All())
		if err == nil {
			err = search.Check(chosen, kinds.All())
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// A key in the settings file is an error that names the way out, and does not show.
func TestKeyInSettings(t *testing.T) {
	t.Parallel()
	const key = "d1st1nct-S3cret"
	for text, want := range map[string]string{
		"search:\n  paid:\n    kind: brave\n    key: " + key + "\n":                                        `:4: search paid: key: a key does not stand in the settings; put it in an environment variable and write its name: "key-env: MY_KEY"`,
		"search:\n  own: {kind: searxng, url: 'http://me:" + key + "@localhost'}\n":                        "holds a user or a password",
		"search:\n  own: {kind: json, items: r, url: 'http://a.example/?q={searchTerms}&key=" + key + "'}": "holds a key in key=",
		"search:\n  own: {kind: searxng, url: [" + key + "]}\n":                                            `:2: search: own: "url" takes one value`,
		"search:\n  own: " + key + "\n":                                                                    `:2: search: "own" takes settings of the form`,
		"search:\n  own: {kind: searxng, url: 'http://a.example', kind: " + key + "}\n":                    `was set in line 2 already`,
		"search:\n  own: {kind: searxng}\n  own: {kind: searxng}\n":                                        `search: "own" was defined in line 2 already`,
		"search: [" + key + "]\n":                                                                          "search takes sources of the form",
	} {
		file := write(t, t.TempDir(), "ontocrawl.yaml", text)
		r := ontocrawl(t, "config", "--config", file)
		if r.code != 2 || !strings.Contains(r.err, want) || strings.Contains(r.out+r.err, "S3cret") || !strings.Contains(r.err, "ontocrawl.yaml:") {
			t.Errorf("%s%+v\nwant %s", text, r, want)
		}
	}
}

// Neither does a key on the command line.
func TestKeyInFlag(t *testing.T) {
	t.Parallel()
	const key = "d1st1nct-S3cret"
	for flag, want := range map[string]string{
		"searxng=http://me:" + key + "@localhost":                 "--search: search searxng-localhost: url holds a user or a password",
		"searxng=http://localhost/?token=" + key:                  "holds a key in token=",
		"http://me:" + key + "@localhost":                         "an address alone is no source",
		"http://localhost/?key=" + key:                            `unknown kind "http://localhost/?key"`,
		"brave=https://a.example/?q={searchTerms}&api_key=" + key: "holds a key in api_key=",
		"own": `there is no source "own"; give KIND=URL`,
	} {
		r := ontocrawl(t, "config", "--search", flag)
		if r.code != 2 || !strings.Contains(r.err, want) || strings.Contains(r.out+r.err, "S3cret") {
			t.Errorf("%s: %+v\nwant %s", flag, r, want)
		}
	}
}

// The SearXNG under deploy answers in JSON, to this machine only, without a secret in its
// files; ontocrawl beside it is called as it is.
func TestDeploySearXNG(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "deploy", "searxng")
	var settings struct {
		Search struct{ Formats []string }
		Server map[string]any
	}
	if err := yaml.Unmarshal(read(filepath.Join(dir, "settings.yml")), &settings); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(settings.Search.Formats, " "), "json") || settings.Server["limiter"] != false || settings.Server["secret_key"] != nil {
		t.Errorf("%+v", settings)
	}
	var compose struct {
		Services map[string]struct {
			Ports, Volumes, Command []string
			Build                   struct{ Context, Dockerfile string }
		}
	}
	if err := yaml.Unmarshal(read(filepath.Join(dir, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	own, ours := compose.Services["searxng"], compose.Services["ontocrawl"]
	if len(own.Ports) != 1 || !strings.HasPrefix(own.Ports[0], "127.0.0.1:8888:") || len(own.Volumes) != 1 || !strings.HasPrefix(own.Volumes[0], "./settings.yml:/etc/searxng/settings.yml") {
		t.Errorf("%+v", own)
	}
	if !exists(filepath.Join(dir, ours.Build.Context, ours.Build.Dockerfile)) {
		t.Errorf("%+v", ours.Build)
	}
	cmd, rest, err := program.Ontocrawl(&cli.App{}).Find(ours.Command)
	if err != nil || cmd.Name() != "crawl" {
		t.Fatalf("%v: %v", ours.Command, err)
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Fatal(err)
	}
	chosen, err := search.Resolve(cmd.Flag("search").Value.String(), "--search", nil, kinds.All())
	if err != nil || len(chosen) != 1 || search.Check(chosen, kinds.All()) != nil {
		t.Errorf("%+v, %v", chosen, err)
	}
}

// TestBadInputsTested: each test that docs/discovery.md names is there.
func TestBadInputsTested(t *testing.T) {
	t.Parallel()
	var sources strings.Builder
	for _, dir := range []string{"../../crawl", "../../lab", "."} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, "_test.go") {
				sources.Write(read(path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+)`").FindAllStringSubmatch(string(read("../../docs/discovery.md")), -1)
	if len(named) < 50 {
		t.Fatalf("only %d tests are named", len(named))
	}
	for _, m := range named {
		if !strings.Contains(sources.String(), "func "+m[1]+"(") {
			t.Errorf("docs/discovery.md names %s, which is not there", m[1])
		}
	}
}
