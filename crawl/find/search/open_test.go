package search_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// settings returns the settings of one source, as a YAML file has them.
func settings(kind string, keyValues ...string) search.Settings {
	s := search.Settings{Name: "own", Kind: kind, Where: "a.yaml:3", Values: map[string]search.Value{}}
	for i := 0; i+1 < len(keyValues); i += 2 {
		s.Values[keyValues[i]] = search.Value{Text: keyValues[i+1], Where: fmt.Sprintf("a.yaml:%d", 4+i/2)}
	}
	return s
}

const secret = "d1st1nct-S3cret"

func TestFaults(t *testing.T) {
	for _, x := range []struct {
		s    search.Settings
		want string
	}{
		{settings("searxg", "url", "http://a.example"), `a.yaml:3: search own: unknown kind "searxg"; did you mean "searxng"?`},
		{settings(""), "a.yaml:3: search own: has no kind; there are searxng, opensearch, json, yacy"},
		{settings("searxng"), "a.yaml:3: search own: kind searxng needs the setting url: the address of the instance"},
		{settings("searxng", "url", "localhost:8888"), "a.yaml:4: search own: url must be an http or https URL"},
		{settings("searxng", "url", "http://a.example", "perday", "5"), `a.yaml:5: search own: kind searxng has no setting "perday"; did you mean "per-day"?`},
		{settings("searxng", "url", "http://a.example", "per-day", "-5"), `a.yaml:5: search own: per-day is "-5", but it must be a whole number, 0 or more`},
		{settings("searxng", "url", "http://a.example", "key", secret), `a.yaml:5: search own: key: a key does not stand in the settings; put it in an environment variable and write its name: "key-env: MY_KEY"`},
		{settings("searxng", "url", "http://a.example", "API_Key", secret), "a.yaml:5: search own: API_Key: a key does not stand in the settings"},
		{settings("searxng", "url", "http://me:"+secret+"@a.example"), "a.yaml:4: search own: url holds a user or a password"},
		{settings("searxng", "url", "http://a.example/?api_key="+secret), "a.yaml:4: search own: url holds a key in api_key="},
		{settings("searxng", "url", "http://a.example/?%61pi_key="+secret), "a.yaml:4: search own: url holds a key in api_key="},
		{settings("searxng", "url", "http://a b/"+secret), "a.yaml:4: search own: url must be an http or https URL"},
		{settings("searxng", "url", "http://a.example", "key-env", secret), "a.yaml:5: search own: key-env must be the name of an environment variable"},
		{settings("searxng", "url", "http://a.example", "key-env", "NOT_SET"), "a.yaml:5: search own: key-env names the environment variable NOT_SET, which is not set; set it to the key"},
		{settings("searxng", "url", "http://a.example", "key-env", "EMPTY"), "environment variable EMPTY, which is not set"},
		{settings("searxng", "url", "http://a.example", "key-env", "BROKEN"), "environment variable BROKEN, which holds a character"},
		{settings("searxng", "url", "http://a.example", "key-env", "GOOD", "key-header", "X: Y"), `a.yaml:6: search own: key-header is "X: Y"`},
		{settings("cdx", "key-env", "GOOD"), `a.yaml:4: search own: kind cdx has no setting "key-env"`},
		{settings("cdx", "crawl", "../x"), `a.yaml:4: search own: crawl is "../x"`},
		{settings("webgraph", "url", "/nowhere"), `a.yaml:4: search own: url is "/nowhere"`},
		{settings("webgraph", "url", "/nowhere", "per-day", "3"), `kind webgraph has no setting "per-day"`},
		{settings("marginalia"), "kind marginalia needs a key"},
		{search.Settings{Name: "Own Name", Kind: "searxng", Where: "a.yaml:3"}, `"Own Name" cannot be the name of a source`},
		{search.Settings{Name: "../x", Kind: "searxng", Where: "a.yaml:3"}, `"../x" cannot be the name of a source`},
	} {
		all, err := search.Open([]search.Settings{x.s}, search.Deps{Kinds: kinds.All(), Dir: t.TempDir(), Contact: "mailto:a@example.org",
			LookupEnv: func(name string) (string, bool) {
				v, ok := map[string]string{"GOOD": secret, "EMPTY": " ", "BROKEN": "a\nb"}[name]
				return v, ok
			}})
		var fault *search.SettingError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v\nwant %s (%v)", x.s, err, x.want, all)
		}
	}
}

// All faults are said at once; a name is used once.
func TestAllFaults(t *testing.T) {
	a, b := settings("searxng"), settings("nothing")
	b.Name = "other"
	_, err := search.Open([]search.Settings{a, b, a}, search.Deps{Kinds: kinds.All(), Dir: t.TempDir()})
	if err == nil || strings.Count(err.Error(), "\n") != 2 || !strings.Contains(err.Error(), "there is a source of that name already, at a.yaml:3") {
		t.Error(err)
	}
	if err := search.Check([]search.Settings{a, b}, kinds.All()); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Error(err)
	}
}

func TestResolve(t *testing.T) {
	defined := []search.Settings{settings("searxng", "url", "http://a.example")}
	got, err := search.Resolve(" own, searxng=http://localhost:8888 ,mwmbl,,webgraph=/data/Graph 1/", "--search", defined, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range got {
		names = append(names, s.Name+" "+s.Kind)
	}
	if want := "own searxng|searxng-localhost-8888 searxng|mwmbl mwmbl|webgraph-data-graph-1 webgraph"; strings.Join(names, "|") != want {
		t.Errorf("%s\nwant %s", strings.Join(names, "|"), want)
	}
	for chosen, want := range map[string]string{
		"owm":                                `--search: search: there is no source "owm"; did you mean "own"?`,
		"http://me:" + secret + "@a.example": "--search: search: an address alone is no source; write KIND=URL",
		"typhoon":                            `there is no source "typhoon"; the settings have own`,
	} {
		if _, err := search.Resolve(chosen, "--search", defined, kinds.All()); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), secret) {
			t.Errorf("%v; want %s", err, want)
		}
	}
	if _, err := search.Resolve("typhoon", "--search", nil, kinds.All()); err == nil || !strings.Contains(err.Error(), "give KIND=URL such as searxng=http://localhost:8888") {
		t.Error(err)
	}
	// The name of a source that is given by its URL holds neither a user nor a query.
	if s := search.Inline("searxng=http://me:"+secret+"@a.example/x?key="+secret, "--search"); strings.Contains(s.Name, "s3cret") || !search.ValidName(s.Name) {
		t.Errorf("%q", s.Name)
	}
}

// However a key is printed or encoded, it does not show.
func TestKey(t *testing.T) {
	env := search.Env{Key: search.NewKey(secret)}
	b, err := json.Marshal(map[string]any{"k": env.Key})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{fmt.Sprint(env.Key), fmt.Sprintf("%v %+v %#v %s %q %x %d", env, env, env, env.Key, env.Key, env.Key, env.Key), fmt.Sprintf("%#v", &env.Key), string(b), env.Key.LogValue().String()} {
		if strings.Contains(s, secret) || strings.Contains(s, fmt.Sprintf("%x", secret)) {
			t.Errorf("%s", s)
		}
	}
	if env.Key.Reveal() != secret {
		t.Error("the key is lost")
	}
}
