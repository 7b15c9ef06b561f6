package kinds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// answer is the part of an answer that is used (formatversion=2).
type wikiAnswer struct {
	Query struct {
		Usage []struct {
			Title string `json:"title"`
		} `json:"exturlusage"`
		Pages []struct {
			Title string `json:"title"`
			Links []struct {
				URL string `json:"url"`
			} `json:"extlinks"`
		} `json:"pages"`
	} `json:"query"`
	Continue map[string]any `json:"continue"`
	Error    *struct {
		Code string `json:"code"`
		Info string `json:"info"`
	} `json:"error"`
	Batch json.RawMessage `json:"batchcomplete"`
}

// get sends one request. next are the parameters of the next one; empty if this was the
// last. A wiki reports errors with status 200.
func (s *wikiSource) get(ctx context.Context, v url.Values) (a *wikiAnswer, next url.Values, r *crawl.Response, err error) {
	v = maps.Clone(v)
	for name, value := range map[string]string{"action": "query", "format": "json", "formatversion": "2", "maxlag": "5"} {
		v.Set(name, value)
	}
	u := *s.api
	u.RawQuery = v.Encode()
	r, err = s.client.Get(ctx, u.String(), "application/json")
	if err != nil {
		return nil, nil, nil, err
	}
	a = new(wikiAnswer)
	if err := decode(r, a); err != nil {
		return nil, nil, nil, err
	}
	switch {
	case a.Error != nil:
		return nil, nil, nil, a.fault()
	case len(a.Batch) == 0 && a.Continue == nil && len(a.Query.Usage) == 0 && len(a.Query.Pages) == 0:
		return nil, nil, nil, NotJSON(r, errors.New("no answer of a MediaWiki"))
	}
	next = url.Values{}
	for name, value := range a.Continue {
		if len(next) < 10 && name != "" && len(name) < 40 {
			next.Set(name, fmt.Sprintf("%.500v", value))
		}
	}
	return a, next, r, nil
}

// fault says what an error means (mediawiki.org, "API:Errors and warnings").
func (a *wikiAnswer) fault() error {
	e := &search.Error{Kind: search.Refused, Err: fmt.Errorf("%.40s: %s", Plain(a.Error.Code), Plain(a.Error.Info))}
	switch a.Error.Code {
	case "maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError":
		e.Kind = search.Unavailable
	}
	return e
}

// continuations remembers how a list goes on: the parameters of its page n.
type continuations struct {
	mu   sync.Mutex
	next map[string]url.Values // by the query and the page
}

const maxContinuations = 1000

func (c *continuations) get(key string) (url.Values, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.next[key]
	return v, ok
}

func (c *continuations) put(key string, v url.Values) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.next == nil || len(c.next) >= maxContinuations {
		c.next = map[string]url.Values{}
	}
	c.next[key] = v
}

// page returns page n of a list. What an earlier process knew of its continuation is
// asked for again.
func (s *wikiSource) page(ctx context.Context, v url.Values, n int) (a *wikiAnswer, more bool, r *crawl.Response, err error) {
	key := func(n int) string { return fmt.Sprint(n, " ", v.Encode()) }
	from := n
	for ; from > 1; from-- {
		if _, ok := s.follow.get(key(from)); ok {
			break
		}
	}
	for ; ; from++ {
		ask := maps.Clone(v)
		if next, ok := s.follow.get(key(from)); ok && from > 1 {
			maps.Copy(ask, next)
		}
		var next url.Values
		if a, next, r, err = s.get(ctx, ask); err != nil {
			return nil, false, nil, err
		}
		if len(next) > 0 {
			s.follow.put(key(from+1), next)
		}
		switch {
		case from == n:
			return a, len(next) > 0, r, nil
		case len(next) == 0: // the list is shorter
			return new(wikiAnswer), false, r, nil
		}
	}
}
