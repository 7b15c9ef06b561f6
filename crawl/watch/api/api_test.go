package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// evil is a name that a page may have.
const evil = "<script>alert(1)</script>\x1b[2J\u202egnp"

// daemon is a daemon with one job of two runs.
type daemon struct {
	runs    []monitor.Run
	ordered []string
	closed  bool
}

func newDaemon() *daemon {
	return &daemon{runs: []monitor.Run{
		{Job: "typhoon", Number: 2, Due: noon, Trigger: monitor.Scheduled, Started: noon, Outcome: monitor.Running, Phase: monitor.Watch},
		{Job: "typhoon", Number: 1, Due: noon.Add(-time.Hour), Trigger: monitor.ByHand, Started: noon.Add(-time.Hour), Ended: noon.Add(-time.Minute), Outcome: monitor.Done, New: 1},
	}}
}

func (d *daemon) Cards(job string) (*eventgraph.Cards, eventgraph.Standing, error) {
	if job != "typhoon" {
		return nil, eventgraph.Standing{}, fs.ErrNotExist
	}
	dead := eventgraph.Figure{Kind: "dead", Value: 4, Unit: "people", Day: "2024-09-07", Trust: .9, URL: "http://a.test/1", Title: evil, Sentence: evil}
	return &eventgraph.Cards{At: noon, Pages: 3, Events: 2, Cards: []eventgraph.Card{{
		ID: "e1", IRI: "https://ontocrawl.github.io/event/storm/wp/2024/yagi", Kind: "storm", Season: 2024, Names: []eventgraph.Named{{Text: "Yagi", Lang: "en"}},
		Places: []eventgraph.PlaceOnCard{{IRI: "urn:hainan", Name: "Hainan", Local: "海南", Lat: 19, Lon: 110, Told: 2}}, Pages: 2,
		Told: []eventgraph.Teller{{URL: "http://a.test/1", Title: evil, Why: "name Yagi"}}, Figures: []eventgraph.Figure{dead},
		Chains:     []eventgraph.Chain{{Kind: "dead", Where: "Hainan", Steps: []eventgraph.Step{{Value: 4, Unit: "people", AsOf: noon, How: eventgraph.First, Told: 1, URL: "http://a.test/1", Text: evil}}}},
		Contradict: []eventgraph.Conflict{{Kind: "dead", Day: "2024-09-07", Figures: []eventgraph.Figure{dead, dead}}},
	}}}, eventgraph.Standing{Order: true}, nil
}

func (d *daemon) DecideEvent(_ context.Context, job string, o eventgraph.Order) error {
	switch {
	case o.Event != "e1":
		return fmt.Errorf("event: %w", fs.ErrNotExist)
	case o.What == "delete":
		return &eventgraph.DecisionError{Field: "what", Why: english.Phrasef("%q is none", o.What)}
	}
	d.ordered = append(d.ordered, fmt.Sprintf("%s %s %s by %s: %s", o.What, job, o.Event, o.By, o.Note))
	return nil
}

func (d *daemon) Update(job string) error { d.ordered = append(d.ordered, "events "+job); return nil }

func (d *daemon) has(job string) error {
	if job != "typhoon" && job != "" {
		return monitor.ErrNotFound
	}
	return nil
}

func (d *daemon) Runs(job string, before time.Time, n int) ([]monitor.Run, error) {
	var runs []monitor.Run
	for _, r := range d.runs {
		// Those of the same time as the last come with it.
		if (before.IsZero() || r.Due.Before(before)) && (len(runs) < n || r.Due.Equal(runs[len(runs)-1].Due)) {
			runs = append(runs, r)
		}
	}
	return runs, d.has(job)
}

func (d *daemon) Run(job string, number int) (monitor.Run, error) {
	for _, r := range d.runs {
		if r.Job == job && r.Number == number {
			return r, nil
		}
	}
	return monitor.Run{}, monitor.ErrNotFound
}

func find() monitor.Event {
	return monitor.Event{Job: "typhoon", Run: 1, Seq: 7, Kind: monitor.New, URL: "http://a.test/1", Host: "a.test", Title: evil, Relevance: .75, Relevant: true,
		Concepts:  []monitor.Concept{{IRI: "urn:typhoon", Name: "台风", Label: "台风", Place: "title", Count: 2, Share: .75}},
		Published: crawl.Instant(noon.Add(-time.Hour)), PublishedBy: "json-ld", Captured: noon, Story: "s1", Phase: monitor.Watch}
}

func (d *daemon) Events(string, int) ([]monitor.Event, error) { return []monitor.Event{find()}, nil }

func (d *daemon) Stories(job string, _ time.Time, _ int) ([]monitor.Story, error) {
	return []monitor.Story{{ID: "s1", Job: "typhoon", Title: evil, URL: "http://a.test/1", Host: "a.test", First: noon, Last: noon, Relevance: .75, Pages: []string{"http://a.test/1"}, Run: 1}}, d.has(job)
}

func (d *daemon) Notifications(job string, _ time.Time, _ int, waiting bool) ([]monitor.Notification, error) {
	l := monitor.Notification{ID: "l1", Job: "typhoon", Rule: "red", Receiver: "daemon", Story: "s1", Created: noon, Due: noon, Event: find(), Title: evil}
	if !waiting {
		l.Sent = noon
	}
	return []monitor.Notification{l}, d.has(job)
}

