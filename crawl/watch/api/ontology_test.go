package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

const stormFile = `@prefix : <http://e.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh . :Hail a owl:Class ; rdfs:subClassOf :Storm .
`

// calls are pages that call two names by the storm; one name would be markup in a page.
type calls struct{}

func (calls) Names(context.Context, int) ([]coverage.Name, error) {
	n := coverage.Name{Name: "Meranti", Lang: "en", IRI: "http://e.example/o#Storm", Concept: "storm", Pages: 2, Hosts: 1, Said: "Meranti is a storm.", Page: "http://a.test/1"}
	bad := n
	bad.Name, bad.Said = "<script>x</script>", "<script>alert(1)</script>\x1b[2J"
	return []coverage.Name{n, bad}, nil
}
func (calls) Pages(context.Context) (relevant, other []*crawl.Page, err error) { return nil, nil, nil }
func (calls) Brings(_ context.Context, all []coverage.Addition) ([][]string, error) {
	return make([][]string, len(all)), nil
}

// ontologies is a bench with the job typhoon, whose offers are made; and its file.
func ontologies(t *testing.T) (*jobontology.Bench, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "storms.ttl")
	if err := os.WriteFile(file, []byte(stormFile), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &jobontology.Subject{
		Dir: filepath.Join(dir, "run"), File: file,
		Load: func(ctx context.Context, texts map[string][]byte) (*topic.Topic, error) {
			return topic.Resolve(ctx, topic.Spec{Ontology: file, Loader: topic.Loader{Texts: texts}})
		},
		Read: func(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error) {
			return new(topic.Loader).Read(ctx, name, opt)
		},
		Run: func(*topic.Topic) enrich.Run { return calls{} },
	}
	b := &jobontology.Bench{Subject: func(_ context.Context, job string) (*jobontology.Subject, error) {
		if job != "typhoon" {
			return nil, jobontology.ErrNoJob
		}
		return s, nil
	}}
	t.Cleanup(func() { b.Close() })
	made, err := s.Load(t.Context(), nil)
	if err == nil {
		err = (&versions.Store{Dir: s.Dir}).InForce(made.Origins[0].SHA256, made, 0, []byte(stormFile))
	}
	if err == nil {
		err = b.Learn(t.Context(), "typhoon")
	}
	if err != nil {
		t.Fatal(err)
	}
	for {
		o, err := b.Offers(t.Context(), "typhoon")
		if err != nil || o.Fault != "" {
			t.Fatal(o, err)
		}
		if !o.Working {
			return b, file
		}
		time.Sleep(time.Millisecond)
	}
}

// stormVersion is the version of the offers, and meranti the ID of one.
var (
	stormVersion = atomicfile.Sum([]byte(stormFile))
	meranti      = (&enrich.Offer{Name: coverage.Name{Name: "Meranti"}}).ID()
)

