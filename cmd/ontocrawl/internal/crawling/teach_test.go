package crawling

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
)

// TestMarkAndTeach: pages are marked by hand and by a file, listed as labels, and taken back;
// calibrate asks about no marked page; a correction is applied only if it improves, and rescore and
// score use it.
func TestMarkAndTeach(t *testing.T) {
	t.Parallel()
	run, dir := storedRun(t), t.TempDir()
	pages := readFile(t, run, "pages.jsonl")
	ok := func(args ...string) string {
		t.Helper()
		r := ontocrawl(t, args...)
		if r.code != cli.ExitOK {
			t.Fatalf("%v: code %d\n%s%s", args, r.code, r.out, r.err)
		}
		return r.out
	}
	ok("mark", run, "HTTP://a.example:80/1", "right", "--note", "storm \x1b[2J", "--by", "li")
	file := write(t, dir, "more.csv", "url,answer\nhttp://a.example/3,no\nhttp://nowhere.example/,yes\n")
	if r := ontocrawl(t, "mark", run, "--from", file); r.code != cli.ExitOK || !strings.Contains(r.out, "2 marked") || !strings.Contains(r.err, "does not hold http://nowhere.example/") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var list []marks.State
	if err := json.Unmarshal([]byte(ok("mark", run, "--list", "--json")), &list); err != nil || len(list) != 3 || list[0].Verdict != marks.Right || list[0].By != "li" || list[0].Note != "storm [2J" || list[1].Verdict != marks.Wrong {
		t.Errorf("%v: %+v", err, list)
	}
	if out := ok("mark", run, "--list"); strings.Contains(out, "\x1b") || !strings.Contains(out, "right") {
		t.Errorf("%q", out)
	}
	ok("mark", run, "--list", "--out", filepath.Join(dir, "labels.tsv"))
	if text := readFile(t, dir, "labels.tsv"); !strings.Contains(text, "yes\thttp://a.example/1\t") || !strings.Contains(text, "no\thttp://a.example/3\t") {
		t.Error(text)
	}
	if r := ontocrawl(t, "calibrate", run, "--ask-file", "-"); r.code != cli.ExitOK || strings.Contains(r.out, "a.example/1\t") || strings.Contains(r.out, "a.example/3\t") {
		t.Errorf("asked about a marked page: code %d\n%s", r.code, r.out)
	}
	var asked []struct{ URL string }
	if err := json.Unmarshal([]byte(ok("mark", run, "--ask", "9", "--json")), &asked); err != nil || len(asked) == 0 ||
		slices.ContainsFunc(asked, func(p struct{ URL string }) bool {
			return p.URL == "http://a.example/1" || p.URL == "http://a.example/3"
		}) {
		t.Errorf("%v: asks about %v", err, asked)
	}
	if out := ok("mark", run, "--ask", "1"); len(asked) > 0 && !strings.Contains(out, asked[0].URL) {
		t.Error(out)
	}
	ok("mark", run, "http://nowhere.example/", "none")
	r := ontocrawl(t, "teach", run, "--apply", "--json")
	var rep teach.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || r.code != cli.ExitFailure || rep.Enough || rep.MoreWant != 18 || rep.Right != 1 || rep.Wrong != 1 || rep.Applied || len(rep.Unknown) != 0 {
		t.Errorf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}

	never := &teach.Model{Version: 1, ID: "hand", Judge: "fielded", Phi: .5, Slope: 1, Bias: -9, Cut: .5}
	if err := teach.Apply(run, never); err != nil {
		t.Fatal(err)
	}
	var again rescore.Report
	r = ontocrawl(t, "rescore", run, "--json")
	if err := json.Unmarshal([]byte(r.out), &again); err != nil || again.NowRelevant != 0 || len(again.Lost) != 3 || again.Now.Taught != "hand" {
		t.Errorf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	ok("rescore", run, "--taught", "off")
	page := write(t, dir, "page.html", "<title>Typhoon</title><p>The typhoon made landfall, and a storm surge followed.")
	if out := ok("score", page, "--run", run); !strings.Contains(out, "what marks taught") {
		t.Error(out)
	}
	tag := write(t, dir, "tag.html", `<title>台风 标签</title><main><h1>台风 标签</h1><ul><li><a href="/x">搬家第三天</a></li></ul></main>`)
	if out := ok("score", tag, "--topic", "typhoon"); !strings.Contains(out, ": relevant") || !strings.Contains(out, "no find: the page is read as a stub") {
		t.Error(out)
	}
	if out := ok("teach", run, "--forget"); !strings.Contains(out, "no correction any more") {
		t.Error(out)
	}
	ok("rescore", run)
	if readFile(t, run, "pages.jsonl") != pages {
		t.Error("the run was touched")
	}
}

// TestMarkErrors: what is wrong is said, with the way out, and nothing is marked.
func TestMarkErrors(t *testing.T) {
	t.Parallel()
	run, dir := storedRun(t), t.TempDir()
	bad := write(t, dir, "bad.tsv", "http://a.example/1\tyes\nhttp://a.example/3\tperhaps\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{run}, "say which page"},
		{[]string{run, "http://a.example/1"}, "say what the page is"},
		{[]string{run, "http://a.example/1", "maybe"}, "write right, wrong, unsure or none"},
		{[]string{run, "javascript:x", "right"}, "url cannot be read"},
		{[]string{run, "http://a.example/1", "right", "--note", strings.Repeat("x", 5000)}, "at most 4000"},
		{[]string{run, "http://a.example/1", "--read", "--unread"}, "contradict"},
		{[]string{run, "--from", bad}, "line 2 has the answer"},
		{[]string{run, "--from", bad, "http://a.example/1", "right"}, "leave out the address"},
		{[]string{run, "--from", filepath.Join(dir, "none")}, "no such file"},
		{[]string{run, "--list", "--note", "x"}, "marks nothing"},
		{[]string{run, "--ask", "5", "--list"}, "--ask marks nothing"},
		{[]string{run, "--ask", "-1"}, "from 1 to 1000"},
		{[]string{run, "--list", "--out", filepath.Join(run, "x.tsv")}, "belongs to the run"},
		{[]string{dir, "http://a.example/1", "right"}, "is no run folder"},
	} {
		if r := ontocrawl(t, append([]string{"mark"}, c.args...)...); r.code != cli.ExitUsage || !strings.Contains(r.err, c.want) {
			t.Errorf("%q: code %d, %s; want %q", c.args, r.code, r.err, c.want)
		}
	}
	if r := ontocrawl(t, "mark", run, "--list", "--json"); strings.TrimSpace(r.out) != "[]" {
		t.Errorf("something was marked: %s", r.out)
	}
	if r := ontocrawl(t, "teach", run, "--apply", "--forget"); r.code != cli.ExitUsage {
		t.Errorf("code %d", r.code)
	}
}
