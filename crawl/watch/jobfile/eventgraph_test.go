package jobfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestEventGraph: the key is true, false, a bound, or a file of kinds of events; what is neither is a fault with its line.
func TestEventGraph(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good := write("good.tsv", "urn:mine#Locusts\tinfestation\tIN\t\tEnv\t30\t\t蝗灾\tlocust plague\n")
	bad := write("bad.tsv", "locusts\n")
	const job = "jobs:\n- name: storms\n  seeds: [http://a.example/]\n  schedule: '@every 10m'\n  budget: {pages: 5}\n  event-graph: "
	for _, tt := range []struct {
		text  string
		want  monitor.EventGraph
		fault string
	}{
		{"true", monitor.EventGraph{On: true}, ""},
		{"false", monitor.EventGraph{}, ""},
		{"{pages: 300}", monitor.EventGraph{On: true, Pages: 300}, ""},
		{"{pages: 0}", monitor.EventGraph{On: true}, "event-graph.pages"},
		{"{hazards: good.tsv, pages: 9}", monitor.EventGraph{On: true, Pages: 9, Hazards: good}, ""},
		{"{hazards: bad.tsv}", monitor.EventGraph{}, bad + ":1: 1 columns, but there must be 9"},
		{"{hazards: none.tsv}", monitor.EventGraph{}, "no such file"},
		{"perhaps", monitor.EventGraph{}, "event-graph"},
	} {
		f, findings := parse(filepath.Join(dir, "jobs.yaml"), []byte(job+tt.text+"\n"), Options{})
		fault := ""
		for _, x := range findings {
			if !x.Warning {
				fault += x.Text
			}
		}
		if got := f.Jobs[0].EventGraph; tt.fault == "" && (got != tt.want || fault != "") || tt.fault != "" && !strings.Contains(fault, tt.fault) {
			t.Errorf("%s: %+v, faults %q", tt.text, got, fault)
		}
	}
}
