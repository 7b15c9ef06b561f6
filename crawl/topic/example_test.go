package topic_test

import (
	"context"
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// Example resolves topics of several kinds.
func Example() {
	for _, spec := range []topic.Spec{
		{Names: "typhoon"},              // an embedded ontology
		{Names: "风暴潮"},                  // a concept of one
		{Names: "earthquake"},           // of the one of all hazards
		{Names: "typhoon, rainstorm"},   // two, joined
		{Keywords: "leeks, butter, 韭葱"}, // words of equal weight
	} {
		t, err := topic.Resolve(context.Background(), spec)
		if err != nil {
			fmt.Println(err)
			continue
		}
		heaviest := t.Vector.Entries[0]
		fmt.Printf("%s: %d concepts, the first %s %s %.2f\n", t.Name, len(t.Vector.Entries), heaviest.Zh, heaviest.En, heaviest.Weight)
	}
	_, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhon"})
	fmt.Println(err)
	// Output:
	// typhoon: 43 concepts, the first 台风灾害 typhoon disaster 1.00
	// 风暴潮: 21 concepts, the first 风暴潮 storm surge 1.00
	// earthquake: 35 concepts, the first 地震 earthquake 1.00
	// typhoon, rainstorm: 79 concepts, the first 台风灾害 typhoon disaster 1.00
	// leeks, butter, 韭葱: 3 concepts, the first leeks leeks 1.00
	// no concept of typhoon or rainstorm or hazards is called "typhon"; the nearest names are: Typhoon, TyphoonEye, typhoon rain, SuperTyphoon, TyphoonTrack
}

// ExampleLoader opens an ontology and compares two concepts.
func ExampleLoader() {
	var l topic.Loader
	s, err := l.Open(context.Background(), "typhoon")
	if err != nil {
		fmt.Println(err)
		return
	}
	ids, err := s.Concepts("台风", "storm surge")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f\n", s.Measure.Sim(ids[0], ids[1]))
	// Output: 0.914
}