func (d *daemon) Transitions(job string, n int) ([]monitor.Transition, error) {
	return []monitor.Transition{{Job: "typhoon", At: noon, To: monitor.Watch, By: "hand", Reason: evil, Until: noon.Add(time.Hour), Held: true}}[:min(1, n)], d.has(job)
}

// mentions has one mention of typhoon in each hour and three of rain in the first.
func (d *daemon) Mentions(job string, from, to time.Time) (map[string][]int, error) {
	hours := int((to.Sub(from) + time.Hour - 1) / time.Hour)
	rain := make([]int, hours)
	rain[0] = 3
	return map[string][]int{"urn:typhoon": slices.Repeat([]int{1}, hours), "urn:rain": rain}, d.has(job)
}

func (d *daemon) Daemon(context.Context) (api.Daemon, error) {
	return api.Daemon{Now: noon, Version: "test", Free: -1, Jobs: []api.Job{{Name: "typhoon", Topic: "typhoon", Schedule: "@every 1h", State: api.Working, Open: &d.runs[0], Last: &d.runs[1],
		Next: noon.Add(time.Hour)}}, Notices: []api.Notice{{At: noon, Text: "the disk is nearly full"}}}, nil
}

func (d *daemon) Live(_ context.Context, job string) (api.Live, error) {
	return api.Live{Alive: true, State: "crawling", Totals: rundir.Totals{Pages: 3, Relevant: 1}, Curve: []api.Point{{1, 0}, {3, 1}}}, d.has(job)
}

func (d *daemon) Graph(_ context.Context, job string) (api.Graph, error) {
	return api.Graph{Concepts: []api.Node{{IRI: "urn:typhoon", Zh: "台风", En: "typhoon", Weight: 1}, {IRI: "urn:rain", En: "rain", Depth: 1}},
		Edges: []api.Edge{{From: 1, To: 0, Kind: "includes"}}}, d.has(job)
}

func (d *daemon) RunNow(job string) (time.Time, error) {
	if err := d.has(job); err != nil {
		return time.Time{}, err
	}
	if d.closed {
		return time.Time{}, monitor.ErrClaimed
	}
	d.ordered = append(d.ordered, "run "+job)
	return noon, nil
}

func (d *daemon) SetPhase(job string, p monitor.Phase, long time.Duration, reason string) error {
	d.ordered = append(d.ordered, job+" "+p.String()+" "+long.String()+" "+reason)
	return d.has(job)
}

func (d *daemon) Decide(o monitor.Decision) error {
	d.ordered = append(d.ordered, o.Job+" "+string(o.State)+" "+o.Site+" "+o.By+" "+o.Reason)
	return d.has(o.Job)
}

func (d *daemon) Pause(p monitor.Pause) error {
	d.ordered = append(d.ordered, "pause "+p.Job+" "+p.By+" "+p.Reason)
	return d.has(p.Job)
}

func (d *daemon) Resume(job string) error {
	d.ordered = append(d.ordered, "resume "+job)
	return d.has(job)
}

func (d *daemon) Stop(job string) error {
	if d.closed {
		return &api.OrderError{Err: errors.New("no run is being made")}
	}
	d.ordered = append(d.ordered, "stop "+job)
	return d.has(job)
}

func (d *daemon) TestAlert(_ context.Context, job, receiver string, send bool) ([]notify.Tested, error) {
	d.ordered = append(d.ordered, fmt.Sprintf("test %s %q %v", job, receiver, send))
	return []notify.Tested{{Receiver: "duty", Kind: "webhook", Job: job, Sent: send, Preview: evil}, {Receiver: "mail", Kind: "email", Error: "no route"}}, d.has(job)
}

func (d *daemon) Sources(job string, state monitor.SourceState) ([]monitor.NewSource, error) {
	s := monitor.NewSource{Job: "typhoon", Site: "a.test", State: monitor.Undecided, Found: noon, Run: 2, Via: &crawl.Via{Source: "own", Query: evil, Op: "kw", Concepts: []string{"urn:rain"}, Lang: "en", Rank: 3, Page: 1},
		Pages: []monitor.SourcePage{{URL: "http://a.test/1", Title: evil, Relevance: .5, Concepts: []monitor.Concept{{IRI: "urn:rain"}}}}}
	if state != "" && state != s.State {
		return nil, d.has(job)
	}
	return []monitor.NewSource{s, {Job: "typhoon", Site: "b.test", State: monitor.Refused, Decided: noon, By: "ann", Reason: evil}}, d.has(job)
}

func (d *daemon) Index() api.Index { return api.Index{State: "none"} }
func (d *daemon) Build() error     { d.ordered = append(d.ordered, "index"); return nil }
func (d *daemon) Search(_ context.Context, q, _ string, _ int) ([]api.Hit, error) {
	return []api.Hit{{Job: "typhoon", URL: "http://a.test/1", Title: evil, Captured: noon, Parts: []api.Part{{Text: "a "}, {Text: q, Found: true}}}}, nil
}

// as says that somebody of a role asks.
func as(role access.Role) func(*http.Request) access.Person {
	return func(*http.Request) access.Person { return access.Person{Name: "ann", Role: role} }
}

