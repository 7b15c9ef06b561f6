//go:build unix

package watching

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// A crawl behind a log-in: the pages come, and no file of the run holds the password or the
// session.
func TestAccounts(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		cookie, err := r.Cookie("sid")
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/login" && r.PostFormValue("password") == secretOf("member"):
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: secretOf("session"), Path: "/"})
			http.Redirect(w, r, "/", http.StatusSeeOther)
		case r.URL.Path == "/login":
			fmt.Fprint(w, `<form method=post><input name=user><input type=password name=password></form>`)
		case err != nil || cookie.Value != secretOf("session"):
			http.Redirect(w, r, "/login", http.StatusFound)
		case r.URL.Path == "/logout":
			t.Error("the crawl has logged out")
		default:
			fmt.Fprint(w, page1("Typhoon desk", storm, `<a href="/one">Typhoon landfall</a> <a href="/logout">log out</a>`))
		}
	}))
	defer site.Close()
	dir := t.TempDir()
	pass := write(t, dir, "pass", secretOf("member")+"\n")
	accounts := write(t, dir, "accounts.yaml", "- host: 127.0.0.1\n  http: true\n  login:\n    page: "+site.URL+"/login\n    fields: {user: me, password: {file: "+filepath.Base(pass)+"}}\n")
	out := filepath.Join(dir, "run")
	args := []string{"crawl", "--topic", "typhoon", "--seeds", write(t, dir, "seeds.txt", site.URL+"/\n"), "--out", out, "--accounts", accounts,
		"--allow-private", "--delay", "1ms", "--retries", "0", "--segmenter", "trie", "--warc", "all", "--sitemaps", "none", "--log-level", "debug"}
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK || len(readLines(t, out)) != 2 || !strings.Contains(r.err, "logged in") {
		t.Errorf("code %d, pages %v\n%s%s", r.code, readLines(t, out), r.out, r.err)
	}
	quiet(t, "the output", r.out+r.err)
	quietFiles(t, out)

	write(t, dir, "accounts.yaml", "- host: 127.0.0.1\n  headers: {Host: other}\n")
	if r := ontocrawl(t, args...); r.code != cli.ExitUsage || !strings.Contains(r.err, "accounts.yaml:2: the field Host is set by ontocrawl") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	jobs := write(t, dir, "jobs.yaml", "jobs:\n  - name: desk\n    schedule: '@every 1h'\n    topic: typhoon\n    seeds: ["+site.URL+"/]\n    accounts: accounts.yaml\n")
	if r := ontocrawl(t, "job", "check", jobs); r.code != cli.ExitUsage || !strings.Contains(r.out+r.err, "accounts.yaml:2: the field Host") {
		t.Errorf("job check: code %d\n%s%s", r.code, r.out, r.err)
	}
}
