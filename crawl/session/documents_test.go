package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/document/documenttest"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// TestMain lets the test's own binary read PDF, as the program does where pdftotext is
// missing.
func TestMain(m *testing.M) {
	switch n := len(os.Args); {
	case os.Args[n-1] == "read-pdf":
		os.Exit(document.Child(os.Stdin, os.Stdout))
	case n > 3 && os.Args[n-3] == "crawl-documents":
		os.Exit(crawlInProcess(os.Args[n-2], os.Args[n-1]))
	case n > 3 && os.Args[n-3] == "crawl-sites":
		os.Exit(sitesInProcess(os.Args[n-2], os.Args[n-1]))
	}
	os.Exit(m.Run())
}

// bulletins is a site whose bulletins are documents. One of them is broken, and one is
// named by its link only.
func bulletins(t *testing.T) (site *httptest.Server, pdf []byte) {
	t.Helper()
	pdf = documenttest.PDF("Typhoon bulletin 7", "Typhoon In-fa makes landfall", "/more.html",
		"The typhoon reached the coast at noon with gusts of 38 m/s.", "The tropical cyclone brought heavy rain and a storm surge.")
	docx := documenttest.DOCX("The typhoon weakened to a tropical storm.", "Typhoon warnings are lifted.")
	const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind := "text/html"
		var body []byte
		switch r.URL.Path {
		case "/":
			body = []byte(`<title>Typhoon centre</title><p>A typhoon reached the coast of the island this morning, with strong winds.<p>Typhoon bulletins: <a href="7.pdf">typhoon bulletin 7</a>, <a href="8.docx">typhoon bulletin 8</a>,
<a href="9.pdf">typhoon bulletin 9</a>, <a href="get?n=10">typhoon bulletin 10</a>.`)
		case "/7.pdf":
			kind, body = "application/pdf", pdf
		case "/8.docx":
			kind, body = "application/octet-stream", docx
		case "/9.pdf":
			kind, body = "application/pdf", []byte("%PDF-1.4 and no more")
		case "/get":
			kind, body = wordType, documenttest.DOCX("Typhoon number ten, a typhoon far from land.")
		case "/more.html":
			body = []byte("<title>More</title><p>More about the typhoon.")
		default:
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Write(body) //nolint:errcheck // the client sees it
	}))
	t.Cleanup(site.Close)
	return site, pdf
}