// shiftsOf makes reports of what d has.
func shiftsOf(d *daemon) *shift.Maker {
	return &shift.Maker{Reader: d, Job: func(name string) (*monitor.Job, error) { return &monitor.Job{Name: name, Zone: time.UTC}, d.has(name) }, Cards: func(job string) (*eventgraph.Cards, error) {
		c, _, err := d.Cards(job)
		return c, err
	}}
}

func handler(d *daemon) *api.Handler {
	return api.New(d, api.Options{Who: as(access.Admin), Control: d, Search: d, Told: d, Shifts: shiftsOf(d), JobsFile: &jobs{text: "jobs: []\n"}, Teacher: &teacher{}, Cluster: &fleet{}, Now: func() time.Time { return noon }})
}

// description is the OpenAPI file, as a router and validator.
func description(t *testing.T) routers.Router {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Description)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	r, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDeprecated: the routes of release 0.1 answer like the new ones.
func TestDeprecated(t *testing.T) {
	h := api.New(newDaemon(), api.Options{Now: func() time.Time { return noon }})
	ask := func(path string) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+path, nil))
		if w.Code != 200 {
			t.Errorf("%s: status %d", path, w.Code)
		}
		return w.Body.String()
	}
	for old, now := range map[string]string{
		"/desk": "/daemon", "/letters": "/notifications",
		"/jobs/typhoon/letters": "/jobs/typhoon/notifications", "/jobs/typhoon/turns": "/jobs/typhoon/transitions",
	} {
		if got, want := ask(old), ask(now); got != want {
			t.Errorf("%s answers %s, but %s answers %s", old, got, now, want)
		}
	}
}

