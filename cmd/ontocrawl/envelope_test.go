package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// glutton is a server of pages as large as they may be, of bodies that decode to
// nothing, and of answers that leave HTTP.
func glutton(t *testing.T) *httptest.Server {
	item := "<div class=item><h3><a href=/huge/%d>A title of news</a></h3><p>Some text of the item follows here with more words to read.</p></div>\n"
	var page strings.Builder
	page.WriteString("<title>typhoon</title>")
	for page.Len() < 9<<20 {
		fmt.Fprintf(&page, item, page.Len()%7)
	}
	var empty bytes.Buffer
	z := gzip.NewWriter(&empty)
	z.Close()                                                                          //nolint:errcheck // into memory
	nothing := bytes.Repeat(empty.Bytes(), 64<<10/empty.Len())                         // gzip
	skipped := bytes.Repeat([]byte("\x50\x2a\x4d\x18\x04\x00\x00\x00...."), 64<<10/12) // zstd
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endless := func(coding string, part []byte) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", coding)
			for r.Context().Err() == nil {
				if _, err := w.Write(part); err != nil {
					return
				}
			}
		}
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/huge/"):
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, page.String()) //nolint:errcheck
		case strings.HasPrefix(path, "/nothing/"):
			endless("gzip", nothing)
		case strings.HasPrefix(path, "/skipped/"):
			endless("zstd", skipped)
		case strings.HasPrefix(path, "/leaves/"):
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n") //nolint:errcheck
			io.Copy(io.Discard, conn)                                                                             //nolint:errcheck // until the client goes
			conn.Close()                                                                                          //nolint:errcheck
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// TestGluttons: with --memory 256MB the whole program stays below that, though sixteen
// workers meet the worst pages at once; each is a page or a failure of its kind, and the
// crawl ends.
func TestGluttons(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	if testing.Short() {
		t.Skip("builds and runs the program: not with -short")
	}
	s, dir, bin := glutton(t), t.TempDir(), buildBinary(t)
	var seeds strings.Builder
	n := 5
	if long() {
		n = 16
	}
	for i := range n {
		for _, kind := range []string{"leaves", "huge", "nothing", "skipped"} {
			fmt.Fprintf(&seeds, "%s/%s/%d\n", s.URL, kind, i)
		}
	}
	out := filepath.Join(dir, "run")
	cmd := exec.Command(bin, "crawl", "--topic", "typhoon", "--seeds", write(t, dir, "seeds.txt", seeds.String()), "--out", out, "--segmenter", "trie",
		"--delay", "0s", "--per-host", "16", "--workers", "16", "--allow-private", "--warc", "all", "--memory", "256MB", "--max-requests", fmt.Sprint(4*n))
	cmd.Env = withoutGC(os.Environ())
	begun := time.Now()
	most := peak(t, cmd)
	t.Logf("at most %s resident, %v", mb(most), time.Since(begun).Round(time.Millisecond))
	if most == 0 || most > 256_000 {
		t.Errorf("%s resident, want at most 256 MB", mb(most))
	}
	sum, err := rundir.ReadSummary(out)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Pages == 0 || sum.Requests != 4*n || sum.Errors["status"] != n || sum.Errors["body too large"] != 2*n {
		t.Errorf("%d requests, %d pages, failures %v", sum.Requests, sum.Pages, sum.Errors)
	}
}

// TestMaxWaitSetting: a crawl whose last pages are put off by their server ends after
// --max-wait, says what is left, and goes on later.
func TestMaxWaitSetting(t *testing.T) {
	t.Parallel()
	busy := true
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, page1("Typhoon desk", storm, `<a href="/1">Typhoon track</a> <a href="/2">Typhoon</a>`)) //nolint:errcheck
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case busy:
			w.Header().Set("Retry-After", "600")
			w.WriteHeader(http.StatusTooManyRequests)
		default:
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, page1("Typhoon "+r.URL.Path, strings.Repeat(storm, 2), "")) //nolint:errcheck
		}
	}))
	defer s.Close()
	dir := t.TempDir()
	args := []string{"crawl", "--topic", "typhoon", "--seeds", write(t, dir, "seeds.txt", s.URL+"/\n"), "--out", filepath.Join(dir, "run"),
		"--segmenter", "trie", "--allow-private", "--delay", "10ms", "--crawl-delay-cap", "10ms", "--max-wait", "2s"}
	begun := time.Now()
	r := ontocrawl(t, args...)
	if took := time.Since(begun); r.code != cli.ExitOK || pacetest.Over(took, time.Minute) {
		t.Fatalf("exit %d after %v\n%s%s", r.code, took, r.out, r.err)
	}
	contains(t, "the summary", r.out, "2 links have to wait for their servers longer than --max-wait; they are kept, and the same command goes on")
	contains(t, "the log", r.err, "longer than max-wait", "links=2")
	if sum, err := rundir.ReadSummary(filepath.Join(dir, "run")); err != nil || sum.Stopped != "waiting" || sum.Waiting != 2 {
		t.Errorf("%+v %v", sum, err)
	}
	contains(t, "status", ontocrawl(t, "status", filepath.Join(dir, "run")).out, "has to wait longer than max-wait")
	for _, wrong := range [][2]string{{"--max-wait", "-1s"}, {"--memory", "1MB"}, {"--memory", "lots"}, {"--max-links", "-1"}, {"--max-hosts", "-1"}} {
		if r := ontocrawl(t, append(args, wrong[0], wrong[1])...); r.code != cli.ExitUsage || !strings.Contains(r.err, wrong[0][2:]) {
			t.Errorf("%v: exit %d, %s", wrong, r.code, r.err)
		}
	}
}

// TestImportsOfGluttons: what holds for pages holds for imported ontologies.
func TestImportsOfGluttons(t *testing.T) {
	t.Parallel()
	s := glutton(t)
	file := write(t, t.TempDir(), "o.omn", "Ontology: <http://x.example/o>\n"+
		"Import: <"+s.URL+"/nothing/1>\nImport: <"+s.URL+"/skipped/1>\nImport: <"+s.URL+"/leaves/1>\nClass: <http://x.example/o#O>\n")
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"ontology", "inspect", file, "--fetch-imports", "--json"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs},
		[]string{"LANG=en_GB.UTF-8", "GOMEMLIMIT=off", "ONTOCRAWL_DELAY=0s", "ONTOCRAWL_ALLOW_PRIVATE=true"})
	in := decode[inspected](t, result{code, out.String(), errs.String()})
	if in.Concepts != 1 || strings.Count(out.String(), "bytes were sent for 0 decoded") != 2 {
		t.Errorf("%d concepts\n%s%s", in.Concepts, out.String(), errs.String())
	}
	contains(t, "findings", out.String(), "/nothing/1", "/skipped/1", "/leaves/1", "status 101")
}
