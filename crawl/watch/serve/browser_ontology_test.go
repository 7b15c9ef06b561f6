package serve_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

const stormFile = `@prefix : <http://e.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh .
:Surge a owl:Class ; rdfs:label "surge"@en ; rdfs:subClassOf :Storm .
`

// calls are pages that call names by the storm, one of them hostile.
type calls struct{}

func (calls) Names(context.Context, int) ([]coverage.Name, error) {
	var all []coverage.Name
	for _, n := range []string{"Meranti", "home page", evil} {
		all = append(all, coverage.Name{Name: n, Lang: "en", IRI: "http://e.example/o#Storm", Concept: "storm", Pages: 3, Hosts: 2, Said: n + " is a storm.", Page: "https://a.example/1"})
	}
	all[2].Page = "javascript:alert(1)"
	return all, nil
}
func (calls) Pages(context.Context) (relevant, other []*crawl.Page, err error) { return nil, nil, nil }
func (calls) Brings(_ context.Context, all []coverage.Addition) ([][]string, error) {
	out := make([][]string, len(all))
	out[0] = []string{"https://a.example/9", "javascript:alert(1)"}
	return out, nil
}

// workbench has the ontology of the job typhoon in two versions; and its file.
func workbench(t *testing.T) (*jobontology.Bench, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "storms.ttl")
	s := &jobontology.Subject{
		Dir: filepath.Join(dir, "run"), File: file, Topic: "Storm",
		Load: func(ctx context.Context, texts map[string][]byte) (*topic.Topic, error) {
			return topic.Resolve(ctx, topic.Spec{Names: "Storm", Ontology: file, Loader: topic.Loader{Texts: texts}})
		},
		Read: func(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error) {
			return new(topic.Loader).Read(ctx, name, opt)
		},
		Run: func(*topic.Topic) enrich.Run { return calls{} },
	}
	kept := &versions.Store{Dir: s.Dir}
	for i, text := range []string{stormFile, stormFile + `:Hail a owl:Class ; rdfs:label "hail"@en , "` + strings.NewReplacer(`"`, `\"`, "\x1b", "", "\u202e", "").Replace(evil) + `"@zh ; rdfs:subClassOf :Storm .` + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		made, err := s.Load(t.Context(), nil)
		if err == nil {
			err = kept.InForce(made.Origins[0].SHA256, made, 40*i, []byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			if err := kept.Judged(made.Origins[0].SHA256, versions.Judged{Pages: 40, Gained: 5, Lost: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	b := &jobontology.Bench{Subject: func(_ context.Context, job string) (*jobontology.Subject, error) {
		if job != "typhoon" {
			return nil, jobontology.ErrNoJob
		}
		return s, nil
	}}
	t.Cleanup(func() { b.Close() })
	return b, file
}

// TestOntologyInABrowser: what is in force, findings, and how two versions differ; offers are made, chosen by keyboard,
// accepted into the file and refused; a file that was saved by another program is not overwritten, and one that is
// broken is told with its line. Nothing of a page or label runs.
func TestOntologyInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	bench, file := workbench(t)
	srv := start(t, serve.Options{Ontologies: bench})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(1000, 900))
	b.do(chromedp.Navigate(srv.URL() + "#/job/typhoon/ontology"))
	b.see("Version 2 is in force. The file says the same.")
	b.see("became relevant: 5")
	b.run(`document.querySelector('main form button').click()`)
	b.see("Added concepts (1)")
	b.see("How the topic moved")
	b.shot("ontology")
	b.run(`location.hash = '#/job/typhoon/offers'`)
	b.see("No offers were made yet.")
	b.run(`[...document.querySelectorAll('main button')].find(b => b.textContent === 'Read the pages').click()`)
	b.see("Meranti is a storm.")
	b.see("It would bring 2 pages")
	if got := eval[bool](b, `[...document.querySelectorAll('main a')].some(a => a.protocol === 'javascript:')`); got {
		t.Error("an address of a page is a script")
	}
	key := func(k string) {
		b.run(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '` + k + `', bubbles: true }))`)
	}
	key("j")
	key("x")
	b.see("Accept (1)")
	b.shot("offers")
	b.run(`document.querySelector('[data-act=acceptChosen]').click()`)
	b.see("Added to storms.ttl: Meranti.")
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), ":Meranti") || strings.Contains(string(text), "home") {
		t.Errorf("%v\n%s", err, text)
	}
	b.run(`[...document.querySelectorAll('.offers label')].find(l => l.textContent === 'home page').click()`)
	b.run(`document.querySelector('[data-act=refuseChosen]').click()`)
	b.see("Refused: 1")
	if n := eval[int](b, `document.querySelectorAll('.offers input[type=checkbox]').length`); n != 1 {
		t.Errorf("%d offers are left, want that of the hostile page", n)
	}
	b.do(chromedp.EmulateViewport(320, 800))
	b.shot("offers-narrow")
	b.well()

	// Another program saves the file: refused with status 412, which the browser notes in its console.
	saved := stormFile + ":Rain a owl:Class ; rdfs:subClassOf :Storm .\n"
	if err := os.WriteFile(file, []byte(saved), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(`document.querySelector('.offers input').click()`)
	b.run(`document.querySelector('[data-act=acceptChosen]').click()`)
	b.see("Nothing was written and nothing is lost")
	if text, err := os.ReadFile(file); err != nil || string(text) != saved {
		t.Errorf("%v\n%s", err, text)
	}
	if err := os.WriteFile(file, []byte(stormFile+`:Rain rdfs:label "rain`), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === '中文').click()`)
	b.run(`location.hash = '#/job/typhoon/ontology'`)
	b.see("文件无法使用。 第 4 行")
	b.see("仍使用第 2 版。")
	if title := eval[string](b, `document.title`); strings.Contains(title, "owned") {
		t.Error("a label ran as a script")
	}
	b.shot("ontology-broken-zh")
}
