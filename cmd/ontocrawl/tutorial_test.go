package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/config"
)

// updating: the pages are to be brought in step with the program.
var updating = os.Getenv("ONTOCRAWL_UPDATE") != ""

// TestTutorial follows docs/tutorial.md and docs/tutorial.zh-CN.md as a reader does: it
// saves the files, gives the commands to a shell, with the real program and a locale of
// the page's language, and compares what they print. ONTOCRAWL_UPDATE=1 writes what they
// print into the pages. With -short, and for the Chinese page, which has the same
// commands, it ends before the crawl, unless ONTOCRAWL_LONG=1.
func TestTutorial(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	long := os.Getenv("ONTOCRAWL_LONG") != ""
	for page, locale := range map[string]string{"tutorial.md": "en_GB.UTF-8", "tutorial.zh-CN.md": "zh_CN.UTF-8"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel() // it waits for what it started
			r := newReader(t, locale)
			r.short = !updating && !long && (testing.Short() || strings.Contains(page, ".zh-CN"))
			path := filepath.Join("..", "..", "docs", page)
			text := r.follow(string(read(path)))
			if updating {
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if r.commands < 5 || !r.short && r.commands < 12 {
				t.Errorf("only %d commands were run", r.commands)
			}
		})
	}
}

// A reader has a terminal in an empty folder.
type reader struct {
	*testing.T
	dir, bin string
	env      []string
	ports    map[string]string // the page's ports, and free ones that stand for them
	short    bool              // the reader stops before the crawl
	commands int
	crawled  bool // from here on counts may differ
}

func newReader(t *testing.T, locale string) *reader {
	r := &reader{T: t, dir: t.TempDir(), bin: buildBinary(t), ports: map[string]string{}}
	r.env = slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, config.EnvPrefix) || strings.HasPrefix(kv, "LC_") || strings.HasPrefix(kv, "LANG") || strings.HasPrefix(kv, "TZ=")
	})
	r.env = append(r.env, "LC_ALL="+locale, "TZ=UTC", "HOME="+r.dir, "PATH="+filepath.Dir(r.bin)+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, port := range []string{"7480", "7474"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_, r.ports["127.0.0.1:"+port], _ = net.SplitHostPort(l.Addr().String())
		r.ports["127.0.0.1:"+port] = "127.0.0.1:" + r.ports["127.0.0.1:"+port]
		l.Close()
	}
	return r
}

// here changes the addresses of the page to those that are free here; there changes them back.
func (r *reader) here(s string) string {
	for page, free := range r.ports {
		s = strings.ReplaceAll(s, page, free)
	}
	return s
}

func (r *reader) there(s string) string {
	for page, free := range r.ports {
		s = strings.ReplaceAll(s, free, page)
	}
	return s
}

var tutorialBlock = regexp.MustCompile("(?ms)^```(\\w+)(?: ([^\\n]*))?\\n(.*?)^```$")

// follow does what the page says, and returns the page with what was printed.
func (r *reader) follow(page string) string {
	return tutorialBlock.ReplaceAllStringFunc(page, func(block string) string {
		m := tutorialBlock.FindStringSubmatch(block)
		kind, word, body := m[1], m[2], m[3]
		switch {
		case r.Failed(), r.short && (r.crawled || word == "background"):
			r.crawled = true
			return block
		case kind != "console":
			if err := os.WriteFile(filepath.Join(r.dir, word), []byte(r.here(body)), 0o644); err != nil {
				r.Fatal(err)
			}
			return block
		case word == "background":
			r.crawled = true
			return "```console background\n" + r.start(body) + "```"
		}
		return "```console\n" + r.session(body) + "```"
	})
}

// session gives the commands of a block to the shell, one by one.
func (r *reader) session(body string) string {
	var out strings.Builder
	for _, step := range strings.Split("\n"+body, "\n$ ")[1:] {
		command, want, _ := strings.Cut(step, "\n")
		out.WriteString("$ " + command + "\n")
		r.commands++
		if name, ok := strings.CutPrefix(command, "export "); ok {
			r.env = append(r.env, name)
			out.WriteString(want)
			continue
		}
		got := r.shell(command)
		out.WriteString(r.compare(command, strings.TrimSuffix(want, "\n"), got))
	}
	return out.String()
}

