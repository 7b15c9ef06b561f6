package cap

import (
	"context"
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

	"github.com/ontocrawl/ontocrawl/crawl"
)

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	s := NewSource(dir, nil)
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func(wrong ...string) {
		t.Helper()
		err := s.Read(t.Context(), noon)
		if (err != nil) != (len(wrong) > 0) {
			t.Errorf("%v", err)
		}
		for _, w := range wrong {
			if !strings.Contains(fmt.Sprint(err), w) {
				t.Errorf("%v does not say %q", err, w)
			}
		}
	}
	a := alertOf("a", "Alert", "", "")
	write("a.xml", a)
	write("b.cap", alertOf("b", "Alert", "", "")[:300])
	write("notes.txt", "not for us")
	write(".hidden.xml", "not yet")
	if err := os.Mkdir(filepath.Join(dir, "d.xml"), 0o700); err != nil {
		t.Fatal(err)
	}
	read("b.cap", "line", "not a regular file")
	if got := inForce(&s.Set, noon); got != "a" {
		t.Errorf("in force %q", got)
	}
	read("b.cap") // it is still broken
	write("b.cap", alertOf("b", "Alert", "", ""))
	if err := os.Remove(filepath.Join(dir, "d.xml")); err != nil {
		t.Fatal(err)
	}
	read()
	write("c.xml", alertOf("c", "Cancel", refs("a"), ""))
	read()
	if err := os.Remove(filepath.Join(dir, "b.cap")); err != nil {
		t.Fatal(err)
	}
	read()
	if got := inForce(&s.Set, noon); got != "b" { // what was said stays said
		t.Errorf("in force %q", got)
	}
	if err := NewSource(filepath.Join(dir, "none"), nil).Read(t.Context(), noon); err == nil {
		t.Error("a folder that does not exist is read")
	}
}

// web is a Fetcher of the plainest kind.
type web struct{ client *http.Client }

func (w *web) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	get, err := http.NewRequestWithContext(ctx, http.MethodGet, req.URL, nil)
	if err != nil {
		return nil, err
	}
	if req.ETag != "" {
		get.Header.Set("If-None-Match", req.ETag)
	}
	resp, err := w.client.Do(get)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return &crawl.Response{URL: req.URL, Final: req.URL, Status: resp.StatusCode, Body: body, ETag: resp.Header.Get("ETag")}, err
}

// office is a server of alerts.
type office struct {
	mu    sync.Mutex
	pages map[string]string
	asked []string
}

func (o *office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked = append(o.asked, r.URL.Path)
	text, ok := o.pages[r.URL.Path]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	etag := fmt.Sprintf(`"%d"`, len(text))
	w.Header().Set("ETag", etag)
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	io.WriteString(w, text) //nolint:errcheck // a test
}

func (o *office) set(path, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pages[path] = text
}

func (o *office) visits() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	got := strings.Join(o.asked, " ")
	o.asked = nil
	return got
}

func TestFeed(t *testing.T) {
	entry := func(id, stamp string) string {
		return fmt.Sprintf(`<entry><updated>%s</updated><link href="/page/%s" type="text/html"/><link rel="enclosure" type="application/cap+xml" href="/%s.xml"/></entry>`, stamp, id, id)
	}
	feed := func(entries ...string) string {
		return `<feed xmlns="http://www.w3.org/2005/Atom">` + strings.Join(entries, "") + `</feed>`
	}
	inside := "<entry><content>" + alertOf("i", "Alert", "", "") + "</content></entry>"
	o := &office{pages: map[string]string{
		"/feed":  feed(entry("a", "1"), entry("b", "1"), inside, `<entry><link href="javascript:alert(1)"/></entry>`),
		"/a.xml": alertOf("a", "Alert", "", ""),
	}}
	srv := httptest.NewServer(o)
	defer srv.Close()
	defer srv.Client().CloseIdleConnections()
	s := NewSource(srv.URL+"/feed", &web{srv.Client()})
	now := noon
	read := func(visits, force, wrong string) {
		t.Helper()
		err := s.Read(t.Context(), now)
		if got := o.visits(); got != visits {
			t.Errorf("asked for %q, want %q", got, visits)
		}
		if got := inForce(&s.Set, noon); got != force {
			t.Errorf("in force %q, want %q", got, force)
		}
		if (err != nil) != (wrong != "") || !strings.Contains(fmt.Sprint(err), wrong) {
			t.Errorf("%v, want %q", err, wrong)
		}
	}
	read("/feed /a.xml /b.xml", "a i", "/b.xml: HTTP status 404")
	o.set("/b.xml", alertOf("b", "Alert", "", ""))
	now = now.Add(time.Minute)
	read("/feed", "a i", "404") // not changed, and what failed rests
	now = now.Add(failAgain)
	read("/feed /b.xml", "a b i", "")
	o.set("/feed", feed(entry("c", "12"), entry("a", "1"), entry("b", "2")))
	o.set("/c.xml", alertOf("c", "Cancel", refs("a"), ""))
	o.set("/b.xml", alertOf("b2", "Update", refs("b"), ""))
	read("/feed /c.xml /b.xml", "b2 i", "")
	read("/feed", "b2 i", "")
	o.set("/feed", "<html>sorry</html>")
	read("/feed", "b2 i", "neither a CAP alert nor")
}

func TestOtherFeeds(t *testing.T) {
	for name, doc := range map[string]string{
		"RSS":        `<rss version="2.0"><channel><link>https://no.example/</link><item><link>https://a.example/1</link></item></channel></rss>`,
		"enclosure":  `<rss><channel><item><link>https://no.example/</link><enclosure url="1" type="application/cap+xml"/></item></channel></rss>`,
		"RDF":        `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item><link>https://a.example/1</link></item></rdf:RDF>`,
		"alternate":  `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="self" href="https://no.example/"/><link rel="alternate" href="1"/></entry></feed>`,
		"not secure": `<feed><entry><link href="file:///etc/passwd"/></entry><entry><link href="//a.example/1"/></entry></feed>`,
	} {
		all, err := items([]byte(doc), "https://a.example/feed")
		if err != nil || len(all) != 1 || all[0].link != "https://a.example/1" {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
}

// A single alert at an address is a source, too.
func TestAddressOfAnAlert(t *testing.T) {
	o := &office{pages: map[string]string{"/a": alertOf("a", "Alert", "", "")}}
	srv := httptest.NewServer(o)
	defer srv.Close()
	defer srv.Client().CloseIdleConnections()
	s := NewSource(srv.URL+"/a", &web{srv.Client()})
	if err := s.Read(t.Context(), noon); err != nil || inForce(&s.Set, noon) != "a" {
		t.Errorf("%v, in force %q", err, inForce(&s.Set, noon))
	}
	if err := NewSource(srv.URL+"/b", &web{srv.Client()}).Read(t.Context(), noon); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("%v", err)
	}
	if err := NewSource(srv.URL, nil).Read(t.Context(), noon); err == nil {
		t.Error("read without a Fetcher")
	}
}