// TestDescription holds every answer, errors too, to what openapi.yaml says.
func TestDescription(t *testing.T) {
	router := description(t)
	for _, tt := range []struct {
		ask, order string
		status     int
		has        string
	}{
		{"GET /daemon", "", 200, `"state":"running"`},
		{"GET /me", "", 200, `{"name":"ann","role":"admin","may":["run","index","mark","events","decide","teach","stop","offers","refuse","cluster-pause","cluster-resume","cluster-stop","cluster-drain","accept","phase","source","add-sources","pause","resume","test-alert","taught","save-jobs"]}`},
		{"GET /runs", "", 200, `"number":2`},
		{"GET /runs?limit=1", "", 200, `"number":2`},
		{"GET /stories", "", 200, `"id":"s1"`},
		{"GET /notifications?waiting=true", "", 200, `"id":"l1"`},
		{"GET /jobs/typhoon/runs?before=2026-07-25T12:00:00Z", "", 200, `"number":1`},
		{"GET /jobs/typhoon/runs/1", "", 200, `"kind":"new"`},
		{"GET /jobs/typhoon/runs/9", "", 404, "no such job or run"},
		{"GET /jobs/typhoon/runs/0", "", 400, "no number of a run"},
		{"GET /jobs/typhoon/runs?limit=0", "", 400, "from 1 to 1000"},
		{"GET /jobs/typhoon/runs?before=yesterday", "", 400, "is no time"},
		{"GET /jobs/typhoon/stories", "", 200, `"pages":["http://a.test/1"]`},
		{"GET /jobs/none/stories", "", 404, "no such job or run"},
		{"GET /jobs/typhoon/notifications", "", 200, `"sent"`},
		{"GET /jobs/typhoon/notifications?waiting=perhaps", "", 400, "neither true nor false"},
		{"GET /jobs/typhoon/transitions", "", 200, `"held":true`},
		{"GET /jobs/typhoon/mentions?limit=1", "", 200, `"name":"台风"`},
		{"GET /jobs/typhoon/mentions?from=2026-07-26T00:00:00Z", "", 400, "before to"},
		{"GET /jobs/typhoon/counts", "", 200, `"urn:rain":[3,`},
		{"GET /jobs/typhoon/graph", "", 200, `"count":24`},
		{"GET /jobs/typhoon/live", "", 200, `"curve":[{"pages":1,"relevant":0}`},
		{"GET /jobs/typhoon/events", "", 200, `"id":"e1","kind":"storm"`},
		{"GET /jobs/typhoon/events?kind=flood", "", 200, `"all":2,"undone":0,"events":[],"aside":[]`},
		{"GET /jobs/typhoon/events?q=HAINAN&limit=1", "", 200, `"contradictions":1`},
		{"GET /jobs/typhoon/events?limit=0", "", 400, "from 1 to 2000"},
		{"GET /jobs/none/events", "", 404, "no such job or run"},
		{"GET /jobs/typhoon/events/e1", "", 200, `"why":"name Yagi"`},
		{"GET /jobs/typhoon/events/e9", "", 404, "no such job or run"},
		{"GET /jobs/typhoon/report?from=2026-07-24T12:00:00Z", "", 200, `"left_out":{"new":0`},
		{"GET /jobs/typhoon/report?format=pdf", "", 400, "none of json, html"},
		{"GET /jobs/typhoon/report?from=2026-07-25T12:00:00Z&to=2026-07-25T11:00:00Z", "", 400, "from must be before to"},
		{"GET /jobs/none/report", "", 404, "no such job or run"},
		{"POST /jobs/typhoon/events", "{}", 202, `"working":false`},
		{"POST /jobs/none/events", "{}", 404, "no such job or run"},
		{"POST /jobs/typhoon/events/e1", `{"what":"refuse","note":"a drill"}`, 202, `"undone":0`},
		{"POST /jobs/typhoon/events/e1", `{"what":"delete"}`, 400, "is none"},
		{"POST /jobs/typhoon/events/e9", `{"what":"refuse"}`, 404, "no such job or run"},
		{"POST /jobs/none/events/e1", `{"what":"refuse"}`, 404, "no such job or run"},
		{"POST /jobs/typhoon/runs", "{}", 202, `"due":"2026-07-25T12:00:00Z"`},
		{"POST /jobs/none/runs", "{}", 404, "no such job or run"},
		{"POST /jobs/typhoon/phase", `{"phase":"impact","for":"12h","reason":"landfall"}`, 202, `"by":"hand"`},
		{"POST /jobs/typhoon/phase", `{"phase":"storm","for":"12h"}`, 400, "there are calm, watch"},
		{"POST /jobs/typhoon/phase", `{"phase":"impact","for":"-1h"}`, 400, "is no duration"},
		{"POST /jobs/typhoon/phase", `{"phase":"impact","fro":"1h"}`, 400, "fro"},
		{"GET /jobs/typhoon/sources", "", 200, `"site":"a.test"`},
		{"GET /sources?state=refused", "", 200, `[]`},
		{"GET /jobs/none/sources", "", 404, "no such job or run"},
		{"GET /jobs/typhoon/sources?state=bad", "", 400, "none of new, accepted and refused"},
		{"POST /jobs/typhoon/sources", `{"site":"https://News.Example.org/x","state":"accepted","reason":"good"}`, 202, `"site":"a.test"`},
		{"POST /jobs/none/sources", `{"site":"a.test","state":"refused"}`, 404, "no such job or run"},
		{"POST /jobs/typhoon/sources", `{"site":"a.test","state":"new"}`, 400, "neither accepted nor refused"},
		{"POST /jobs/typhoon/sources", `{"site":"a b","state":"refused"}`, 400, "is no site"},
		{"POST /jobs/typhoon/sources", `{"host":"a.test","state":"refused"}`, 400, "host"},
		{"GET /search?q=landfall", "", 200, `{"text":"landfall","found":true}`},
		{"GET /search?q=", "", 400, "q is missing"},
		{"GET /index", "", 200, `"state":"none"`},
		{"POST /index", "{}", 202, `"state":"none"`},
		{"POST /jobs/typhoon/pause", `{"reason":"they ask us to wait","by":"bob"}`, 202, `"by":"ann","reason":"they ask us to wait"`},
		{"POST /jobs/none/pause", `{}`, 404, "no such job or run"},
		{"POST /jobs/typhoon/pause", `{"why":"x"}`, 400, "why"},
		{"POST /jobs/typhoon/resume", `{}`, 202, `{"job":"typhoon"}`},
		{"POST /jobs/typhoon/stop", `{}`, 202, `{"job":"typhoon"}`},
		{"GET /cluster", "", 200, `"says":"part 7 has no owner for 14 s: its node n2.bb is away;`},
		{"POST /cluster/pause", `{}`, 202, `{}`},
		{"POST /cluster/resume", `{}`, 202, `{}`},
		{"POST /cluster/stop", `{}`, 202, `{}`},
		{"POST /cluster/drain", `{"node":"n1"}`, 202, `{}`},
		{"POST /cluster/drain", `{"node":"n9"}`, 400, `are called`},
		{"POST /jobs/typhoon/test-alert", `{"send":true}`, 202, `"sent":true`},
		{"POST /jobs/none/test-alert", `{}`, 404, "no such job or run"},
		{"GET /jobs/typhoon/teach", "", 200, `{"working":false,"present":""}`},
		{"GET /jobs/none/teach", "", 404, "no such job or run"},
		{"GET /jobs/typhoon/questions?limit=1", "", 200, `[{"url":"http://a.example/","title":"A storm","relevance":0.5,"relevant":false,"concepts":["x#storm"]}]`},
		{"GET /jobs/typhoon/questions?limit=101", "", 400, "limit"},
		{"GET /jobs/none/questions", "", 404, "no such job or run"},
		{"POST /jobs/typhoon/teach", "{}", 202, `"working":true`},
		{"POST /jobs/typhoon/taught", `{"model":"m1"}`, 409, "did not make this model"},
		{"POST /jobs/typhoon/taught", `{"model":""}`, 202, `"present":""`},
		{"GET /jobs-file", "", 200, `"in_force":{"version":"`},
		{"POST /jobs-file/check?lang=zh", `{"text":"jobs: ["}`, 200, `"valid":false,"findings":[{"file":"jobs.yaml","line":1,"text":"不是 YAML`},
		{"POST /jobs-file/check", `{"text":"jobs: ["}`, 200, `"text":"not YAML: did not find`},
		{"PUT /jobs-file", `{"text":"jobs: []"}`, 412, `"diff":"--- jobs.yaml\n+++ yours\n`},
		{"GET /jobs/typhoon/ontology?lang=zh", "", 200, `"in_force":1`},
		{"GET /jobs/none/ontology", "", 404, "no such job"},
		{"GET /jobs/typhoon/ontology/diff?from=1&to=0", "", 200, `"differ":false`},
		{"GET /jobs/typhoon/ontology/diff?from=9", "", 404, "is not kept"},
		{"GET /jobs/typhoon/ontology/offers", "", 200, `"id":"` + meranti + `"`},
		{"POST /jobs/typhoon/ontology/offers", "{}", 202, `"version":"`},
		{"POST /jobs/typhoon/ontology/refused", `{"offers":["` + meranti + `"]}`, 202, `"verdict":"refused"`},
		{"POST /jobs/typhoon/ontology/accepted", `{"offers":[{"id":"` + meranti + `","as":"subclass"}]}`, 202, `"added":["Meranti"]`},
		{"POST /jobs/typhoon/ontology/accepted", `{"offers":[]}`, 400, "1 to 200"},
		{"GET /openapi.yaml", "", 200, "openapi:"},
	} {
		t.Run(tt.ask, func(t *testing.T) {
			method, path, _ := strings.Cut(tt.ask, " ")
			ask := func() *http.Request {
				r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(tt.order))
				if method == http.MethodPut {
					r.Header.Set("If-Match", `"0"`)
				}
				if method != http.MethodGet {
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("If-Match", `"`+stormVersion+`"`)
				}
				return r
			}
			w := httptest.NewRecorder()
			h := handler(newDaemon())
			if strings.Contains(path, "/ontology") {
				shown, _ := ontologies(t)
				h = api.New(newDaemon(), api.Options{Who: as(access.Admin), Ontologies: shown})
			}
			h.ServeHTTP(w, ask())
			body := w.Body.Bytes()
			if w.Code != tt.status || !bytes.Contains(body, []byte(tt.has)) {
				t.Errorf("%s: %d %s; want %d with %s", tt.ask, w.Code, body, tt.status, tt.has)
			}
			if bytes.ContainsAny(body, "\x1b\u202e") || bytes.Contains(body, []byte("<script")) {
				t.Errorf("%s: the title of a page is not escaped: %s", tt.ask, body)
			}
			route, params, err := router.FindRoute(ask())
			if err != nil {
				t.Fatalf("%s is not in openapi.yaml: %v", tt.ask, err)
			}
			opt := &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}
			in := &openapi3filter.RequestValidationInput{Request: ask(), PathParams: params, Route: route, Options: opt}
			if strings.HasSuffix(path, ".yaml") {
				return // its media type has no decoder there
			}
			out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.Code, Header: w.Header(), Body: io.NopCloser(bytes.NewReader(body)), Options: opt}
			if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
				t.Error(err)
			}
			if w.Code < 300 {
				if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestEveryRouteIsDescribed asks each described route, so that one that is only
// described fails.
func TestEveryRouteIsDescribed(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Description)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	close(stop)
	d := newDaemon()
	shown, _ := ontologies(t)
	h := api.New(d, api.Options{Control: d, Search: d, Asker: asker{}, Told: d, Shifts: shiftsOf(d), Ontologies: shown, Stop: stop, Finds: listOf(t), Documents: readerOf(t), JobsFile: &jobs{}, Teacher: &teacher{}, Cluster: &fleet{}})
	fill := strings.NewReplacer("{job}", "typhoon", "{number}", "1", "{event}", "e1")
	const page = "?url=http://a.test/1"
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			r := httptest.NewRequest(method, api.Prefix+fill.Replace(path)+page, nil)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code == http.StatusNotFound || w.Code == http.StatusMethodNotAllowed {
				t.Errorf("%s %s is described and not served: %d", method, path, w.Code)
			}
		}
	}
}

