package api_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestRemote: a Go program can do all that the page does: each route but the description,
// the files to download, the mentions, which the page draws, and former names, has a method of Client.
func TestRemote(t *testing.T) {
	d := newDaemon()
	shown, _ := ontologies(t)
	h := api.New(d, api.Options{Who: as(access.Admin), Control: d, Search: d, Asker: asker{}, Told: d, Shifts: shiftsOf(d), Ontologies: shown, Finds: listOf(t), Documents: readerOf(t), JobsFile: &jobs{}, Teacher: &teacher{}, Cluster: &fleet{}, Beat: time.Millisecond, Now: func() time.Time { return noon }})
	var (
		mu    sync.Mutex
		asked []string
	)
	mux := http.NewServeMux()
	for _, r := range api.Routes() {
		mux.HandleFunc(r.Method+" "+api.Prefix+r.Path, func(w http.ResponseWriter, req *http.Request) {
			mu.Lock()
			asked = append(asked, r.Pattern())
			mu.Unlock()
			if req.Header.Get("Authorization") != "Bearer s3cret" {
				t.Errorf("%s comes without the token", r.Pattern())
			}
			h.ServeHTTP(w, req)
		})
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	c, err := api.Dial(server.URL+"/", api.ClientOptions{Token: "s3cret"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx := t.Context()
	ok := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if me, err := c.Me(ctx); err != nil || me.Name != "ann" {
		t.Errorf("%+v %v", me, err)
	}
	all, err := c.Find(ctx, finds.Query{Limit: 2, Order: finds.Newest})
	if err != nil || len(all.Finds) != 1 {
		t.Fatalf("%+v %v", all, err)
	}
	page := all.Finds[0].URL
	unread := false
	one, err := c.Find(ctx, finds.Query{Job: "typhoon", Host: all.Finds[0].Host, Lang: "en", Verdict: marks.None, Read: &unread, From: noon.AddDate(-9, 0, 0), To: noon.AddDate(9, 0, 0), Kinds: []monitor.Kind{monitor.New, monitor.Changed}})
	ok("finds of a job", err)
	for _, f := range one.Finds {
		if f.Host != all.Finds[0].Host || f.Job != "typhoon" {
			t.Errorf("%+v does not pass the filter", f)
		}
	}
	doc, err := c.Document(ctx, "typhoon", page, 0)
	if err != nil || doc.URL != page {
		t.Errorf("%+v %v", doc, err)
	}
	if _, err := c.Difference(ctx, "typhoon", page, 1<<30, 1<<30); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a difference of versions that are none: %v", err)
	}
	counts, err := c.Mark(ctx, "typhoon", api.MarkOrder{URL: page, Verdict: marks.Wrong})
	if err != nil || counts.Wrong != 1 {
		t.Errorf("%+v %v", counts, err)
	}
	told, err := c.EventsTold(ctx, "typhoon")
	if err != nil || len(told.Events) != 1 {
		t.Fatalf("%+v %v", told, err)
	}
	card, err := c.EventTold(ctx, "typhoon", told.Events[0].ID)
	if err != nil || card.ID != told.Events[0].ID {
		t.Errorf("%+v %v", card, err)
	}
	report, err := c.ShiftReport(ctx, "typhoon", noon.AddDate(0, 0, -1), time.Time{})
	if err != nil || report.Job != "typhoon" || !report.To.Equal(noon) {
		t.Errorf("%+v %v", report, err)
	}
	if err := report.Text(io.Discard, nil); err != nil { // without the zone, which JSON does not have
		t.Error(err)
	}
	_, err = c.ReadEvents(ctx, "typhoon")
	ok("events", err)
	_, err = c.DecideEvent(ctx, "typhoon", "e1", api.DecisionOrder{What: "confirm"})
	ok("decide", err)
	_, err = c.SearchPages(ctx, "storm", "typhoon", 5)
	ok("search", err)
	_, err = c.Index(ctx)
	ok("index", err)
	_, err = c.BuildIndex(ctx)
	ok("build", err)
	if b, err := c.Ask(ctx, "typhoon", "ASK {}", "application/sparql-results+xml"); err != nil || !strings.Contains(string(b), "<boolean>") {
		t.Errorf("%s %v", b, err)
	}
	var kinds []string
	err = c.Changes(ctx, "typhoon", func(ch api.Change) error {
		if kinds = append(kinds, ch.Kind); len(kinds) == 3 {
			return io.ErrShortBuffer
		}
		return nil
	})
	if slices.Sort(kinds); !errors.Is(err, io.ErrShortBuffer) || !slices.Equal(kinds, []string{"daemon", "finds", "live"}) {
		t.Errorf("%v %v", kinds, err)
	}
	monitorMethods(t, c)
	steeringMethods(t, c)
	ontologyMethods(t, c)
	for _, err := range []error{c.PauseCluster(ctx), c.ResumeCluster(ctx), c.StopCluster(ctx), c.DrainNode(ctx, "n1")} {
		ok("cluster", err)
	}
	_, err = c.Cluster(ctx)
	ok("cluster", err)
	mu.Lock()
	defer mu.Unlock()
	former := []string{"/desk", "/letters", "/jobs/{job}/letters", "/jobs/{job}/turns"}
	for _, r := range api.Routes() {
		if slices.Contains(former, r.Path) || strings.HasSuffix(r.Path, "/original") || strings.HasSuffix(r.Path, "/marks") && r.Method == "GET" || strings.HasSuffix(r.Path, "/mentions") ||
			r.Path == "/openapi.yaml" || r.Pattern() == "GET /sparql" {
			continue
		}
		if !slices.Contains(asked, r.Pattern()) {
			t.Errorf("no method of Client asks %s", r.Pattern())
		}
	}
}

// monitorMethods calls what the commands ask, too.
func monitorMethods(t *testing.T, c *api.Client) {
	t.Helper()
	for _, job := range []string{"", "typhoon"} {
		_, err1 := c.Runs(job, time.Time{}, 5)
		_, err2 := c.Stories(job, time.Time{}, 5)
		_, err3 := c.Notifications(job, time.Time{}, 5, true)
		_, err4 := c.Sources(job, "")
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			t.Errorf("%q: %v", job, err)
		}
	}
	_, err1 := c.Run("typhoon", 1)
	_, err2 := c.Transitions("typhoon", 5)
	_, err3 := c.Mentions("typhoon", noon.Add(-time.Hour), noon)
	_, err4 := c.RunNow("typhoon")
	_, err5 := c.Daemon(t.Context())
	_, err6 := c.Live(t.Context(), "typhoon")
	_, err7 := c.Graph(t.Context(), "typhoon")
	err := errors.Join(err1, err2, err3, err4, err5, err6, err7, c.SetPhase("typhoon", monitor.Impact, time.Hour, "landfall"),
		c.Decide(monitor.Decision{Job: "typhoon", Site: "www.a.test", State: monitor.Refused}))
	if err != nil {
		t.Error(err)
	}
	if got, err := c.AddSources("typhoon", "https://b.test/feed", "ours"); err != nil || len(got.Added) != 1 {
		t.Errorf("AddSources: %+v, %v", got, err)
	}
}

// steeringMethods calls what the page orders; TestSteering holds the answers to what they must be.
func steeringMethods(t *testing.T, c *api.Client) {
	t.Helper()
	ctx := t.Context()
	s, err := c.JobsFile().Read(ctx)
	_, err1 := c.JobsFile().Check(ctx, s.Text)
	_, err2 := c.JobsFile().Save(ctx, "jobs: []", s.Version)
	_, err3 := c.Taught(ctx, "typhoon")
	if q, err := c.Questions(ctx, "typhoon", 1); err != nil || len(q) != 1 || q[0].URL != "http://a.example/" {
		t.Errorf("questions: %+v %v", q, err)
	}
	_, err4 := c.Teach(ctx, "typhoon")
	_, err5 := c.UseTaught(ctx, "typhoon", "")
	_, err6 := c.TestAlert(ctx, "typhoon", "", false)
	err = errors.Join(err, err1, err2, err3, err4, err5, err6, c.Pause(monitor.Pause{Job: "typhoon"}), c.Resume("typhoon"), c.Stop("typhoon"))
	if err != nil {
		t.Error(err)
	}
}

// A token does not go where anybody can read it.
func TestDial(t *testing.T) {
	for _, tt := range []struct{ base, want string }{
		{"https://monitor.example/", ""}, {"http://127.0.0.1:7777", ""}, {"http://[::1]:7777/", ""}, {"http://localhost/", ""},
		{"http://monitor.example/", "by https only"}, {"monitor.example", "is no address"}, {"ftp://monitor.example/", "is no address"},
		{"https://ann:s3cret@monitor.example/", "is no address"}, {"", "is no address"},
	} {
		_, err := api.Dial(tt.base, api.ClientOptions{Token: "s3cret"})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.base, err, tt.want)
		}
	}
	if _, err := api.Dial("http://monitor.example/", api.ClientOptions{}); err != nil {
		t.Errorf("without a token: %v", err)
	}
}
