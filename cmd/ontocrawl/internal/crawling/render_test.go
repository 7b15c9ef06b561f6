package crawling

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/render"
)

// A site whose text and links are made by script: --render finds its pages, and
// without it there is one, with nothing on it.
func TestCrawlRendered(t *testing.T) {
	t.Parallel()
	if _, err := render.Find(""); err != nil {
		t.Skip(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/app.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, `document.title = "Typhoon desk"; document.body.innerHTML = %q + (location.pathname == "/" ? "<a href='/1'>Typhoon track</a> <a href='/2'>Typhoon warning</a>" : location.pathname == "/1" ? "The track bends to the north in the evening, as most tracks do in autumn." : "Stay away from the coast, and listen to the radio for further warnings.")`, strings.Repeat(storm, 3))
		case "/", "/1", "/2":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<html><body><script src="/app.js"></script></body></html>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	seeds := write(t, dir, "seeds.txt", server.URL+"/\n")
	args := []string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--allow-private", "--delay", "0s", "--segmenter", "trie", "--out"}
	if r := ontocrawl(t, append(args, filepath.Join(dir, "plain"))...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if rep := statusOf(t, filepath.Join(dir, "plain")); rep.Pages != 1 || rep.Relevant != 0 {
		t.Errorf("plain: %+v", rep.Counts)
	}
	r := ontocrawl(t, append(args, filepath.Join(dir, "rendered"), "--render", "--chrome-no-sandbox", "--metrics", "127.0.0.1:0")...)
	if r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if rep := statusOf(t, filepath.Join(dir, "rendered")); rep.Pages != 3 || rep.Relevant != 3 {
		t.Errorf("rendered: %+v\n%s", rep.Counts, r.err)
	}
}

func TestRenderRefused(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	args := []string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--render"}
	if r := ontocrawl(t, append(args, "--web", web)...); r.code != cli.ExitUsage || !strings.Contains(r.err, "--render: render is true, but it must be false with web") {
		t.Errorf("with --web: code %d\n%s", r.code, r.err)
	}
	if r := ontocrawl(t, append(args, "--chrome", "/nonexistent/chrome")...); r.code != cli.ExitUsage || !strings.Contains(r.err, "/nonexistent/chrome") {
		t.Errorf("no browser: code %d\n%s", r.code, r.err)
	}
}