// TestEachDoorIsDescribed: a process describes the routes that it answers, and no other.
func TestEachDoorIsDescribed(t *testing.T) {
	whole, err := openapi3.NewLoader().LoadFromData(api.Description)
	if err != nil {
		t.Fatal(err)
	}
	d := newDaemon()
	shown, _ := ontologies(t)
	all := func() api.Options {
		return api.Options{Who: as(access.Admin), Control: d, Search: d, Asker: asker{}, Told: d, Shifts: shiftsOf(d), Ontologies: shown, Finds: listOf(t), Documents: readerOf(t), JobsFile: &jobs{}, Teacher: &teacher{}, Cluster: &fleet{}}
	}
	for name, c := range map[string]struct {
		without func(*api.Options)
		lacks   []string
	}{
		"all":    {func(*api.Options) {}, nil},
		"daemon": {func(o *api.Options) { o.Asker, o.Cluster = nil, nil }, []string{"GET /cluster", "GET /sparql", "POST /cluster/drain", "POST /cluster/pause", "POST /cluster/resume", "POST /cluster/stop", "POST /sparql"}},
		"run": {func(o *api.Options) { o.Control, o.Cluster, o.JobsFile, o.Shifts = nil, nil, nil, nil }, []string{
			"GET /cluster", "GET /jobs-file", "GET /jobs/{job}/report", "POST /cluster/drain", "POST /cluster/pause", "POST /cluster/resume", "POST /cluster/stop",
			"POST /jobs-file/check", "POST /jobs/{job}/pause", "POST /jobs/{job}/phase", "POST /jobs/{job}/resume", "POST /jobs/{job}/runs",
			"POST /jobs/{job}/sources", "POST /jobs/{job}/sources/added", "POST /jobs/{job}/stop", "POST /jobs/{job}/test-alert", "PUT /jobs-file",
		}},
	} {
		opt := all()
		c.without(&opt)
		h := api.New(d, opt)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"/openapi.yaml", nil))
		doc, err := openapi3.NewLoader().LoadFromData(w.Body.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := doc.Validate(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var lacks []string
		for path, item := range whole.Paths.Map() {
			for method, op := range item.Operations() {
				var here *openapi3.Operation
				if doc.Paths.Value(path) != nil {
					here = doc.Paths.Value(path).GetOperation(method)
				}
				if here == nil {
					lacks = append(lacks, method+" "+path)
					r := httptest.NewRequest(method, api.Prefix+strings.NewReplacer("{job}", "typhoon").Replace(path), strings.NewReader("{}"))
					r.Header.Set("Content-Type", "application/json")
					w := httptest.NewRecorder()
					if h.ServeHTTP(w, r); w.Code != http.StatusNotFound {
						t.Errorf("%s: %s %s is answered with %d and not described", name, method, path, w.Code)
					}
				} else if here.Summary != op.Summary {
					t.Errorf("%s: %s %s is described as %q", name, method, path, here.Summary)
				}
			}
		}
		slices.Sort(lacks)
		if !slices.Equal(lacks, c.lacks) {
			t.Errorf("%s: the description lacks\n%q, want\n%q", name, lacks, c.lacks)
		}
	}
}