func (r *reader) shell(command string) string {
	ctx, cancel := context.WithTimeout(r.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", r.here(command))
	cmd.Dir, cmd.Env = r.dir, r.env
	var log bytes.Buffer // a busy machine may have something to say
	cmd.Stderr = &log
	got, err := cmd.Output()
	if err != nil {
		r.Fatalf("%s: %v\n%s%s", command, err, got, log.String())
	}
	return strings.Trim(r.there(string(got)), "\n")
}

// start begins a command that runs until the test ends, and waits until it says what the
// page shows, or answers at its address.
func (r *reader) start(body string) string {
	command, _, _ := strings.Cut(strings.TrimPrefix(body, "$ "), "\n")
	args := strings.Fields(r.here(command))
	r.commands++
	cmd := exec.Command(r.bin, args[1:]...)
	var log cmdtest.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = r.dir, r.env, &log, &log
	if err := cmd.Start(); err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err == nil {
			cmd.Wait() //nolint:errcheck // it may say that it was interrupted
		}
	})
	_, want, _ := strings.Cut(strings.TrimSuffix(body, "\n"), "\n")
	until(r.T, command+" to answer, and to print\n"+want, func() bool {
		resp, err := http.Get("http://" + args[len(args)-1] + "/")
		if err == nil {
			resp.Body.Close()
		}
		return err == nil && (updating || r.alike(want, strings.Trim(r.there(log.String()), "\n")))
	})
	if !updating {
		return body
	}
	time.Sleep(time.Second) // for what it prints after it has begun to listen
	return "$ " + command + "\n" + r.compare(command, want, strings.Trim(r.there(log.String()), "\n"))
}

// compare holds what was printed to what is shown, in which a line of one … stands for
// any lines, and returns what ought to be shown.
func (r *reader) compare(command, want, got string) string {
	r.Helper()
	lines := strings.Split(got, "\n")
	if head, tail, ok := strings.Cut("\n"+want+"\n", "\n…\n"); ok {
		top, end := strings.Count(head, "\n"), strings.Count(tail, "\n")
		if len(lines) >= top+end {
			lines = slices.Concat(lines[:top], []string{"…"}, lines[len(lines)-end:])
		}
	}
	got = strings.Join(lines, "\n")
	if !updating && !r.alike(want, got) {
		r.Errorf("%s\nprints:\n%s\nthe page shows:\n%s\n(ONTOCRAWL_UPDATE=1 go test -run TestTutorial ./cmd/ontocrawl writes what is printed)", command, got, want)
	}
	if got != "" {
		got += "\n"
	}
	return got
}

var (
	tutorialTime   = regexp.MustCompile(`\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d(\.\d+)?|\b(\d+h)?(\d+m)?\d+(\.\d+)?s\b|[0-9a-f]{64}|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|(周|星期)[一二三四五六日天]`)
	tutorialNumber = regexp.MustCompile(`\d+(\.\d+)?`)
	tutorialSpace  = regexp.MustCompile(` +`)
)

// alike is true if both are equal but for times and, of what crawls print, numbers, which
// may be half as large or twice, and small ones anything.
func (r *reader) alike(want, got string) bool {
	plain := func(s string) string {
		return tutorialSpace.ReplaceAllString(tutorialTime.ReplaceAllString(s, "#"), " ")
	}
	want, got = plain(want), plain(got)
	if !r.crawled {
		return want == got
	}
	a, b := tutorialNumber.FindAllString(want, -1), tutorialNumber.FindAllString(got, -1)
	if len(a) != len(b) || tutorialNumber.ReplaceAllString(want, "0") != tutorialNumber.ReplaceAllString(got, "0") {
		return false
	}
	for i := range a {
		x, _ := strconv.ParseFloat(a[i], 64)
		y, _ := strconv.ParseFloat(b[i], 64)
		if max(x, y) > 25 && (x > 2*y || y > 2*x) {
			return false
		}
	}
	return true
}

// The numbers of a crawl have room, words have none.
func TestTutorialAlike(t *testing.T) {
	t.Parallel()
	r := &reader{crawled: true}
	for _, c := range []struct {
		want, got string
		alike     bool
	}{
		{"pages   100", "pages 100", true}, {"relevant 70", "relevant 60", true}, {"relevant 70", "relevant 7", false},
		{"failed 3", "failed 19", true}, {"pages 100", "sites 100", false}, {"at 2026-11-27 07:39:16", "at 2027-01-02 17:00:00", true},
		{"91", "91 of 100", false}, {"took 40s, 3", "took 1m5s, 3", true},
	} {
		if got := r.alike(c.want, c.got); got != c.alike {
			t.Errorf("%q, %q: %v", c.want, c.got, got)
		}
	}
	if (&reader{}).alike("relevant 70", "relevant 71") {
		t.Error("before the crawl numbers are exact")
	}
	if fmt.Sprint(tutorialBlock.FindAllStringSubmatch("```yaml a.yaml\nx\n```\n", -1)) != "[[```yaml a.yaml\nx\n``` yaml a.yaml x\n]]" {
		t.Error("a block is not understood")
	}
}
