package watching

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// hostilePage is a page that means harm, or was made without care.
type hostilePage struct {
	contentType, body string
	title             string // as it must be recorded
	links             []string
}

// encoded puts a page into an encoding by its bytes.
func encoded(t *testing.T, enc interface{ String(string) (string, error) }, s string) string {
	t.Helper()
	out, err := enc.String(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const (
	copied = "\x1b]52;c;cm0gLXJmIH4=\x07" // OSC 52: into the clipboard
	linked = "\x1b]8;;http://evil.example/\x1b\\here\x1b]8;;\x1b\\"
	turned = "\u202e\u2066\u200f"
)

// hostilePages are rows 6 to 9 and 15 of the design's table.
func hostilePages(t *testing.T) map[string]hostilePage {
	const kind = "text/html; charset=utf-8"
	typhoon := "<p>The typhoon made landfall and the typhoon surge came."
	deep := func(tag string) string {
		return "<title>Typhoon in depth</title>" + typhoon + strings.Repeat("<"+tag+">", 100_000) + "typhoon <a href=/good/" + tag + ">below</a>"
	}
	gb := "<html><head><meta http-equiv=Content-Type content='text/html; charset=%s'><title>台风\u3000镕基与喆</title></head><body><p>台风于凌晨登陆，风暴潮淹没港口。气象台继续发布红色预警，沿海各县的学校今天全部停课，渔船已经回港避风，居民不要外出。</body>"
	return map[string]hostilePage{
		"/div":                    {kind, deep("div"), "Typhoon in depth", []string{"/good/div"}},
		"/b":                      {kind, deep("b"), "Typhoon in depth", []string{"/good/b"}},
		"/table":                  {kind, deep("table"), "Typhoon in depth", []string{"/good/table"}},
		"/a":                      {kind, "<title>Typhoon anchors</title>" + typhoon + strings.Repeat("<a href=/good/a>", 100_000), "Typhoon anchors", []string{"/good/a"}},
		"/open":                   {kind, "<title>Typhoon</title>" + typhoon + "<a href=/good/open>x</a>" + strings.Repeat("<!--", 100_000), "Typhoon", []string{"/good/open"}},
		"/nul":                    {kind, "<ti\x00tle>x</title><title>Ty\x00phoon</title>" + typhoon + "\x00\x00<a href='/good/nul'>\x00typhoon</a>" + strings.Repeat(typhoon, 20), "", []string{"/good/nul"}},
		"/invalid":                {kind, "<title>Typhoon \xff\xfe\xed\xa0\x80 \xc0\xaf</title>" + typhoon + "<a href=/good/invalid>\xf0\x28\x8c\x28</a>", "", []string{"/good/invalid"}},
		"/escapes":                {kind, "<title>Typhoon " + copied + linked + turned + "</title>" + typhoon, "", nil},
		"/esc\u202e%1B]52;c;x%07": {kind, "<title>Typhoon path</title>" + typhoon, "Typhoon path", nil},
		"/schemes": {kind, "<title>Typhoon links</title>" + typhoon + "<base href='javascript:x'>" +
			"<a href=\"javascript:alert('/bad')\">a</a><a href='data:text/html,<a href=/bad>'>b</a><a href='file:///etc/passwd'>c</a><a href='ftp://HOST/bad'>d</a>" +
			"<a href='JaVaScRiPt\n:/bad'>e</a><a href='//HOST/good/slashes'>f</a><a href='\\good\\back'>g</a><a href=' ht\ntp://HOST/good/\ttabs '>h</a><a href='http://u:p@HOST/good/user'>i</a>",
			"Typhoon links", []string{"/good/slashes", "/good/back", "/good/tabs", "/good/user"}},
		"/gb2312":     {"text/html", encoded(t, simplifiedchinese.GBK.NewEncoder(), fmt.Sprintf(gb, "gb2312")), "台风 镕基与喆", nil},
		"/gbk-twice":  {"text/html; charset=gb2312", encoded(t, simplifiedchinese.GB18030.NewEncoder(), fmt.Sprintf(gb, "iso-8859-1")), "台风 镕基与喆", nil},
		"/undeclared": {"text/html", encoded(t, simplifiedchinese.GBK.NewEncoder(), fmt.Sprintf(gb, "")), "台风 镕基与喆", nil},
		"/lying":      {"text/html", fmt.Sprintf(gb, "gb2312"), "台风 镕基与喆", nil},
		"/big5":       {"text/html", encoded(t, traditionalchinese.Big5.NewEncoder(), "<meta charset=big5><title>颱風登陸</title><p>颱風於凌晨登陸，風暴潮淹沒港口。"), "颱風登陸", nil},
	}
}

// TestHostilePages serves them on loopback to the program: all are recorded,
// what is in them is found, nothing else is asked for, and nothing of them
// reaches the terminal as it is, whichever verb prints it.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	pages := hostilePages(t)
	var mu sync.Mutex
	asked := map[string]int{}
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.URL.Path]++
		mu.Unlock()
		path := r.URL.Path
		if strings.HasPrefix(path, "/esc\u202e") {
			path = "/esc\u202e%1B]52;c;x%07"
		}
		p, ok := pages[path]
		switch {
		case path == "/":
			p.contentType = "text/html; charset=utf-8"
			for to := range pages {
				p.body += "<a href=\"" + html.EscapeString(to) + "\">typhoon</a> "
			}
			p.body = "<title>Typhoon start</title><p>A typhoon." + p.body + "<a href='/..%2f..%2fgood%2ftraversal'>typhoon</a>" +
				"<a href='/good/" + strings.Repeat("n", 1500) + "'>typhoon</a><a href='/good/con:nul*'>typhoon</a>"
		case strings.Contains(path, "/good/"):
			p = hostilePage{contentType: "text/html", body: "<title>Typhoon good</title><p>The typhoon goes on."}
		case !ok:
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", p.contentType)
		w.Header().Set("X-Note", copied[1:5])
		io.WriteString(w, strings.ReplaceAll(p.body, "HOST", strings.TrimPrefix(server.URL, "http://"))) //nolint:errcheck
	}))
	defer server.Close()
	out := t.TempDir()
	args := []string{"crawl", "--topic", "typhoon", "--allow-private", "--delay", "0", "--seeds", write(t, t.TempDir(), "seeds", server.URL+"/"), "--out", out, "--log-level", "debug"}
	first := ontocrawl(t, args...)
	if first.code != 0 {
		t.Fatalf("exit %d\n%s%s", first.code, first.out, first.err)
	}
	titles := recordedTitles(t, out, server.URL)
	for path, p := range pages {
		title, ok := titles[path]
		if strings.HasPrefix(path, "/esc\u202e") {
			title, ok = titles["/esc%E2%80%AE%1B]52;c;x%07"]
		}
		if !ok || p.title != "" && title != p.title {
			t.Errorf("%s: recorded %v as %q, want %q", path, ok, title, p.title)
		}
		for _, to := range p.links {
			if _, ok := titles[to]; !ok {
				t.Errorf("%s: its link %s was not followed", path, to)
			}
		}
	}
	for _, to := range []string{"/..%2F..%2Fgood%2Ftraversal", "/good/" + strings.Repeat("n", 1500), "/good/con:nul*"} {
		if _, ok := titles[to]; !ok {
			t.Errorf("%.60s was not recorded", to)
		}
	}
	onlyOurNames(t, filepath.Dir(out))
	for path := range asked {
		if strings.Contains(path, "bad") || strings.Contains(path, "etc") {
			t.Errorf("%s was asked for", path)
		}
	}
	for name, r := range map[string]result{
		"crawl": first, "crawl again": ontocrawl(t, args...), "status": ontocrawl(t, "status", out),
		"score":    ontocrawl(t, "score", "--topic", "typhoon", write(t, t.TempDir(), "e.html", pages["/escapes"].body)),
		"no verb":  ontocrawl(t, copied),
		"no topic": ontocrawl(t, "crawl", "--topic", copied, "--seeds", "x", "--out", t.TempDir()),
		"no seed":  ontocrawl(t, "crawl", "--topic", "typhoon", "--sitemap", linked, "--out", t.TempDir()),
		"no run":   ontocrawl(t, "status", turned+copied),
	} {
		for _, text := range []string{r.out, r.err} {
			text = strings.ReplaceAll(text, "Ty\uFFFDphoon", "") // what HTML makes of a NUL
			if c := steers(text); c != "" {
				t.Errorf("%s (exit %d) prints %s:\n%.2000q", name, r.code, c, text)
			}
		}
	}
}

// onlyOurNames: no part of an address became the name of a file, in the run
// folder or beside it (row 14).
func onlyOurNames(t *testing.T, dir string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if name := filepath.Base(path); strings.Contains(name, "good") || strings.Contains(name, "traversal") || strings.Contains(name, "nnn") || strings.ContainsAny(name, ":*%\\") {
			t.Errorf("a file is called %.100q", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// recordedTitles reads pages.jsonl, each line of which must be JSON by itself.
func recordedTitles(t *testing.T, out, root string) map[string]string {
	t.Helper()
	titles := map[string]string{}
	for line := range strings.Lines(readFile(t, out, "pages.jsonl")) {
		var p struct{ URL, Title string }
		if err := json.Unmarshal([]byte(line), &p); err != nil || !utf8.ValidString(line) {
			t.Fatalf("%v: %.300q", err, line)
		}
		titles[strings.TrimPrefix(p.URL, root)] = p.Title
	}
	return titles
}

// steers names the first character in s that does something to a terminal.
func steers(s string) string {
	for _, c := range s {
		if c != '\n' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == utf8.RuneError {
			return fmt.Sprintf("%U", c)
		}
	}
	return ""
}
