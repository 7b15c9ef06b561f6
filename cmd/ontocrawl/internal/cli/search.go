package cli

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// definedSearch is the search sources that the settings file defines. They are checked
// whether they are asked or not, so that a key in the file is found at once.
func definedSearch(c *config.Config) ([]search.Settings, error) {
	var all []search.Settings
	for _, d := range c.SearchSources {
		s := search.Settings{Name: d.Name, Where: d.From.String(), Values: map[string]search.Value{}}
		for _, v := range d.Values {
			if v.Name == "kind" {
				s.Kind = v.Text
				continue
			}
			s.Values[v.Name] = search.Value{Text: v.Text, Where: v.From.String()}
		}
		all = append(all, s)
	}
	return all, searchError(search.Check(all, kinds.All()))
}

// SearchSettings is the search sources that the settings choose, checked; none if they
// choose none.
func SearchSettings(c *config.Config) ([]search.Settings, error) {
	defined, err := definedSearch(c)
	if err != nil {
		return nil, err
	}
	chosen, err := search.Resolve(c.Search, c.From["search"].String(), defined, kinds.All())
	if err == nil {
		err = search.Check(chosen, kinds.All())
	}
	return chosen, searchError(err)
}

// openSearch opens the search sources that the settings choose. Counts of requests and
// answers are kept in the folder dir, mostly a run folder.
func (a *App) openSearch(c *config.Config, dir string) (*search.Sources, error) {
	chosen, err := SearchSettings(c)
	if err != nil {
		return nil, err
	}
	opt, err := a.FetchOptions(c.FetchSettings)
	if err != nil {
		return nil, err
	}
	client, err := fetch.New(opt)
	if err != nil {
		return nil, Usage(err)
	}
	defer client.Close() //nolint:errcheck // it made no connection
	d := search.Deps{
		Kinds: kinds.All(), Dir: filepath.Join(cmp.Or(dir, c.Out), search.Dir), LookupEnv: a.lookupEnv,
		UserAgent: client.UserAgent(), Contact: c.Contact, AllowPrivate: c.AllowPrivate, Log: a.Logger(c),
		Proxy: opt.Proxy,
	}
	sources, err := search.Open(chosen, d)
	return sources, searchError(err)
}

// SearchSpec returns what the settings say of search sources. Counts and answers are kept
// in the folder dir.
func (a *App) SearchSpec(c *config.Config, dir string) (s session.Search) {
	if c.Search == "" {
		return s
	}
	s.Queries, s.Langs = c.Queries, topic.Split(c.SearchLang)
	s.Open = func() ([]session.SearchSource, io.Closer, error) {
		opened, err := a.openSearch(c, dir)
		if err != nil {
			return nil, nil, err
		}
		var sources []session.SearchSource
		for _, src := range opened.All() {
			sources = append(sources, session.SearchSource{Name: src.Name(), Source: src})
		}
		return sources, opened, nil
	}
	return s
}

// searchError gives a fault of the settings its exit code.
func searchError(err error) error {
	var fault *search.SettingError
	if errors.As(err, &fault) {
		return Usage(err)
	}
	return Failure(err)
}

// lookupEnv finds a variable; the last one of a name counts, as in os/exec.
func (a *App) lookupEnv(name string) (value string, ok bool) {
	for _, kv := range a.Env {
		if n, v, found := strings.Cut(kv, "="); found && n == name {
			value, ok = v, true
		}
	}
	return value, ok
}
