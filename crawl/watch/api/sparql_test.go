package api_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// asker answers from a small graph.
type asker struct{}

func (asker) Ask(ctx context.Context, job, text string) (*sparql.Result, error) {
	if job == "none" {
		return nil, fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
	}
	var d sparql.Dataset
	err := turtle.Decode(strings.NewReader(`<urn:a> <urn:b> "x", "y\u001b[2J<b>" .`), rdfio.Options{}, func(t rdf.Triple) error { return d.Add("urn:g", t) })
	if err != nil {
		return nil, err
	}
	q, err := sparql.Parse(text, nil)
	if err != nil {
		return nil, err
	}
	if strings.Contains(text, "slow") {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 0)
		defer cancel()
	}
	return d.Run(ctx, q, sparql.Limits{Rows: 2})
}

func TestSPARQL(t *testing.T) {
	h := api.New(newDaemon(), api.Options{Asker: asker{}})
	const all, form, query = "SELECT ?o { ?s ?p ?o } ORDER BY ?o", "application/x-www-form-urlencoded", "application/sparql-query"
	for _, tt := range []struct {
		name, params, kind, body, accept string
		status                           int
		answer, has                      string
	}{
		{"get", "query=" + url.QueryEscape(all), "", "", "", 200, "application/sparql-results+json", `"value": "x"`},
		{"form", "", form, "query=" + url.QueryEscape(all), "text/csv", 200, "text/csv; charset=utf-8", "o\r\nx\r\n"},
		{"query", "", query, all, "text/tab-separated-values;q=0.9, text/csv;q=0.1", 200, "text/tab-separated-values; charset=utf-8", "?o\n\"x\"\n"},
		{"any", "", query, all, "text/html, */*;q=0.1", 200, "application/sparql-results+json", "bindings"},
		{"json", "", query, "ASK { ?s ?p ?o }", "application/json", 200, "application/json", `"boolean": true`},
		{"xml", "", query, all, "application/sparql-results+xml", 200, "application/sparql-results+xml", "<literal>x</literal>"},
		{"xml of ask", "", query, "ASK { ?s ?p ?o }", "application/xml", 200, "application/xml", "<boolean>true</boolean>"},
		{"construct", "", query, "CONSTRUCT WHERE { ?s ?p ?o }", "", 200, "text/turtle; charset=utf-8", "<urn:a> <urn:b>"},
		{"n-triples", "", query, "CONSTRUCT WHERE { ?s ?p ?o }", "application/n-triples", 200, "application/n-triples", "<urn:a> <urn:b> \"x\" ."},
		{"no such form", "", query, "ASK {}", "text/csv", 406, "application/problem+json", "Accept"},
		{"refused by quality", "", query, "ASK {}", "*/*;q=0", 406, "application/problem+json", "Accept"},
		{"wrong", "", query, "SELECT * {", "", 400, "application/problem+json", "query:1:11"},
		{"update", "", form, "update=" + url.QueryEscape("CLEAR ALL"), "", 400, "application/problem+json", "cannot be chosen or changed"},
		{"update as query", "", query, "CLEAR ALL", "", 400, "application/problem+json", "CLEAR is refused"},
		{"other graphs", "default-graph-uri=urn:x&query=ASK+%7B%7D", "", "", "", 400, "application/problem+json", "cannot be chosen"},
		{"none", "", "", "", "", 400, "application/problem+json", "there are 0 questions"},
		{"two", "query=ASK+%7B%7D&query=ASK+%7B%7D", "", "", "", 400, "application/problem+json", "there are 2 questions"},
		{"another kind", "", "application/json", "{}", "", 415, "application/problem+json", "application/sparql-query"},
		{"too many rows", "", query, "SELECT * { ?a ?b ?c . ?d ?e ?f }", "", 400, "application/problem+json", "more rows than allowed"},
		{"too slow", "", query, "SELECT * { ?a ?b ?c FILTER(?c != \"slow\") }", "", 503, "application/problem+json", "took too long"},
		{"unknown job", "job=none", query, "ASK {}", "", 404, "application/problem+json", "none"},
		{"too long", "", query, strings.Repeat(" ", 5*sparql.LongestQuery), "", 400, "application/problem+json", "too large"},
	} {
		method := "GET"
		if tt.kind != "" {
			method = "POST"
		}
		r := httptest.NewRequest(method, api.Prefix+"/sparql?"+tt.params, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", tt.kind)
		if tt.accept != "" {
			r.Header.Set("Accept", tt.accept)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.status || w.Header().Get("Content-Type") != tt.answer || !strings.Contains(w.Body.String(), tt.has) || strings.Contains(w.Body.String(), "\x1b") {
			t.Errorf("%s: %d %s %.200q, want %d %s %q", tt.name, w.Code, w.Header().Get("Content-Type"), w.Body, tt.status, tt.answer, tt.has)
		}
	}
	w := httptest.NewRecorder()
	api.New(newDaemon(), api.Options{}).ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"/sparql?query=ASK+%7B%7D", nil))
	if w.Code != 404 {
		t.Errorf("without an asker: %d", w.Code)
	}
}
