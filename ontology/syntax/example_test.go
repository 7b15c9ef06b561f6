package syntax_test

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// The syntax is told by the content, whatever the file is called.
func ExampleDecode() {
	doc := `Prefix: : <http://example.org/h#>
Ontology: <http://example.org/h>
Class: :Typhoon
    SubClassOf: :Storm`
	n := 0
	err := syntax.Decode(strings.NewReader(doc), syntax.Options{File: "hazards.txt"}, func(t rdf.Triple) error {
		if strings.HasSuffix(t.Pred.String(), "subClassOf") {
			fmt.Println(t.Subj, t.Obj)
		}
		n++
		return nil
	})
	fmt.Println(n, err)
	// Output:
	// http://example.org/h#Typhoon http://example.org/h#Storm
	// 3 <nil>
}
