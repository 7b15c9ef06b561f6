package ontologycmd

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

func TestTreeCommand(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "hazards.ttl", hazards)
	tests := []struct {
		args, want string
	}{
		{"灾害", `
灾害 (hazard)
├─ [Is-a] 风暴 (storm) = tempest, 暴风
│  └─ [Includes(causes)] 洪水 (flood)
└─ [Is-a] 洪水 (flood)
`},
		{"hazard --depth 1", `
hazard (灾害)
├─ [Is-a] storm (风暴) = tempest, 暴风
│  └─ … 1 below, see --depth
└─ [Is-a] flood (洪水)
`},
		{"Hazard --relations is-a --lang zh", `
灾害 (hazard)
├─ [Is-a] 风暴 (storm) = tempest, 暴风
└─ [Is-a] 洪水 (flood)
`},
		{"Tempest --relations includes,other", `
storm (风暴) = tempest, 暴风
└─ [Includes(causes)] flood (洪水)
   └─ [Other(lies near)] storm (风暴) = tempest, 暴风  (shown at the top)
`},
	}
	for _, tt := range tests {
		r := ontocrawl(t, append([]string{"ontology", "tree", "--ontology", file}, strings.Fields(tt.args)...)...)
		if d := cmp.Diff(tt.want, "\n"+r.out); d != "" || r.code != cli.ExitOK {
			t.Errorf("%s: code %d (-want +got):\n%s", tt.args, r.code, d)
		}
	}
	embedded := ontocrawl(t, "ontology", "tree", "热带气旋")
	contains(t, "an embedded one", embedded.out, "├─ [Is-a] 台风 (typhoon) = 飓风, ", "(shown under 热带气旋)")
	cut := ontocrawl(t, "ontology", "tree", "热带气旋", "--depth", "1")
	contains(t, "cut", cut.out, "│  └─ … 2 below, see --depth")
}

func TestTreeJSON(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "hazards.ttl", hazards)
	v := decode[struct {
		Ontology string
		Tree     report.Tree
	}](t, ontocrawl(t, "ontology", "tree", "Hazard", "--ontology", file, "--json", "--depth", "1"))
	if v.Ontology != file || v.Tree.Concept.IRI != "http://h.example/o#Hazard" || len(v.Tree.Children) != 2 {
		t.Fatalf("%+v", v)
	}
	storm := v.Tree.Children[0]
	if storm.Hidden != 1 || len(storm.Synonyms) != 1 || len(storm.Labels) != 4 || storm.Relations[0].Relation != "Is-a" {
		t.Errorf("%+v", storm)
	}
}

// A graph in which everything hangs under everything is drawn all the same.
func TestTreeIsBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("@prefix : <http://b.example/#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n")
	const n = 300
	for i := range n {
		for j := range i {
			fmt.Fprintf(&b, ":C%d rdfs:subClassOf :C%d .\n", i, j)
		}
	}
	file := write(t, t.TempDir(), "dense.ttl", b.String())
	start := time.Now()
	r := ontocrawl(t, "ontology", "tree", "C0", "--ontology", file)
	if lines := strings.Count(r.out, "\n"); r.code != cli.ExitOK || lines != n*(n-1)/2+1 {
		t.Errorf("code %d, %d lines, want a line for each edge and the top; %v", r.code, lines, time.Since(start))
	}
	p := ontocrawl(t, "ontology", "paths", "C0", "C299", "--ontology", file, "--max", "20")
	if p.code != cli.ExitOK || strings.Count(p.out, "-Is-a-") < 20 {
		t.Errorf("paths: code %d\n%s", p.code, p.out)
	}
}