// TestRoles walks all routes of the description in every role. Each must say there which
// role it needs, and the table, the description and what is answered must agree.
func TestRoles(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Description)
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]string{}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			described[method+" "+path], _ = op.Extensions["x-least-role"].(string)
		}
	}
	undescribed := 0
	for _, r := range api.Routes() {
		if r.Least < access.Read {
			t.Errorf("%s needs no role", r.Pattern())
		}
		if role, ok := described[r.Pattern()]; !ok {
			undescribed++ // a name of release 0.1
		} else if role != r.Least.String() {
			t.Errorf("%s needs %v, but is described with %q", r.Pattern(), r.Least, role)
		}
		if r.Path != "/sparql" && r.Path != "/jobs-file/check" && ((r.Method == "GET") != (r.Action == "") || r.Method != "GET" && r.Least == access.Read) {
			t.Errorf("%s: %q for %v: an order is an action, and more than reading", r.Pattern(), r.Action, r.Least)
		}
	}
	if undescribed != 4 || len(described) != len(api.Routes())-undescribed {
		t.Errorf("%d routes, %d described, %d not", len(api.Routes()), len(described), undescribed)
	}
	stop := make(chan struct{})
	close(stop)
	fill := strings.NewReplacer("{job}", "typhoon", "{number}", "1", "{event}", "e1")
	for role := access.Nobody; role <= access.Admin; role++ {
		dir, d := t.TempDir(), newDaemon()
		at := noon
		later := func() time.Time { at = at.Add(10 * time.Second); return at } // so that each refusal has its line
		audit := access.NewAudit(dir, access.AuditOptions{Now: later})
		shown, _ := ontologies(t)
		h := api.New(d, api.Options{Who: as(role), Audit: audit, Control: d, Search: d, Asker: asker{}, Told: d, Shifts: shiftsOf(d), Ontologies: shown, Stop: stop, Finds: listOf(t), Documents: readerOf(t), JobsFile: &jobs{}, Teacher: &teacher{}, Cluster: &fleet{}, Now: func() time.Time { return noon }})
		for _, r := range api.Routes() {
			body := "{}"
			if r.Action == api.ActionPhase {
				body = `{"phase":"impact","for":"12h","reason":"landfall"}`
			}
			if r.Action == api.ActionAddSources {
				body = `{"text":"https://c.example/feed"}`
			}
			if r.Action == api.ActionSource {
				body = `{"site":"www.a.test","state":"refused","reason":"spam"}`
			}
			if r.Action == api.ActionMark {
				body = `{"marks":[{"url":"http://a.test/1","verdict":"right"}]}`
			}
			if r.Action == api.ActionDecide {
				body = `{"what":"refuse"}`
			}
			if r.Action == api.ActionRefuse {
				body = `{"offers":["` + meranti + `"],"again":true}`
			}
			if r.Action == api.ActionAccept {
				body = `{"offers":[{"id":"` + meranti + `"}]}`
			}
			switch r.Path {
			case "/sparql":
				body = "ASK {}"
			case "/jobs/{job}/pause", "/jobs/{job}/test-alert":
				body = `{}`
			case "/cluster/drain":
				body = `{"node":"n1"}`
			case "/jobs/{job}/taught":
				body = `{"model":""}`
			case "/jobs-file", "/jobs-file/check":
				body = `{"text":"jobs: []"}`
			}
			req := httptest.NewRequest(r.Method, api.Prefix+fill.Replace(r.Path)+"?q=storm&query=ASK%20%7B%7D&url=http://a.test/1", strings.NewReader(body))
			req.Header.Set("Content-Type", "application/json")
			version := stormVersion
			if r.Path == "/jobs-file" {
				version = jobedit.VersionOf(nil)
			}
			req.Header.Set("If-Match", `"`+version+`"`)
			if r.Path == "/sparql" {
				req.Header.Set("Content-Type", "application/sparql-query")
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, req)
			if may := role >= r.Least; may != (w.Code < 300) || !may && w.Code != http.StatusForbidden {
				t.Errorf("%v asks %s: %d %s", role, r.Pattern(), w.Code, w.Body)
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"/none", nil))
		if want := map[bool]int{true: 404, false: 403}[role >= access.Read]; w.Code != want {
			t.Errorf("%v asks for a route that is none: %d", role, w.Code)
		}
		orders := map[access.Role][]string{access.Run: {"run typhoon", "index", "events typhoon", "refuse typhoon e1 by ann: ", "stop typhoon"}, access.Admin: {"run typhoon", "index", "events typhoon", "refuse typhoon e1 by ann: ", "stop typhoon", "typhoon impact 12h0m0s landfall", "typhoon refused a.test ann spam", "typhoon accepted c.example ann ", "pause typhoon ann ", "resume typhoon", `test typhoon "" false`}}[role]
		if !slices.Equal(d.ordered, orders) {
			t.Errorf("%v ordered %q; want %q", role, d.ordered, orders)
		}
		noted, _ := os.ReadFile(filepath.Join(dir, access.AuditFile))
		for _, action := range []string{"run", "index", "phase", "source", "add-sources", "mark", "events", "decide", "pause", "resume", "stop", "test-alert", "teach", "taught", "save-jobs", "offers", "refuse", "accept"} {
			want := map[access.Role]string{access.Read: "refused", access.Run: "done", access.Admin: "done"}[role]
			if slices.Contains([]string{"phase", "source", "add-sources", "pause", "resume", "test-alert", "taught", "save-jobs", "accept"}, action) && role == access.Run {
				want = "refused"
			}
			if role > access.Nobody && !regexp.MustCompile(`"name":"ann","role":"`+role.String()+`","action":"`+action+`".*"outcome":"`+want+`"`).Match(noted) {
				t.Errorf("%v: the audit log does not say that %s was %s:\n%s", role, action, want, noted)
			}
		}
		if role == access.Admin && !bytes.Contains(noted, []byte(`"object":"typhoon","outcome":"done","detail":"impact for 12h0m0s: landfall"`)) {
			t.Errorf("the phase is not noted:\n%s", noted)
		}
		// Only a question that is refused is noted: that for the file of jobs.
		refused := bytes.Count(noted, []byte(`"action":"GET /jobs-file"`))
		if role > access.Nobody && bytes.Count(noted, []byte("GET")) != refused || role == access.Admin && refused > 0 {
			t.Errorf("%v: questions are noted:\n%s", role, noted)
		}
	}
	// Who is not told apart may look, and no more.
	w := httptest.NewRecorder()
	req := httptest.NewRequest("POST", api.Prefix+"/jobs/typhoon/runs", strings.NewReader("{}"))
	req.Header.Set("Content-Type", "application/json")
	api.New(newDaemon(), api.Options{Control: newDaemon()}).ServeHTTP(w, req)
	if w.Code != http.StatusForbidden {
		t.Errorf("a handler that does not know who asks takes an order: %d", w.Code)
	}
}

