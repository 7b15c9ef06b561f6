package jobfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onMachine is a file as the operator wrote it.
const onMachine = `receivers:
  - {name: duty, kind: webhook, url: "https://duty.example/", secret-env: KEY}
  - {name: chat, kind: ntfy, topic: storms}
defaults: {proxy: "http://proxy.example:3128"}
jobs:
  - {name: a, ontology: own.owl, chrome: /usr/bin/chromium, seeds: [https://a.example/], search: {sources: ["searxng=http://localhost:8888", paid]}}
  - {name: b, topic: typhoon, seeds: [https://b.example/], phases: {cap: [https://cap.example/]}}
`

// TestMachineOnly: what the page may change of a file, and what not.
func TestMachineOnly(t *testing.T) {
	dir := t.TempDir()
	shared, other := filepath.Join(dir, "shared"), filepath.Join(dir, "other")
	for _, name := range []string{shared, other} {
		if err := os.Mkdir(name, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(name, "t.owl"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(other, filepath.Join(shared, "link")); err != nil {
		t.Fatal(err)
	}
	why := func(key, text string, file bool) Restricted {
		r := Restricted{Key: key, Why: text}
		if file {
			r.Free = func(v string) bool { return v == "" || v == "typhoon" }
		}
		return r
	}
	opt := Options{Files: []string{shared}, Restricted: []Restricted{
		why("chrome", "it says which program runs", false), why("render", "it says which program runs", false), why("proxy", "it says where", false), why("allow-private", "it opens", false),
		why("accounts", "it names a file", true), why("ontology", "it names a file", true),
	}}
	b := "  - {name: b, "
	for what, tt := range map[string]struct{ from, to, says string }{
		"nothing":                             {b, b, ""},
		"seeds":                               {"https://b.example/", "https://c.example/", ""},
		"an embedded ontology":                {b, b + "ontology: typhoon, ", ""},
		"a file that the file names":          {b, b + "ontology: own.owl, ", ""},
		"a file in a listed folder":           {b, b + "ontology: " + shared + "/t.owl, ", ""},
		"the same, from the folder of jobs":   {b, b + "ontology: shared/t.owl, ", ""},
		"a public receiver":                   {"receivers:\n", "receivers:\n  - {name: new, kind: webhook, url: \"https://new.example/\"}\n", ""},
		"a receiver without secrets":          {"topic: storms", "topic: rain", ""},
		"a named search source":               {b, b + "search: {sources: [paid]}, ", ""},
		"a job less":                          {onMachine[strings.Index(onMachine, "  - {name: a"):strings.Index(onMachine, "  - {name: b")], "", ""},
		"a program":                           {b, b + "chrome: /usr/bin/id, ", "b: chrome"},
		"another program":                     {"/usr/bin/chromium", "/usr/bin/id", "a: chrome"},
		"the program of another job":          {b, b + "chrome: /usr/bin/chromium, ", "b: chrome"},
		"a browser":                           {b, b + "render: true, ", "b: render"},
		"a key that is an alias":              {b, "  - {topic: &chrome x, *chrome : /usr/bin/id, name: b, ", "b: chrome"},
		"a value that is an alias":            {b, "  - {include: &x /usr/bin/id, chrome: *x, name: b, ", "b: chrome"},
		"addresses inside":                    {b, b + "allow-private: true, ", "b: allow-private"},
		"addresses inside, for all":           {"defaults: {", "defaults: {allow-private: true, ", "allow-private"},
		"no proxy":                            {`proxy: "http://proxy.example:3128"`, "", "proxy"},
		"no proxy for one":                    {b, b + `proxy: "", `, "b: proxy"},
		"a file of the machine":               {b, b + "accounts: /etc/passwd, ", "b: accounts"},
		"a file beside a listed folder":       {b, b + "ontology: " + shared + "/../other/t.owl, ", "b: ontology"},
		"a file by a link in a listed folder": {b, b + "ontology: " + shared + "/link/t.owl, ", "b: ontology"},
		"another folder of the jobs":          {"receivers:", "folder: /root\nreceivers:", "folder"},
		"by its old name":                     {"receivers:", "desk: /root\nreceivers:", "desk"},
		"a search source inside":              {b, b + `search: {sources: ["searxng=http://169.254.169.254"]}, `, "b: search.sources"},
		"a folder of alerts":                  {"https://cap.example/", "/root", "b: phases.cap"},
		"a file of kinds of events":           {b, b + "event-graph: {hazards: /etc/passwd}, ", "b: event-graph.hazards"},
		"a template that is a file":           {"topic: storms", "topic: storms, template-file: /etc/passwd", "receiver chat"},
		"a new receiver with a file":          {"receivers:\n", "receivers:\n  - {name: leak, kind: ntfy, url: \"https://x.example\", topic: x, token-file: /root/key}\n", "receiver leak"},
		"a new receiver that writes":          {"receivers:\n", "receivers:\n  - {name: leak, kind: jsonl, path: /root/.profile}\n", "receiver leak"},
		"a new receiver with a variable":      {"receivers:\n", "receivers:\n  - {name: leak, kind: ntfy, topic: x, token-env: AWS_SECRET}\n", "receiver leak"},
		"where a secret goes":                 {"https://duty.example/", "https://leak.example/", "receiver duty"},
		"the secret of a receiver":            {", secret-env: KEY", "", "receiver duty"},
		"the job's new name":                  {"name: a, ontology", "name: c, ontology", "c: chrome"},
	} {
		text := strings.Replace(onMachine, tt.from, tt.to, 1)
		if text == onMachine && tt.from != tt.to {
			t.Fatalf("%s: %q is not in the file", what, tt.from)
		}
		var says []string
		for _, f := range MachineOnly(filepath.Join(dir, "jobs.yaml"), []byte(text), opt, []byte(onMachine)) {
			says = append(says, strings.TrimPrefix(f.Job+": ", ": ")+f.Text)
		}
		if all := strings.Join(says, "\n"); tt.says == "" && all != "" || !strings.HasPrefix(all, tt.says) {
			t.Errorf("%s: %q; want %q", what, all, tt.says)
		}
	}
	if found := MachineOnly("jobs.yaml", []byte(onMachine), opt, []byte("jobs: ["), []byte(onMachine)); len(found) != 0 {
		t.Errorf("the version in force is taken back, after the file was broken: %v", found)
	}
	if found := MachineOnly("jobs.yaml", []byte(onMachine), opt, nil); len(found) != 5 { // the receiver, proxy, ontology, chrome, searxng
		t.Errorf("of a file that is not there: %v", found)
	}
}
