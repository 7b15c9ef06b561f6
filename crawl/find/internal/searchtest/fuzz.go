package searchtest

import (
	"bytes"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// Fuzz asks a source of the kind that gets the body as the answer to each request, without
// a network, and checks what holds for any answer.
func Fuzz(t *testing.T, kind search.Kind, settings map[string]string, q search.Query, contentType string, body []byte) {
	values := map[string]search.Value{}
	for _, o := range kind.Options {
		if o.Default != "" {
			values[o.Name] = search.Value{Text: o.Default}
		}
	}
	values[search.SettingURL] = search.Value{Text: "https://api.example.org/"}
	for name, text := range settings {
		values[name] = search.Value{Text: text}
	}
	env := search.Env{UserAgent: userAgent, Contact: "mailto:test@example.org", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(bytes.NewReader(body)), Request: r}, nil
	})}
	s, err := kind.New(search.Settings{Name: "suite", Kind: kind.Name, Values: values}, env)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	a, err := s.Ask(t.Context(), q)
	if err == nil {
		harmless(t, a.Links)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("%v for %d bytes", took, len(body))
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
