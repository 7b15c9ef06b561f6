package crawling

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// With --warc all the archive tells the whole story: the robots.txt files that
// were asked for, and of each attempt that brought nothing to keep, why.
func TestArchiveTellsAll(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /private") //nolint:errcheck
		case "/secret":
			w.Header().Set("X-Robots-Tag", "noindex")
			fallthrough
		case "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, page1("Typhoon"+r.URL.Path, storm, `<a href="/secret">Typhoon</a><a href="/private">Typhoon</a><a href="/picture">Typhoon</a><a href="/gone">Typhoon</a>`)) //nolint:errcheck
		case "/picture":
			w.Header().Set("Content-Type", "image/png")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for _, mode := range []string{"all", "relevant"} {
		out := filepath.Join(t.TempDir(), "run")
		r := ontocrawl(t, "crawl", "--topic", "typhoon", "--allow-private", "--delay", "0", "--warc", mode, "--deterministic", "--workers", "1",
			"--seeds", write(t, t.TempDir(), "seeds", server.URL+"/"), "--out", out)
		if r.code != cli.ExitOK {
			t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
		}
		var got []string
		files, _ := filepath.Glob(filepath.Join(out, "warc", "*.warc.gz"))
		for _, name := range files {
			rd := warc.NewStrictReader(bytes.NewReader([]byte(read(name))))
			for {
				rec, err := rd.Next()
				if err != nil {
					break
				}
				if rec.Type() == warc.TypeResponse || rec.Type() == warc.TypeMetadata {
					got = append(got, rec.Type()+" "+strings.TrimPrefix(rec.Header.URI(warc.FieldTargetURI), server.URL))
				}
			}
		}
		slices.Sort(got)
		want := []string{
			"metadata /", "metadata /gone", "metadata /picture", "metadata /private", "metadata /secret",
			"response /", "response /gone", "response /robots.txt",
		}
		if mode == "relevant" {
			want = []string{"metadata /", "response /"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("--warc %s: %q\nwant %q", mode, got, want)
		}
		for _, l := range strings.Split(readFile(t, out, "pages.jsonl"), "\n") {
			if strings.Contains(l, `"noindex":true`) == strings.Contains(l, `"warc":`) && l != "" {
				t.Errorf("--warc %s: %s", mode, l)
			}
		}
		if mode == "all" {
			r := ontocrawl(t, "export", out, "--format", "cdxj")
			keys := strings.Count(r.out, ")/robots.txt ") + strings.Count(r.out, ")/gone ") + strings.Count(r.out, ")/ ")
			if r.code != cli.ExitOK || keys != 3 || strings.Count(r.out, "\n") != 3 {
				t.Errorf("the index: exit %d\n%s%s", r.code, r.out, r.err)
			}
			if r := ontocrawl(t, "export", out, "--format", "cdxj", "--relevant"); r.code != cli.ExitUsage {
				t.Errorf("an index of some pages: exit %d", r.code)
			}
		}
		for _, args := range [][]string{{"rescore", out}, {"export", out, "--format", "turtle"}, {"export", out, "--format", "warc", "--out", filepath.Join(t.TempDir(), "x.warc.gz")}} {
			if r := ontocrawl(t, args...); r.code != cli.ExitOK {
				t.Errorf("%q: exit %d\n%s", args, r.code, r.err)
			}
		}
	}
}
