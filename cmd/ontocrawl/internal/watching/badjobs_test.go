package watching

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

const oneJob = `receivers:
  - {name: lines, kind: jsonl, path: alerts.jsonl}
jobs:
  - name: typhoon
    topic: typhoon
    seeds: [https://a.example/]
    schedule: "@every 1h"
    budget: {pages: 20}
    alerts: [{name: all, to: [lines], kinds: [new]}]
`

// A file of jobs with one fault is one line, which names it, and exit code 2: nothing is said that follows from it. So for
// the daemon, too.
func TestBadJobsFiles(t *testing.T) {
	t.Parallel()
	deep := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'h'; c++ {
		deep += strings.ReplaceAll("C: &C [*P, *P, *P, *P, *P, *P, *P, *P, *P, *P]\n", "C", string(c))
		deep = strings.ReplaceAll(deep, "*P", "*"+string(c-1))
	}
	for _, c := range []struct{ old, new, says string }{
		{oneJob, "", "no jobs"},
		{oneJob, "# nothing\n", "no jobs"},
		{oneJob, "- a\n", "bad.yaml:1: a file of jobs is written as lines"},
		{oneJob, "\x00\x01", "not YAML"},
		{oneJob, "jobs: [\n", "bad.yaml:1: not YAML"},
		{oneJob, deep + "jobs: [*g]\n", "aliases"},
		{oneJob, "jobs:\n  - typhoon\n", "bad.yaml:2: a job is written as lines"},
		{oneJob, "jobs: {a: b}\n", "bad.yaml:1: jobs must be a list"},
		{"jobs:", "jbos:", `bad.yaml:3: the file has no key "jbos"`},
		{"receivers:\n  - {name: lines, kind: jsonl, path: alerts.jsonl}", "receivers: {a: b}", "bad.yaml:1: a receiver needs a kind"},
		{"receivers:\n  - {name: lines, kind: jsonl, path: alerts.jsonl}", "receivers: [lines]", "bad.yaml:1: a receiver is written as lines"},
		{"kind: jsonl", "kind: pigeon", `bad.yaml:2: kind is "pigeon"`},
		{"{name: lines, kind", "{nmae: lines, kind", `did you mean "name"?`},
		{"  - name: typhoon\n    topic", "  - topic", "bad.yaml:4: a job needs a name"},
		{"name: typhoon", "name: ../x", `bad.yaml:4: a job's name is "../x"`},
		{"topic: typhoon", "topic: taifun", "bad.yaml:5: job typhoon: no concept"},
		{"topic: typhoon", "topic: typhoon\n    topic: typhoon", "bad.yaml:6: job typhoon: topic was given in line 5 already"},
		{"topic: typhoon", "topic: typhoon\n    ontology: /nowhere.owl", "bad.yaml:6: job typhoon: ontology /nowhere.owl: no such file"},
		{"topic: typhoon", "topic: typhoon\n    phi: 2", "bad.yaml:6: job typhoon: phi is 2"},
		{"topic: typhoon", "topic: typhoon\n    zone: Mars/Olympus", "bad.yaml:6: job typhoon: zone is"},
		{"    seeds: [https://a.example/]\n", "", "bad.yaml:4: job typhoon: a job needs seeds"},
		{"seeds: [https://a.example/]", "seeds: []", "bad.yaml:4: job typhoon: a job needs seeds"},
		{"https://a.example/", "ftp://a.example/", `bad.yaml:6: job typhoon: seeds is "ftp://a.example/"`},
		{"[https://a.example/]", "nofile.txt", "bad.yaml:6: job typhoon: seeds is"},
		{"seeds:", "seesd:", `bad.yaml:6: job typhoon: a job has no key "seesd"; did you mean "seeds"?`},
		{"    schedule: \"@every 1h\"\n", "", "bad.yaml:4: job typhoon: a job needs a schedule"},
		{"@every 1h", "noon", "bad.yaml:7: job typhoon: schedule"},
		{"@every 1h", "0 0 30 2 *", "it never fires"},
		{"@every 1h", "@every 1s", "the shortest interval is 10s"},
		{"schedule:", "scheduel:", `did you mean "schedule"?`},
		{"{pages: 20}", "[1]", "bad.yaml:8: job typhoon: budget is written as lines"},
		{"pages: 20", "pages: many", "bad.yaml:8: job typhoon: budget.pages is"},
		{"pages: 20", "time: 8m", "bad.yaml:4: job typhoon: a job needs budget.pages"},
		{"budget:", "budgte:", `did you mean "budget"?`},
		{"to: [lines]", "to: [lnes]", `bad.yaml:9: job typhoon: no receiver is called "lnes"`},
		{"kinds: [new]", "kinds: [nwe]", "bad.yaml:9: job typhoon: kinds is"},
		{"kinds: [new]", "kinds: [new], concepts: [nonsense]", `no concept "nonsense"`},
		{"kinds: [new]", "kinds: [new], relevance: 7", "relevance is"},
		{"kinds: [new]", "kinds: [new], quiet: 25:00-26:00", "bad.yaml:9: job typhoon: quiet is"},
		{"kinds: [new]", "kinds: [new], lang: [en]", `has no key "lang"`},
		{"kind: jsonl, path: alerts.jsonl", "kind: webhook, url: 'https://a.example/', secret-env: ONTOCRAWL_NOT_SET", "bad.yaml:2: secret-env: the environment variable ONTOCRAWL_NOT_SET is not set"},
		{"kind: jsonl, path: alerts.jsonl", "kind: telegram, chat: '1', token-env: ONTOCRAWL_NOT_SET", "bad.yaml:2: token-env: the environment variable"},
		{"kind: jsonl, path: alerts.jsonl", "kind: webhook, url: 'https://a.example/', secret-file: gone", "bad.yaml:2: secret-file: "},
		{"kind: jsonl, path: alerts.jsonl", "kind: slack, url-file: gone", "bad.yaml:2: url-file: "},
		{"kind: jsonl, path: alerts.jsonl", "kind: webhook, url: 'https://a.example/', template-file: gone", "bad.yaml:2: template-file: "},
		{"path: alerts.jsonl", "path: ../alerts.jsonl", "bad.yaml:2: path is"},
		{"path: alerts.jsonl", "path: store", `bad.yaml:2: path is "store", which the program keeps for itself`},
		{"path: alerts.jsonl", "path: x/../jobs/typhoon/pages.jsonl", `pages.jsonl", which the program keeps for itself; name another file`},
		{"path: alerts.jsonl", "path: dead-letters.jsonl", `bad.yaml:2: path is "dead-letters.jsonl", which the program keeps for itself`},
		{"jobs:", "folder: bad.yaml\njobs:", "bad.yaml:3: "},
		{"jobs:", "folder: bad.yaml/below\njobs:", "bad.yaml is no folder"},
		{"jobs:", "folder:\njobs:", "bad.yaml:3: folder takes one value"},
		{"jobs:", "min-free: lots\njobs:", "bad.yaml:3: min-free is"},
		{"jobs:", "runs: 0\njobs:", "bad.yaml:3: runs is"},
		{"topic: typhoon", "\ttopic: typhoon", "bad.yaml:4: not YAML"},
		{"topic: typhoon", "topic: typhoon\n    search: {engines: 3}", `bad.yaml:6: job typhoon: search has no key "engines"`},
		{"topic: typhoon", "topic: typhoon\n    retention: {age: old}", "bad.yaml:6: job typhoon: retention.age is"},
		{"topic: typhoon", "topic: typhoon\n    topics: gone.txt", "bad.yaml:6: job typhoon: --topics: "},
		{"topic: typhoon", "topic: typhoon\n    accounts: gone", "bad.yaml:6: job typhoon: "},
		{"topic: typhoon", "topic: typhoon\n    learn-from: gone", "bad.yaml:6: job typhoon: learn-from: there is no memory.bin in gone"},
		{"topic: typhoon", "topic: typhoon\n    web: gone.warc.gz", "bad.yaml:6: job typhoon: web: stat gone.warc.gz: no such file"},
		{"topic: typhoon", "topic: typhoon\n    web: gone", "bad.yaml:6: job typhoon: web: replay: no stored web"},
		{"topic: typhoon", "topic: typhoon\n    taught: gone", "bad.yaml:6: job typhoon: taught: gone: no such file"},
		{"topic: typhoon", "topic: typhoon\n    chrome: /gone\n    render: true", "bad.yaml:6: job typhoon: chrome: render: "},
		{"topic: typhoon", "topic: typhoon\n    phases:\n      cap: gone", `gone", and there is no such folder`},
		{oneJob, oneJob + "---\n" + oneJob, "bad.yaml:10: a second document"},
	} {
		if !strings.Contains(oneJob, c.old) {
			t.Fatalf("%q", c.old)
		}
		file := write(t, t.TempDir(), "bad.yaml", strings.Replace(oneJob, c.old, c.new, 1))
		for _, command := range [][]string{{"job", "check", file}, {"watch", file}} {
			r := ontocrawl(t, command...)
			said := strings.TrimSpace(r.out + r.err)
			if r.code != cli.ExitUsage || strings.Contains(said, "\n") || !strings.Contains(said, c.says) {
				t.Errorf("%q %q: exit code %d\n%s", command[0], c.new, r.code, said)
			}
		}
	}
}

