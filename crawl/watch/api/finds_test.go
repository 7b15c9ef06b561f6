package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc/warctest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
)

// stored is a run folder with one hostile page in two versions.
func stored(t testing.TB) func() map[string]string {
	t.Helper()
	dir := t.TempDir()
	a, err := warc.Open(filepath.Join(dir, rundir.WARCDir), warc.Options{})
	if err == nil {
		err = a.Restore(warctest.Journal{})
	}
	if err != nil {
		t.Fatal(err)
	}
	place := func(seq int, body string) *rundir.Place {
		ref, err := a.Keep(warctest.Answer(seq, "http://a.test/1", body))
		if err != nil {
			t.Fatal(err)
		}
		return &rundir.Place{File: ref.File, Offset: ref.Offset, Length: ref.Length}
	}
	body := "<title>" + evil + "</title><article><p>The storm is near. <script>alert(1)</script></p>%s</article>"
	evidence := []crawl.Evidence{{Concept: "urn:storm", Label: "storm", Group: "body", Count: 1, Contribution: .6}}
	page := rundir.Page{Seq: 1, URL: "http://a.test/1", Status: 200, FetchedAt: rundir.Time{Time: noon}, Title: evil, Lang: "en", Relevance: .6, Relevant: true, Evidence: evidence, WARC: place(1, fmt.Sprintf(body, ""))}
	change := rundir.Change{Seq: 2, URL: "http://a.test/1", Change: rundir.ChangeChanged, Status: 200, FetchedAt: rundir.Time{Time: noon.Add(time.Hour)}, Title: evil, Lang: "en", Relevance: .6, Relevant: true, Evidence: evidence, WARC: place(2, fmt.Sprintf(body, "<p>It rains.</p>"))}
	for name, x := range map[string]any{rundir.PagesFile: page, rundir.ChangesFile: change} {
		line, err := json.Marshal(x)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), append(line, '\n'), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return func() map[string]string { return map[string]string{"typhoon": dir} }
}

func listOf(t testing.TB) *finds.List { return finds.New(finds.Options{Folders: stored(t)}) }

func readerOf(t testing.TB) *reading.Reader {
	return reading.New(reading.Options{Folders: stored(t)})
}

