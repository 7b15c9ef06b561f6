package report_test

import (
	"fmt"
	"os"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// A part of the typhoon ontology as a tree.
func ExampleWriteTree() {
	f, err := ontologies.Open("typhoon")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: "typhoon"})
	if err != nil {
		fmt.Println(err)
		return
	}
	root, _ := o.Graph.ByIRI("https://ontocrawl.github.io/ontologies/typhoon#TyphoonStructure")
	tree := report.WalkTree(o.Graph, root, report.TreeOptions{Relations: report.Of(ontology.IsA)})
	if err := report.WriteTree(os.Stdout, o.Graph, tree, "zh"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 台风结构 (typhoon structure) = 七級風暴風圈, 七级风圈, 十二级风圈, 十级风圈, 暴風圈, 热带…
	// ├─ [Is-a] 眼墙 (eyewall) = 台风云墙, 台风眼墙, 台风眼壁, 眼壁, 眼牆, 颱風眼牆, eye wal…
	// ├─ [Is-a] 螺旋雨带 (spiral rainband) = 台风雨带, 外围云系, 外圍環流, 螺旋云带, 螺旋雨帶, 螺旋雲帶,…
	// └─ [Is-a] 台风眼 (typhoon eye) = 台风中心, 热带气旋眼, 颱風中心, 颱風眼, 飓风眼, eye of a hu…
}
