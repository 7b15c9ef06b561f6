package jobfile

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestEventGraph: the key is true, false, or a bound; what is neither is a fault with its line.
func TestEventGraph(t *testing.T) {
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
		{"perhaps", monitor.EventGraph{}, "event-graph"},
	} {
		f, findings := parse("jobs.yaml", []byte(job+tt.text+"\n"), Options{})
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