// TestOntologyAPI: accepting needs the version of the offers, and an ontology that was saved since is refused; what is
// accepted is in the file and in the audit log.
func TestOntologyAPI(t *testing.T) {
	b, file := ontologies(t)
	dir := t.TempDir()
	h := api.New(newDaemon(), api.Options{Who: as(access.Admin), Audit: access.NewAudit(dir, access.AuditOptions{}), Ontologies: b})
	ask := func(method, path, body, match string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, api.Prefix+"/jobs/"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if match != "" {
			r.Header.Set("If-Match", match)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	if w := ask("GET", "typhoon/ontology/offers", "", ""); w.Code != 200 || w.Header().Get("ETag") != `"`+stormVersion+`"` || strings.Contains(w.Body.String(), "<script") || strings.Contains(w.Body.String(), "\x1b") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	accept := `{"offers":[{"id":"` + meranti + `"}]}`
	for _, c := range []struct {
		path, body, match string
		status            int
		has               string
	}{
		{"typhoon/ontology/accepted", accept, "", 428, "If-Match is missing"},
		{"typhoon/ontology/accepted", accept, "*", 400, "not one entity tag"},
		{"typhoon/ontology/accepted", accept, `"x"`, 412, "has changed"},
		{"typhoon/ontology/accepted", `{"offers":[{"id":"x"}]}`, `"` + stormVersion + `"`, 400, "not among the offers"},
		{"typhoon/ontology/accepted", `{"offers":[],"x":1}`, `"` + stormVersion + `"`, 400, "cannot be read"},
		{"none/ontology/accepted", accept, `"x"`, 404, "no such job"},
		{"typhoon/ontology/refused", `{"offers":["x"]}`, "", 400, "not among the offers"},
		{"none/ontology/offers", "{}", "", 404, "no such job"},
	} {
		if w := ask("POST", c.path, c.body, c.match); w.Code != c.status || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("%s %s: %d %s, want %d %q", c.path, c.match, w.Code, w.Body, c.status, c.has)
		}
	}
	for path, status := range map[string]int{"typhoon/ontology/diff?from=1&to=9": 404, "typhoon/ontology/diff?from=-1": 400, "none/ontology": 404, "typhoon/ontology/copy?version=x&offer=" + meranti: 412, "typhoon/ontology/diff": 200} {
		if w := ask("GET", path, "", ""); w.Code != status {
			t.Errorf("%s: %d %s, want %d", path, w.Code, w.Body, status)
		}
	}
	w := ask("GET", "typhoon/ontology/copy?version="+stormVersion+"&offer="+meranti+":subclass:http://e.example/o%23Storm", "", "")
	if w.Code != 200 || w.Header().Get("Content-Disposition") != "attachment; filename=storms.ttl" || !strings.Contains(w.Body.String(), ":Meranti") {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != stormFile {
		t.Fatalf("the file was changed: %v\n%s", err, text)
	}
	if w := ask("POST", "typhoon/ontology/accepted", accept, `"`+stormVersion+`"`); w.Code != 202 || !strings.Contains(w.Body.String(), `"added":["Meranti"]`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), ":Meranti") {
		t.Errorf("%v\n%s", err, text)
	}
	if w := ask("POST", "typhoon/ontology/accepted", accept, `"`+stormVersion+`"`); w.Code != 400 && w.Code != 412 {
		t.Errorf("accepted twice: %d %s", w.Code, w.Body)
	}
	noted, err := os.ReadFile(filepath.Join(dir, access.AuditFile))
	if err != nil || !strings.Contains(string(noted), `"action":"accept","object":"typhoon","outcome":"done","detail":"storms.ttl: Meranti; now `) {
		t.Errorf("%v\n%s", err, noted)
	}
	w = httptest.NewRecorder()
	api.New(newDaemon(), api.Options{}).ServeHTTP(w, httptest.NewRequest("GET", api.Prefix+"/jobs/typhoon/ontology", nil))
	if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "are not shown here") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// ontologyMethods calls the methods of a client about the ontology of a job.
func ontologyMethods(t *testing.T, c *api.Client) {
	t.Helper()
	ctx := t.Context()
	if v, err := c.Ontology(ctx, "typhoon", "zh"); err != nil || v.Name != "storms.ttl" || v.InForce != 1 || !v.Current || len(v.Findings) == 0 {
		t.Errorf("%+v %v", v, err)
	}
	if d, err := c.OntologyDiff(ctx, "typhoon", 1, 0); err != nil || d.Differ || d.From != 1 {
		t.Errorf("%+v %v", d, err)
	}
	o, err := c.Offers(ctx, "typhoon")
	if err != nil || len(o.Offers) != 2 || o.Version != stormVersion {
		t.Fatalf("%+v %v", o, err)
	}
	if text, err := c.OntologyCopy(ctx, "typhoon", "", nil...); err != nil || string(text) != stormFile {
		t.Errorf("%s %v", text, err)
	}
	if o, err = c.RefuseOffers(ctx, "typhoon", false, o.Offers[1].ID); err != nil || o.Offers[1].Verdict != enrich.Refused {
		t.Errorf("%+v %v", o, err)
	}
	if _, err := c.AcceptOffers(ctx, "typhoon", "other", jobontology.Pick{ID: meranti}); !errors.Is(err, atomicfile.ErrChanged) {
		t.Errorf("another version: %v", err)
	}
	if did, err := c.AcceptOffers(ctx, "typhoon", stormVersion, jobontology.Pick{ID: meranti}); err != nil || len(did.Added) != 1 {
		t.Errorf("%+v %v", did, err)
	}
	if _, err := c.MakeOffers(ctx, "typhoon"); err != nil {
		t.Error(err)
	}
}