func documentSpec(t *testing.T, dir, url string, pages int) Spec {
	t.Helper()
	spec, err := documentCrawl(t.Context(), dir, url, pages)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// crawlInProcess crawls a site for a test that kills the process.
func crawlInProcess(dir, url string) (code int) {
	spec, err := documentCrawl(context.Background(), dir, url, 20)
	var s *Session
	if err == nil {
		s, err = Open(context.Background(), spec)
	}
	if err == nil {
		_, err = s.Run(context.Background())
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// documentCrawl is a crawl of a site on this machine, by the reader of PDF of Go.
func documentCrawl(ctx context.Context, dir, url string, pages int) (Spec, error) {
	typhoon, err := topic.Resolve(ctx, topic.Spec{Names: "typhoon"})
	if err != nil {
		return Spec{}, err
	}
	first, err := seed.Link(url)
	return Spec{
		Topic: typhoon, Seeds: []crawl.Link{first}, Judge: Judge{Segmenter: "trie"}, Folder: Folder{Dir: dir, Archive: ArchiveRelevant},
		Fetch:     Fetch{Options: fetch.Options{AllowPrivate: true, Polite: polite.Options{Delay: -1}}},
		Documents: document.New(document.Options{Pdftotext: "-", Self: []string{os.Args[0], "read-pdf"}, Timeout: 5 * time.Minute}),
		Options:   engine.Options{MaxPages: pages, Workers: 1, Deterministic: true}, Logger: slog.New(slog.DiscardHandler),
	}, err
}

// found are the pages of a run by their paths.
func found(t *testing.T, dir, root string) map[string]rundir.Page {
	t.Helper()
	all := map[string]rundir.Page{}
	for p, err := range rundir.Latest(dir) {
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimPrefix(p.URL, root)] = p
	}
	return all
}

// TestDocuments: documents that a page links to are pages of the run like others: judged
// with evidence, followed, archived as they came, and read again from the archive.
func TestDocuments(t *testing.T) {
	site, pdf := bulletins(t)
	dir := filepath.Join(t.TempDir(), "run")
	crawlAll(t, documentSpec(t, dir, site.URL+"/", 20))
	pages := found(t, dir, site.URL)
	for path, want := range map[string]string{"/": "", "/7.pdf": "pdf", "/8.docx": "docx", "/get?n=10": "docx"} {
		p, ok := pages[path]
		if !ok || p.Document != want || !p.Relevant || len(p.Evidence) == 0 || p.WARC == nil {
			t.Errorf("%s: %+v", path, p)
		}
	}
	if p := pages["/7.pdf"]; p.Title != "Typhoon bulletin 7" || p.Parent != site.URL+"/" || pages["/more.html"].Parent != p.URL {
		t.Errorf("%+v", p)
	}
	sum, err := rundir.ReadSummary(dir)
	if err != nil || sum.Errors[crawl.FailNotPage.String()] != 1 {
		t.Errorf("%v, %v", sum.Errors, err)
	}
	archive, err := warc.OpenFolder(filepath.Join(dir, rundir.WARCDir))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close() //nolint:errcheck // only read
	all, err := archive.Exchanges(pages["/7.pdf"].WARC.Ref())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := replay.Answer(all); err != nil || string(r.Body) != string(pdf) {
		t.Errorf("the archive has other bytes: %v", err)
	}
	readAgain(t, dir, pages["/7.pdf"])
}

// readAgain reads a document of a run from its text, and without that from the archive.
func readAgain(t *testing.T, dir string, p rundir.Page) {
	t.Helper()
	spec := documentSpec(t, dir, "http://a.example/", 1)
	judge, err := NewJudge(spec.Topic, spec.Judge)
	if err != nil {
		t.Fatal(err)
	}
	from, err := rescore.Open(dir, spec.Logger)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close() //nolint:errcheck // only read
	from.Documents = spec.Documents
	kept, err := from.Page(t.Context(), p, judge)
	if err != nil || kept == nil {
		t.Fatalf("from its text: %v, %v", kept != nil, err)
	}
	from.Texts = nil
	read, err := from.Page(t.Context(), p, judge)
	if err != nil || read == nil || read.Document != "pdf" || read.Blocks[1].Text != "Typhoon In-fa makes landfall" {
		t.Fatalf("from the archive: %v, %v", read != nil, err)
	}
	if a, b := judge.Score(kept).Relevance, judge.Score(read).Relevance; a != b {
		t.Errorf("%v from its text, %v from the archive", a, b)
	}
}

// A crawl that is cut between documents goes on as if it had not been.
func TestDocumentsResumed(t *testing.T) {
	site, _ := bulletins(t)
	whole, parts := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "parts")
	crawlAll(t, documentSpec(t, whole, site.URL+"/", 20))
	for _, n := range []int{2, 3} {
		crawlAll(t, documentSpec(t, parts, site.URL+"/", n))
	}
	crawlAll(t, documentSpec(t, parts, site.URL+"/", 20))
	one, other := found(t, whole, ""), found(t, parts, "")
	for _, all := range []map[string]rundir.Page{one, other} {
		for k, p := range all {
			p.FetchedAt, p.WARC = rundir.Time{}, nil
			all[k] = p
		}
	}
	if d := cmp.Diff(one, other); d != "" {
		t.Errorf("(-in one go +in parts)\n%s", d)
	}
}

// TestDocumentsKilled: a process that is killed while it asks for each document in turn
// leaves a run that goes on to the same pages.
func TestDocumentsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process five times: not with -short")
	}
	inner, _ := bulletins(t)
	var running atomic.Pointer[os.Process]
	var killed sync.Map
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := running.Load()
		if _, again := killed.LoadOrStore(r.URL.Path, true); p != nil && !again && r.URL.Path != "/robots.txt" && r.URL.Path != "/" {
			p.Kill() //nolint:errcheck // the test sees that it goes on
		}
		inner.Config.Handler.ServeHTTP(w, r)
	}))
	defer site.Close()
	dir := filepath.Join(t.TempDir(), "run")
	deaths := 0
	for ; deaths < 10; deaths++ {
		cmd := exec.Command(os.Args[0], "-test.run=^$", "crawl-documents", dir, site.URL+"/") //nolint:gosec // the test itself
		var text strings.Builder
		cmd.Stderr = &text
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running.Store(cmd.Process)
		if err := cmd.Wait(); err == nil {
			break
		} else if cmd.ProcessState.Exited() {
			t.Fatalf("%v: %s", err, text.String())
		}
	}
	pages := found(t, dir, site.URL)
	if len(pages) != 5 || pages["/7.pdf"].Document != "pdf" || pages["/8.docx"].Document != "docx" || deaths == 0 {
		t.Errorf("%d pages after %d deaths: %+v", len(pages), deaths, pages)
	}
}

// Without Documents no document is asked for.
func TestNoDocuments(t *testing.T) {
	site, _ := bulletins(t)
	dir := filepath.Join(t.TempDir(), "run")
	spec := documentSpec(t, dir, site.URL+"/", 20)
	spec.Documents = nil
	crawlAll(t, spec)
	for path, p := range found(t, dir, site.URL) {
		if path != "/" || p.Document != "" {
			t.Errorf("%s: %+v", path, p)
		}
	}
	sum, err := rundir.ReadSummary(dir)
	if err != nil || sum.Errors[crawl.FailNotText.String()] != 1 { // only its Content-Type tells
		t.Errorf("%v, %v", sum.Errors, err)
	}
}
