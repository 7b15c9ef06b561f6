package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
)

// The detail of an error is in the first language that a person accepts and the program has; all else
// is the same for everybody, and whoever says nothing gets English.
func TestErrorsInLanguage(t *testing.T) {
	h := api.New(newDaemon(), api.Options{})
	const english = "no such route; /api/v1/openapi.yaml lists them"
	const chinese = "没有这样的路径；/api/v1/openapi.yaml 列出全部"
	for accept, want := range map[string]string{
		"": english, "*": english, "en-GB,zh;q=0.9": english, "fr,zh-Hant;q=0.8,en;q=0.5": chinese, "zh-CN": chinese, "zh;q=;": english,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, api.Prefix+"/nothing", nil)
		if accept != "" {
			r.Header.Set("Accept-Language", accept)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var p, all struct {
			Status        int
			Title, Detail string
		}
		all.Status, all.Title, all.Detail = http.StatusNotFound, "Not Found", want
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p != all || w.Header().Get("Vary") != "Accept-Language" {
			t.Errorf("%q: %d %+v, Vary %q", accept, w.Code, p, w.Header().Get("Vary"))
		}
	}
}
