package kinds_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/internal/searchtest"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// Every row is complete, and docs/discovery.md describes it.
func TestTable(t *testing.T) {
	doc, err := os.ReadFile("../../../../docs/discovery.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, k := range kinds.All() {
		if !search.ValidName(k.Name) || seen[k.Name] || k.Help == "" || strings.HasSuffix(k.Help, ".") || k.New == nil || k.NeedsKey && k.KeyHeader == "" {
			t.Errorf("%+v", k)
		}
		seen[k.Name] = true
		if !k.Local && (k.PerMinute == 0 || k.PerDay == 0 || k.TTL == 0) {
			t.Errorf("%s has no quota, or its answers are not kept", k.Name)
		}
		if !strings.Contains(string(doc), "\n| `"+k.Name+"` |") {
			t.Errorf("docs/discovery.md does not describe %s", k.Name)
		}
		for _, o := range k.Options {
			if o.Name == "" || o.Help == "" || !strings.Contains(string(doc), "`"+o.Name+"`") {
				t.Errorf("%s: %s is not described", k.Name, o.Name)
			}
		}
	}
}

// lines is a provider that the table does not have: a page of addresses, one a line. It is
// all that docs/adding.md says a provider needs.
type lines struct {
	client *kinds.Client
	home   *url.URL
}

func linesKind() search.Kind {
	return search.Kind{
		Name: "lines", Help: "addresses, one a line", URL: "the address of the list", PerMinute: 6, PerDay: 100, TTL: search.DefaultTTL, KeyHeader: "X-Key",
		New: func(s search.Settings, env search.Env) (search.Opened, error) {
			home, err := url.Parse(s.Text(search.SettingURL))
			if err != nil {
				return search.Opened{}, s.Errorf(search.SettingURL, "cannot be read")
			}
			return search.Opened{Source: &lines{kinds.NewClient(home, "X-Key", env), home}}, nil
		},
	}
}

func (s *lines) Can() search.Ops { return search.Set(search.Keyword) }

func (s *lines) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	r, err := s.client.Get(ctx, s.home.String()+"?q="+url.QueryEscape(kinds.Words(q.Text)), "text/plain")
	if err != nil {
		return search.Answer{}, err
	}
	body := strings.TrimSpace(string(r.Body))
	if !strings.HasPrefix(body, "#list") || !strings.HasSuffix(body, "#end") {
		return search.Answer{}, kinds.NotJSON(r, fmt.Errorf("it is no list"))
	}
	l := kinds.Results{Home: s.home}
	for line := range strings.Lines(body) {
		l.Add(kinds.Result{URL: strings.TrimSpace(line)})
	}
	return search.Answer{Links: l.Links(), Raw: r}, nil
}

// TestNewProvider keeps the walk "A search provider" in docs/adding.md: a provider
// is a package, a row, and a suite.
func TestNewProvider(t *testing.T) {
	searchtest.Run(t, &searchtest.Provider{
		Kind: linesKind(), Type: "text/plain", Query: search.Query{Text: "typhoon"},
		Answer: "#list\nhttps://a.example.org/\nhttps://b.example.org/\n#end", None: "#list\n#end",
		Want: []string{"https://a.example.org/", "https://b.example.org/"},
	})
	chosen, err := search.Resolve("lines=http://localhost:1", "--search", nil, append(kinds.All(), linesKind()))
	if err != nil || len(chosen) != 1 || chosen[0].Kind != "lines" {
		t.Errorf("%+v, %v", chosen, err)
	}
}