// TestFindsAPI asks for finds, a page and marks, and holds each answer to the description.
func TestFindsAPI(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Description)
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	folders := stored(t)
	h := api.New(newDaemon(), api.Options{Who: as(access.Run), Now: func() time.Time { return noon },
		Finds: finds.New(finds.Options{Folders: folders}), Documents: reading.New(reading.Options{Folders: folders})})
	const page = "?url=http://a.test/1"
	for _, tt := range []struct {
		ask, order string
		status     int
		has        string
	}{
		{"GET /finds", "", 200, `"kind":"changed"`},
		{"GET /finds?kind=new", "", 200, `"matching":0`},
		{"GET /finds?kind=new,changed&order=relevance&read=false&verdict=none&lang=en&host=a.test&concept=urn:storm&from=2026-07-25T12:00:00Z&to=2026-07-26T12:00:00Z&limit=1", "", 200, `"matching":1`},
		{"GET /jobs/typhoon/finds", "", 200, `"relevant":1`},
		{"GET /jobs/none/finds", "", 404, "no such job"},
		{"GET /finds?kind=old", "", 400, "is none of"},
		{"GET /finds?verdict=true", "", 400, "is none of"},
		{"GET /finds?order=best", "", 400, "neither newest nor relevance"},
		{"GET /finds?read=x", "", 400, "neither true nor false"},
		{"GET /finds?after=x", "", 400, "no place"},
		{"GET /finds?from=x", "", 400, "no time"},
		{"PUT /jobs/typhoon/marks", `{"marks":[{"url":"http://a.test/1","verdict":"wrong","read":true,"note":"=cmd()\u001b[2J<b>"},{"url":"http://never.test/","verdict":"unsure"}]}`, 202, `"wrong":1`},
		{"PUT /jobs/typhoon/marks", `{"marks":[{"url":"http://a.test/1","verdict":"bad"}]}`, 400, "verdict"},
		{"PUT /jobs/typhoon/marks", `{"marks":[{"url":"mailto:x","verdict":"right"}]}`, 400, "url"},
		{"PUT /jobs/typhoon/marks", `{"marks":[{"url":"http://a.test/1"}]}`, 400, "says nothing"},
		{"PUT /jobs/typhoon/marks", `{"marks":[]}`, 400, "1 to 200"},
		{"PUT /jobs/typhoon/marks", `{"mark":[]}`, 400, "mark"},
		{"PUT /jobs/none/marks", `{"marks":[{"url":"http://a.test/1","verdict":"right"}]}`, 404, "no such job"},
		{"GET /finds?verdict=wrong&read=true", "", 200, `"by":"ann"`},
		{"GET /jobs/typhoon/marks", "", 200, `"url":"http://never.test/","verdict":"unsure"`},
		{"GET /jobs/typhoon/marks?format=csv", "", 200, "http://a.test/1,wrong,true,'=cmd()"},
		{"GET /jobs/typhoon/marks?format=xml", "", 400, "neither jsonl nor csv"},
		{"GET /jobs/none/marks", "", 404, "no such job"},
		{"GET /jobs/typhoon/document" + page, "", 200, `{"text":"storm","concept":"urn:storm","weight":0.6}`},
		{"GET /jobs/typhoon/document" + page + "&version=1", "", 200, `"version":1`},
		{"GET /jobs/typhoon/document" + page + "&version=7", "", 404, "no page"},
		{"GET /jobs/typhoon/document?url=http://a.test/2", "", 404, "no page"},
		{"GET /jobs/typhoon/document", "", 400, "url is missing"},
		{"GET /jobs/typhoon/diff" + page, "", 200, `{"op":"added","text":"It rains.`},
		{"GET /jobs/typhoon/diff" + page + "&to=1", "", 404, "no two versions"},
		{"GET /jobs/typhoon/diff" + page + "&from=x", "", 400, "no number"},
		{"GET /jobs/typhoon/original" + page + "&version=9", "", 404, "not archived"},
	} {
		t.Run(tt.ask, func(t *testing.T) {
			method, path, _ := strings.Cut(tt.ask, " ")
			ask := func() *http.Request {
				r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(tt.order))
				r.Header.Set("Content-Type", "application/json")
				return r
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, ask())
			body := w.Body.Bytes()
			if w.Code != tt.status || !bytes.Contains(body, []byte(tt.has)) {
				t.Errorf("%d %s; want %d with %s", w.Code, body, tt.status, tt.has)
			}
			if bytes.ContainsAny(body, "\x1b\u202e") || bytes.Contains(body, []byte("<script")) {
				t.Errorf("the title of a page is not escaped: %s", body)
			}
			route, params, err := router.FindRoute(ask())
			if err != nil {
				t.Fatalf("it is not in openapi.yaml: %v", err)
			}
			opt := &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}
			in := &openapi3filter.RequestValidationInput{Request: ask(), PathParams: params, Route: route, Options: opt}
			if kind := w.Header().Get("Content-Type"); strings.Contains(kind, "json") && !strings.Contains(kind, "ndjson") {
				out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.Code, Header: w.Header(), Body: io.NopCloser(bytes.NewReader(body)), Options: opt}
				if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
					t.Error(err)
				}
			}
			if w.Code < 300 {
				if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestOriginalIsInASandbox looks at the headers of an archived page, and at its markup.
func TestOriginalIsInASandbox(t *testing.T) {
	h := api.New(newDaemon(), api.Options{Documents: readerOf(t)})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"/jobs/typhoon/original?url=http://a.test/1", nil))
	policy := w.Header().Get("Content-Security-Policy")
	if w.Code != 200 || !strings.HasPrefix(policy, "sandbox; default-src 'none'; ") || strings.Contains(policy, "allow-") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d, policy %q", w.Code, policy)
	}
	if body := w.Body.String(); !strings.Contains(body, "It rains.") || strings.Contains(body, "<script") {
		t.Errorf("%s", body)
	}
	w = httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"/jobs/typhoon/original?url=http://a.test/1&version=1&download=true", nil))
	if w.Header().Get("Content-Disposition") == "" || w.Header().Get("Content-Type") != "application/octet-stream" || !strings.Contains(w.Body.String(), "<script>") {
		t.Errorf("as it came: %v", w.Header())
	}
}

