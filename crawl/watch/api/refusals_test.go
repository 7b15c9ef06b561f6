package api_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// empty is a daemon whose store knows nothing of any job, as a store does of one that there is not.
type empty struct{ *daemon }

func (empty) Runs(string, time.Time, int) ([]monitor.Run, error)               { return nil, nil }
func (empty) Stories(string, time.Time, int) ([]monitor.Story, error)          { return nil, nil }
func (empty) Transitions(string, int) ([]monitor.Transition, error)            { return nil, nil }
func (empty) Sources(string, monitor.SourceState) ([]monitor.NewSource, error) { return nil, nil }
func (empty) Notifications(string, time.Time, int, bool) ([]monitor.Notification, error) {
	return nil, nil
}
func (empty) Mentions(string, time.Time, time.Time) (map[string][]int, error) { return nil, nil }

// TestRefusals: a job that there is not, a method that a route has not, and a field that is given and empty.
func TestRefusals(t *testing.T) {
	h := api.New(empty{newDaemon()}, api.Options{})
	for ask, want := range map[string]int{
		"GET /jobs/typhoon/runs": 200, "GET /jobs/none/runs": 404, "GET /jobs/typhoon/stories": 200, "GET /jobs/none/stories": 404, "GET /jobs/none/notifications": 404,
		"GET /jobs/none/transitions": 404, "GET /jobs/typhoon/counts": 200, "GET /jobs/none/counts": 404, "GET /jobs/none/sources": 404, "GET /runs": 200, "GET /sources": 200,
		"GET /jobs/typhoon/runs?before=": 400, "GET /jobs/typhoon/runs?limit=": 400, "GET /jobs/typhoon/counts?to=": 400, "GET /sources?state=": 400,
		"POST /daemon": 405, "PUT /jobs/typhoon/runs/1": 405, "DELETE /sparql": 405, "GET /cluster/stop": 405, "GET /none": 404,
	} {
		method, path, _ := strings.Cut(ask, " ")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, api.Prefix+path, nil))
		if w.Code != want {
			t.Errorf("%s: %d %s; want %d", ask, w.Code, w.Body, want)
		}
		if allow := w.Header().Get("Allow"); (want == 405) != (allow != "") {
			t.Errorf("%s: Allow %q", ask, allow)
		}
	}
}

// An order is refused that encoding/json would read with a field that nobody sent, and one with more than an order.
func TestBodiesAreStrict(t *testing.T) {
	for _, tt := range []struct {
		path, body, has string
		status          int
	}{
		{"/jobs/typhoon/runs", `{}`, "", 202},
		{"/jobs/typhoon/runs", ``, "cannot be read", 400},
		{"/jobs/typhoon/runs", `{"x":1}`, "unknown field", 400},
		{"/jobs/typhoon/runs", `{} {}`, "follows", 400},
		{"/jobs/typhoon/runs", `null`, "null", 400},
		{"/jobs/typhoon/runs", `[]`, "cannot be read", 400},
		{"/jobs/typhoon/phase", `{"phase":"impact","for":"1h"}`, "", 202},
		{"/jobs/typhoon/phase", `{"phase":"impact"}`, `\"for\" is missing`, 400},
		{"/jobs/typhoon/phase", `{"phase":"impact","for":"1h","reason":null}`, "null", 400},
		{"/jobs/typhoon/taught", `{}`, `\"model\" is missing`, 400},
		{"/jobs/typhoon/ontology/refused", `{"offers":[null]}`, "null", 400},
		{"/jobs-file/check", `{"text":"","try":{"job":"typhoon","rule":"all"}}`, "", 200},
		{"/jobs-file/check", `{"text":"","try":{"job":"typhoon"}}`, `\"rule\" is missing`, 400},
		{"/jobs/typhoon/ontology/accepted", `{"offers":[{"id":"a"},{"as":"label"}]}`, `\"id\" is missing`, 400},
		{"/cluster/pause", `{}`, "no cluster is shown here", 404},
	} {
		d := newDaemon()
		shown, _ := ontologies(t)
		h := api.New(d, api.Options{Who: as(access.Admin), Control: d, JobsFile: &jobs{}, Teacher: &teacher{}, Ontologies: shown})
		r := httptest.NewRequest("POST", api.Prefix+tt.path, strings.NewReader(tt.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", `"0"`)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.has) {
			t.Errorf("%s %s: %d %s; want %d %q", tt.path, tt.body, w.Code, w.Body, tt.status, tt.has)
		}
	}
}