// TestOwnFiles: a receiver writes over no file that is there for something else, through whatever link or name.
func TestOwnFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "admin.token", "secret\n")
	write(t, dir, "told.jsonl", "{\"id\":\"a\"}\n")
	if err := os.Mkdir(filepath.Join(dir, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"stored": "store", "mine": "jobs.yaml"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "store"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		"told.jsonl": "", "new/told.jsonl": "",
		"jobs.yaml": "keeps for itself", "mine": "keeps for itself", "stored/x.jsonl": "keeps for itself", "audit.jsonl/x": "keeps for itself",
		"admin.token": "is not a file of JSON lines; move it away, or name another path", "full": "is not a regular file",
	} {
		file := write(t, dir, "jobs.yaml", "folder: .\n"+strings.Replace(oneJob, "path: alerts.jsonl", "path: "+path, 1))
		r := ontocrawl(t, "job", "check", file)
		if said := r.out + r.err; (r.code == cli.ExitOK) != (says == "") || !strings.Contains(said, says) || says != "" && !strings.HasPrefix(said, file+":3: path is ") {
			t.Errorf("%s: exit code %d\n%s", path, r.code, said)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "admin.token")); err != nil || string(text) != "secret\n" {
		t.Errorf("the token is %q now: %v", text, err)
	}
}