func TestOrders(t *testing.T) {
	for _, tt := range []struct {
		name, kind string
		status     int
	}{
		{"a form of another site", "application/x-www-form-urlencoded", 415},
		{"text of another site", "text/plain", 415},
		{"JSON", "application/json; charset=utf-8", 202},
	} {
		d := newDaemon()
		r := httptest.NewRequest("POST", api.Prefix+"/jobs/typhoon/runs", strings.NewReader("{}"))
		r.Header.Set("Content-Type", tt.kind)
		w := httptest.NewRecorder()
		handler(d).ServeHTTP(w, r)
		if w.Code != tt.status || (len(d.ordered) == 1) != (tt.status == 202) {
			t.Errorf("%s: %d, ordered %q; want %d", tt.name, w.Code, d.ordered, tt.status)
		}
	}
	r := httptest.NewRequest("POST", api.Prefix+"/jobs/typhoon/runs", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	api.New(newDaemon(), api.Options{Who: as(access.Admin)}).ServeHTTP(w, r)
	if w.Code != 404 || !strings.Contains(w.Body.String(), "ontocrawl watch") {
		t.Errorf("without a control: %d %s", w.Code, w.Body)
	}
}

// TestClient asks over a unix socket, and must get what the daemon itself says.
func TestClient(t *testing.T) {
	path := filepath.Join(t.TempDir(), "daemon.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	d := newDaemon()
	srv := &http.Server{Handler: handler(d)}
	done := make(chan error)
	go func() { done <- srv.Serve(l) }()
	defer func() { srv.Close(); <-done }()
	c := api.DialUnix(path)
	defer c.Close()
	if !c.Alive() {
		t.Fatal("the daemon does not answer")
	}
	same := func(what string, got any, err error, want any, wantErr error) {
		t.Helper()
		if (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %v; want %v", what, err, wantErr)
		}
		if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	var want monitor.Reader = d
	got, err := c.Runs("", time.Time{}, 5)
	w, wErr := want.Runs("", time.Time{}, 5)
	same("Runs", got, err, w, wErr)
	got, err = c.Runs("typhoon", noon, 1)
	w, wErr = want.Runs("typhoon", noon, 1)
	same("Runs before", got, err, w, wErr)
	run, err := c.Run("typhoon", 1)
	wRun, wErr := want.Run("typhoon", 1)
	same("Run", run, err, wRun, wErr)
	events, err := c.Events("typhoon", 1)
	wFinds, wErr := want.Events("typhoon", 1)
	same("Finds", events, err, wFinds, wErr)
	stories, err := c.Stories("typhoon", time.Time{}, 5)
	wStories, wErr := want.Stories("typhoon", time.Time{}, 5)
	same("Stories", stories, err, wStories, wErr)
	notifications, err := c.Notifications("", time.Time{}, 5, true)
	wLetters, wErr := want.Notifications("", time.Time{}, 5, true)
	same("Notifications", notifications, err, wLetters, wErr)
	transitions, err := c.Transitions("typhoon", 1)
	wTurns, wErr := want.Transitions("typhoon", 1)
	same("Turns", transitions, err, wTurns, wErr)
	counts, err := c.Mentions("typhoon", noon.Add(-2*time.Hour), noon)
	wCounts, wErr := want.Mentions("typhoon", noon.Add(-2*time.Hour), noon)
	same("Mentions", counts, err, wCounts, wErr)

	if _, err := c.Run("typhoon", 99); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a run that is not there: %v; want ErrNotFound", err)
	}
	if due, err := c.RunNow("typhoon"); err != nil || !due.Equal(noon) {
		t.Errorf("RunNow: %v, %v", due, err)
	}
	d.closed = true
	if _, err := c.RunNow("typhoon"); !errors.Is(err, monitor.ErrClaimed) {
		t.Errorf("RunNow while it runs: %v; want ErrClaimed", err)
	}
	if err := c.SetPhase("typhoon", monitor.Impact, 12*time.Hour, "landfall"); err != nil {
		t.Errorf("SetPhase: %v", err)
	}
	if err := c.Decide(monitor.Decision{Job: "typhoon", Site: "a.test", State: monitor.Refused, Reason: "spam"}); err != nil {
		t.Errorf("Decide: %v", err)
	}
	if list, err := c.Sources("typhoon", monitor.Undecided); err != nil || len(list) != 2 || list[0].Via == nil || list[0].Via.Rank != 3 {
		t.Errorf("Sources: %v %+v", err, list)
	}
	if want := []string{"run typhoon", "typhoon impact 12h0m0s landfall", "typhoon refused a.test ann spam"}; !slices.Equal(d.ordered, want) {
		t.Errorf("ordered %q; want %q", d.ordered, want)
	}
	if _, err := api.DialUnix(filepath.Join(t.TempDir(), "none")).Runs("", time.Time{}, 1); err == nil {
		t.Error("no daemon is no error")
	}
}

// TestClientReadsOn asks for more than a daemon gives at once, of a daemon where runs
// are due two by two.
func TestClientReadsOn(t *testing.T) {
	d := newDaemon()
	d.runs = nil
	for i := range 2500 {
		d.runs = append(d.runs, monitor.Run{Job: "typhoon", Number: 2500 - i, Due: noon.Add(-time.Duration(i/2) * time.Minute)})
	}
	path := filepath.Join(t.TempDir(), "daemon.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: handler(d)}
	done := make(chan error)
	go func() { done <- srv.Serve(l) }()
	defer func() { srv.Close(); <-done }()
	c := api.DialUnix(path)
	defer c.Close()
	for _, n := range []int{1, 999, 2400, 2500, 5000} {
		runs, err := c.Runs("typhoon", time.Time{}, n)
		if err != nil || len(runs) < min(n, 2500) || len(runs) > min(n+1, 2500) {
			t.Errorf("%d runs of %d, %v", len(runs), n, err)
		}
		for i, r := range runs {
			if r.Number != 2500-i {
				t.Fatalf("of %d: entry %d is run %d", n, i, r.Number)
			}
		}
	}
}

// TestEvents reads a stream: the daemon first, then only what changed.
func TestEvents(t *testing.T) {
	stop := make(chan struct{})
	d := newDaemon()
	srv := httptest.NewServer(api.New(d, api.Options{Beat: time.Millisecond, Stop: stop}))
	defer srv.Close()
	resp, err := http.Get(srv.URL + api.Prefix + "/events?job=typhoon")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if ct := resp.Header.Get("Content-Type"); ct != "text/event-stream" {
		t.Errorf("Content-Type %q", ct)
	}
	time.AfterFunc(100*time.Millisecond, func() { close(stop) })
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "0001-01-01") {
		t.Errorf("the stream tells of the year 1: %s", text)
	}
	if n := strings.Count(string(text), "event: daemon\n"); n != 1 {
		t.Errorf("the daemon was notified %d times, and changed never:\n%s", n, text)
	}
	if n := strings.Count(string(text), "event: live\n"); n != 1 {
		t.Errorf("the crawl was notified %d times", n)
	}
	if _, live, ok := strings.Cut(string(text), "event: live\ndata: "); !ok || strings.Contains(live[:strings.Index(live, "\n\n")], "null") {
		t.Errorf("a list that a client may walk through is null:\n%s", live)
	}
	if !strings.Contains(string(text), ": still here\n\n") {
		t.Error("a quiet stream does not show that it lives")
	}
	data := strings.SplitN(strings.SplitN(string(text), "data: ", 2)[1], "\n\n", 2)[0]
	var notified api.Daemon
	if err := json.Unmarshal([]byte(data), &notified); err != nil || len(notified.Jobs) != 1 {
		t.Errorf("%v: %s", err, data)
	}
}
