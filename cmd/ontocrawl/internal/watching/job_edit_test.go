package watching

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
)

// twoHazards is an ontology of two classes, as Protégé writes it; more goes into it.
func twoHazards(more string) string {
	return `<?xml version="1.0"?>
<rdf:RDF xmlns="http://hazards.example/" xml:base="http://hazards.example/" xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
    <owl:Ontology rdf:about="http://hazards.example/"/>
    <owl:Class rdf:about="http://hazards.example/Hazard"><rdfs:label xml:lang="en">natural hazard</rdfs:label></owl:Class>
    <owl:Class rdf:about="http://hazards.example/Storm">
        <rdfs:subClassOf rdf:resource="http://hazards.example/Hazard"/><rdfs:label xml:lang="en">typhoon</rdfs:label>
    </owl:Class>` + more + `
</rdf:RDF>
`
}

const avalanche = `
    <owl:Class rdf:about="http://hazards.example/Avalanche">
        <rdfs:subClassOf rdf:resource="http://hazards.example/Storm"/><rdfs:label xml:lang="en">avalanche</rdfs:label>
    </owl:Class>`

// loud is a log that may be read while it is written.
type loud struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *loud) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *loud) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *loud) await(t *testing.T, text string) {
	t.Helper()
	for range 1500 {
		if strings.Contains(l.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("nobody said %q:\n%s", text, l)
}

// TestOntologyIsEditedWhileItRuns saves an ontology three times while a job's run
// is made: broken, half, and with a concept that makes other pages relevant.
func TestOntologyIsEditedWhileItRuns(t *testing.T) {
	t.Parallel()
	var served, hold atomic.Int32
	hold.Store(5)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/snow") {
			http.NotFound(w, r)
			return
		}
		for served.Load() >= hold.Load() && r.Context().Err() == nil { // until the test lets it go on
			time.Sleep(5 * time.Millisecond)
		}
		n := served.Add(1)
		fmt.Fprintf(w, `<title>Avalanche number %d</title><p>The avalanche of %d came down; an avalanche is no typhoon.</p>%s`, n, n, strings.Repeat("<p>Snow and ice lay on the pass.</p>", 5))
		for i := range 12 {
			fmt.Fprintf(w, `<p><a href="/snow%d">More about avalanche %d</a></p>`, i, i)
		}
	}))
	defer server.Close()
	defer hold.Store(1000)
	dir := t.TempDir()
	write(t, dir, "hazards.owl", twoHazards(""))
	jobs := write(t, dir, "jobs.yaml", `
jobs:
  - name: hazards
    ontology: hazards.owl
    warc: all
    phi: 0.7
    workers: 1
    delay: 1ms
    allow-private: true
    seeds: [`+server.URL+`/]
    schedule: "@every 1h"
    budget: {pages: 100}
`)
	var out, log loud
	code := make(chan int)
	go func() {
		code <- run(context.Background(), []string{"job", "run", "hazards", "--jobs", jobs, "--now", "--json"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &log}, []string{"LANG=en_GB.UTF-8"})
	}()
	for served.Load() < 5 {
		select {
		case c := <-code:
			t.Fatalf("the run ended with %d:\n%s%s", c, out.String(), log.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
	write(t, dir, "hazards.owl", "<rdf:RDF") // a disk that was full
	log.await(t, "the old one stays in force")
	write(t, dir, "hazards.owl", twoHazards(avalanche)[:600])
	time.Sleep(50 * time.Millisecond)
	write(t, dir, "hazards.owl", twoHazards(avalanche))
	log.await(t, "the new version is used at the next page")
	hold.Store(1000)
	if c := <-code; c != cli.ExitOK {
		t.Fatalf("code %d\n%s", c, log.String())
	}
	var r monitor.Run
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	text := log.String()
	for _, want := range []string{"added=avalanche", "gained=5", "scored again"} {
		if !strings.Contains(text, want) {
			t.Errorf("the log does not say %q:\n%s", want, text)
		}
	}
	if r.Verdicts != 5 || r.Gained != 5 || r.New != 8 || r.Relevant != 13 || r.Pages != 13 || r.Lost != 0 {
		t.Errorf("%+v; want five pages gained by the new edition, and eight that were new", r)
	}

	// Edited while nothing runs: the next run begins with judging again.
	write(t, dir, "hazards.owl", twoHazards(""))
	log2 := ontocrawl(t, "job", "run", "hazards", "--jobs", jobs, "--now", "--json")
	if log2.code != cli.ExitOK || !strings.Contains(log2.err, "kept pages were judged by the new version") {
		t.Errorf("code %d\n%s", log2.code, log2.err)
	}
	if err := json.Unmarshal([]byte(log2.out), &r); err != nil || r.Verdicts != 13 || r.Lost != 13 || r.Relevant != 0 {
		t.Errorf("%v, %+v: want all pages lost", err, r)
	}
	again := ontocrawl(t, "job", "run", "hazards", "--jobs", jobs, "--now")
	if again.code != cli.ExitOK || strings.Contains(again.err, "judged by the new version") {
		t.Errorf("code %d: judged again for nothing\n%s", again.code, again.err)
	}
	versionsOfHazards(t, dir)
}

// versionsOfHazards: each version that was in force is kept with its text and with what it did, and the broken
// ones are not.
func versionsOfHazards(t *testing.T, dir string) {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(dir, "*", "jobs", "hazards"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%v %v", folders, err)
	}
	all, err := versions.Read(folders[0])
	if err != nil || len(all) != 3 || all[0].Judged != nil || all[0].After != 0 || all[1].After < 4 || all[0].Hash != all[2].Hash || all[0].Hash == all[1].Hash {
		t.Fatalf("%+v %v", all, err)
	}
	if j := all[1].Judged; j == nil || j.Gained != 5 || j.Lost != 0 {
		t.Errorf("the second version did %+v", j)
	}
	if j := all[2].Judged; j == nil || j.Gained != 0 || j.Lost != 13 {
		t.Errorf("the third version did %+v", j)
	}
	for i, want := range []string{twoHazards(""), twoHazards(avalanche), twoHazards("")} {
		if text, err := versions.Text(folders[0], &all[i]); err != nil || string(text) != want {
			t.Errorf("version %d: %v\n%s", i+1, err, text)
		}
	}
}
