package ontologycmd

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

func TestView(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "t.html")
	args := []string{"ontology", "view", "typhoon", "--out", out, "--no-open"}
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "t.html: 45 concepts, 49 relations") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	first := readFile(t, dir, "t.html")
	for _, want := range []string{"<html lang=\"en\">", "风暴潮", `"name":"IFDis","weight":0.8`, "https://ontocrawl.github.io/ontologies/typhoon/1.2.0"} {
		if !strings.Contains(first, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if r := ontocrawl(t, args...); r.code != cli.ExitOK || readFile(t, dir, "t.html") != first {
		t.Errorf("written again: code %d, or other bytes\n%s", r.code, r.err)
	}
	r = ontocrawl(t, append(args, "--lang", "zh", "--topic", "颱風", "--tau", "2")...)
	if r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	second := readFile(t, dir, "t.html")
	if !strings.Contains(second, "<html lang=\"zh\">") || second == first {
		t.Error("--lang, --topic and --tau change nothing")
	}
	if r := ontocrawl(t, "ontology", "view", "typhoon", "--out", "-"); r.code != cli.ExitOK || r.out != first {
		t.Errorf("--out -: code %d, %d bytes, want the page of %d", r.code, len(r.out), len(first))
	}
}

// A file with several roots is coloured by the greatest tree, and one that is
// not ours is never overwritten.
func TestViewFile(t *testing.T) {
	dir := t.TempDir()
	nt := `<http://x/A> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<http://x/B> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<http://x/C> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://x/B> .
`
	file := write(t, dir, "my own.nt", nt)
	t.Chdir(dir)
	r := ontocrawl(t, "ontology", "view", file, "--no-open")
	if r.code != cli.ExitOK || !strings.Contains(r.out, "my own.html") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if s := readFile(t, dir, "my own.html"); !strings.Contains(s, `"topic":{"concept":1,`) {
		t.Error("the topic is not B, which has a concept below it")
	}
	before := readFile(t, dir, "my own.nt")
	r = ontocrawl(t, "ontology", "view", file, "--no-open", "--out", file)
	if r.code != cli.ExitUsage || !strings.Contains(r.err, "was not written by ontology view") || readFile(t, dir, "my own.nt") != before {
		t.Errorf("an ontology as --out: code %d\n%s", r.code, r.err)
	}
}

func TestViewRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"typhoon", "--topic", "leek soup"}, `no concept of typhoon is called "leek soup"`},
		{[]string{"nothing.owl"}, "no such file"},
		{[]string{}, "accepts 1 arg"},
		{[]string{"typhoon", "--lang", "fr"}, "must be one of zh, en"},
		{[]string{"typhoon", "--out", filepath.Join(dir, "no", "such", "folder.html")}, "no such file or directory"},
		{[]string{"typhoon", "--out", dir}, "director"},
		{[]string{"typhoon", "--open"}, "--open contradicts"},
	} {
		r := ontocrawl(t, append([]string{"ontology", "view", "--no-open"}, tt.args...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%q: code %d, %s want %q", tt.args, r.code, r.err, tt.want)
		}
	}
}

func TestOpener(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		goos string
		env  []string
		want string
	}{
		{"linux", []string{"LANG=C"}, ""},
		{"linux", []string{"DISPLAY="}, ""},
		{"linux", []string{"DISPLAY=:0"}, "xdg-open a b.html"},
		{"freebsd", []string{"WAYLAND_DISPLAY=wayland-0"}, "xdg-open a b.html"},
		{"darwin", nil, "open a b.html"},
		{"windows", nil, "rundll32 url.dll,FileProtocolHandler a b.html"},
	} {
		got := ""
		if cmd := opener(tt.goos, tt.env, "a b.html"); cmd != nil {
			got = strings.Join(cmd.Args, " ")
		}
		if got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.goos, tt.env, got, tt.want)
		}
	}
}

// The page is handed to the system's opener only where somebody is looking, or
// asks for it.
func TestViewOpens(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the opener is replaced on PATH by a shell script")
	}
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	write(t, dir, "bin/xdg-open", "#!/bin/sh\nprintf %s \"$1\" > '"+seen+".tmp' && mv '"+seen+".tmp' '"+seen+"'\n")
	if err := os.Chmod(filepath.Join(dir, "bin", "xdg-open"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin")+":/usr/bin:/bin")
	out := filepath.Join(dir, "page.html")
	var said, errs bytes.Buffer
	view := func(display string, args ...string) {
		t.Helper()
		errs.Reset()
		args = append([]string{"ontology", "view", "rainstorm", "--out", out}, args...)
		if code := run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &said, Err: &errs}, []string{"DISPLAY=" + display}); code != cli.ExitOK {
			t.Fatalf("%q: code %d\n%s", args, code, errs.String())
		}
	}
	view(":99") // no terminal, so nobody is looking
	view("", "--open")
	if s := errs.String(); !strings.Contains(s, "there is no display") || !strings.Contains(s, out) {
		t.Errorf("without a display: %q", s)
	}
	time.Sleep(50 * time.Millisecond)
	if fileExists(seen) {
		t.Fatal("opened unasked")
	}
	view(":99", "--open")
	for range 500 {
		if fileExists(seen) {
			break
		}
		time.Sleep(10 * time.Millisecond) // the opener is not waited for
	}
	if got := readFile(t, dir, "seen"); got != out {
		t.Errorf("opened %q, want %q", got, out)
	}
}

// The page's file is named after the ontology.
func TestViewName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"typhoon": "typhoon.html", "/a/b/hazards.owl": "hazards.html", "x.obo.gz": "x.html", "a b.ttl": "a b.html"} {
		if got := viewName(in); got != want {
			t.Errorf("viewName(%q) = %q, want %q", in, got, want)
		}
	}
}
