package ontologycmd

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

func TestPathsCommand(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "hazards.ttl", hazards)
	paths := func(args ...string) result {
		return ontocrawl(t, append([]string{"ontology", "paths", "--ontology", file}, args...)...)
	}
	r := paths("暴风", "洪水")
	want := "From 风暴 (storm) to 洪水 (flood)   (ontology " + file + `)

#  length  path
1       1  风暴 -Includes(causes)-> 洪水
2       2  风暴 -Is-a-> 灾害 <-Is-a- 洪水
`
	if d := cmp.Diff(want, r.out); d != "" || r.code != cli.ExitOK {
		t.Errorf("code %d (-want +got):\n%s", r.code, d)
	}
	contains(t, "a synonym", paths("Tempest", "Flood", "--max", "1").out, "tempest =Synonym= storm -Includes(causes)-> flood")
	contains(t, "one concept", paths("Flood", "洪水").out, "one concept")
	contains(t, "too short", paths("Tempest", "Flood", "--relations", "is-a", "--length", "1").out, "No path leads from tempest to flood (洪水) in 1 steps or fewer.")
	contains(t, "other edges", paths("Flood", "Storm", "--relations", "other").out, "flood -Other(lies near)-> storm")
	contains(t, "an embedded one", ontocrawl(t, "ontology", "paths", "台风", "山体滑坡").out, "台风 -Is-a-> 热带气旋 -Includes(引发)-> 台风暴雨 -Includes(引发)-> 山体滑坡")
}

func TestPathsJSON(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "hazards.ttl", hazards)
	v := decode[report.Paths](t, ontocrawl(t, "ontology", "paths", "Tempest", "Flood", "--ontology", file, "--json", "--relations", "includes,other"))
	if !v.Complete || len(v.Paths) != 1 || v.Paths[0].Length != 1 || len(v.Paths[0].Steps) != 2 {
		t.Fatalf("%+v", v)
	}
	step := v.Paths[0].Steps[1]
	if step.Relation != "Includes" || step.Property != "http://h.example/o#causes" || !step.Forward || len(step.Also) != 1 || step.Also[0].Relation != "Other" {
		t.Errorf("%+v", step)
	}
	none := ontocrawl(t, "ontology", "paths", "Flood", "Tempest", "--ontology", file, "--json", "--relations", "other", "--length", "1")
	if v := decode[report.Paths](t, none); len(v.Paths) != 1 {
		t.Errorf("%+v", v)
	}
}