// TestEventsResume comes again with what it has, and is told what differs only.
func TestEventsResume(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	h := api.New(newDaemon(), api.Options{Finds: listOf(t), Stop: stop})
	ask := func(id string) string {
		r := httptest.NewRequest("GET", api.Prefix+"/events?job=typhoon", nil)
		r.Header.Set("Last-Event-ID", id)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.String()
	}
	first := ask("")
	var events []string
	last := ""
	for line := range strings.Lines(first) {
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			events = append(events, strings.TrimSpace(name))
		}
		if id, ok := strings.CutPrefix(line, "id: "); ok {
			last = strings.TrimSpace(id)
		}
	}
	if got := strings.Join(events, " "); got != "daemon finds live" {
		t.Errorf("events: %s in %s", got, first)
	}
	if again := ask(last); again != "" {
		t.Errorf("who has everything is told %q", again)
	}
	part := last[:strings.LastIndexByte(last, '-')] + "-0"
	if again := ask(part); !strings.Contains(again, "event: live") || strings.Contains(again, "event: daemon") {
		t.Errorf("who lacks live is told %q", again)
	}
	for _, id := range []string{"x", "1-2", strings.Repeat("f", 99), "-1--1--1"} {
		if again := ask(id); again != first {
			t.Errorf("id %q: %q", id, again)
		}
	}
}

// TestEventsBounded opens more streams than there may be.
func TestEventsBounded(t *testing.T) {
	stop := make(chan struct{})
	h := api.New(newDaemon(), api.Options{Streams: 2, Stop: stop})
	srv := httptest.NewServer(h)
	defer srv.Close()
	defer close(stop)
	for n := range 3 {
		resp, err := http.Get(srv.URL + api.Prefix + "/events")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close() //nolint:errcheck // only its status is read
		if want := map[bool]int{true: 200, false: 503}[n < 2]; resp.StatusCode != want || n == 2 && resp.Header.Get("Retry-After") == "" {
			t.Errorf("stream %d: %d, %v", n+1, resp.StatusCode, resp.Header)
		}
	}
}

// slowFinds reads its folders until it is let go.
type slowFinds struct {
	api.Finds
	read chan struct{}
}

func (f slowFinds) Counts(job string) (finds.Counts, error) {
	<-f.read
	return f.Finds.Counts(job)
}

// TestEventsDoNotWaitForFinds: who comes while large folders are read for the first time is told the state before they are read, and
// the counts of the finds then.
func TestEventsDoNotWaitForFinds(t *testing.T) {
	slow, stop := slowFinds{listOf(t), make(chan struct{})}, make(chan struct{})
	srv := httptest.NewServer(api.New(newDaemon(), api.Options{Finds: slow, Stop: stop}))
	defer srv.Close()
	defer close(stop)
	read := sync.OnceFunc(func() { close(slow.read) })
	defer time.AfterFunc(3*time.Second, read).Stop() // a stream that waits for the reading fails by what it says
	resp, err := http.Get(srv.URL + api.Prefix + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	var came []string
	for len(came) < 2 && lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			select {
			case <-slow.read:
				name += " after the reading"
			default:
			}
			came = append(came, name)
			read()
		}
	}
	if got := strings.Join(came, ", "); got != "daemon, finds after the reading" {
		t.Errorf("came: %s", got)
	}
}
