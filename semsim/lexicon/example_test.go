package lexicon_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func ExampleLexicon_Find() {
	terms := []lexicon.Term{
		{Text: "台风", Lang: "zh", Entry: 0},
		{Text: "typhoon", Lang: "en", Entry: 0},
		{Text: "storm surge", Lang: "en", Entry: 1},
	}
	l, err := lexicon.New(terms, lexicon.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text := "Two typhoons, one storm-surge. 颱風登陸；平台风险不是。"
	for _, m := range l.Find(text, nil) {
		fmt.Printf("concept %d: %s\n", m.Entry, text[m.Start:m.End])
	}
	// Output:
	// concept 0: typhoons
	// concept 1: storm-surge
	// concept 0: 颱風
}

func ExampleFinder() {
	var b ontology.Builder
	surge := b.Concept("http://storms.example/o#StormSurge")
	b.Label(surge, ontology.Label{Text: "风暴潮", Lang: "zh"})
	g := b.Build()
	f := lexicon.NewFinder(g)
	fmt.Println(len(f.Find("storm surge")), len(f.Find("風暴潮")), len(f.Find("storm surges")))
	for _, s := range f.Nearest("storm surges", 1) {
		fmt.Println("did you mean", s.Label.Text)
	}
	// Output:
	// 1 1 0
	// did you mean StormSurge
}
