package relevance_test

import (
	"context"
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// A judge reads a page and computes how relevant it is to a topic. The topic
// here is written down; crawl/topic makes topics of ontologies.
func Example() {
	topic := &semsim.TopicVector{Name: "typhoon", Entries: []semsim.Entry{
		{IRI: "#Typhoon", Weight: 1, Core: true, Labels: []ontology.Label{{Text: "typhoon", Lang: "en"}, {Text: "台风", Lang: "zh"}}},
		{IRI: "#Surge", Weight: .9, Labels: []ontology.Label{{Text: "storm surge", Lang: "en"}}},
	}}
	lex, err := lexicon.New(relevance.TermsOf(topic), lexicon.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	j, err := relevance.New(topic, lex, relevance.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := j.Read(context.Background(), &crawl.Response{
		URL: "http://weather.example/1", ContentType: "text/html", Status: 200,
		Body: []byte(`<title>Typhoon makes landfall</title><p>The typhoon brought a storm surge of two metres.`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := j.Score(p)
	fmt.Printf("%s judge: relevance %.2f, relevant above %.2f: %v\n", j.Name(), s.Relevance, j.Phi(), s.Relevant)
	for _, e := range s.Evidence {
		fmt.Printf("%.2f %s in %s\n", e.Contribution, e.Label, e.Group)
	}
	// Output:
	// fielded judge: relevance 0.96, relevant above 0.50: true
	// 0.74 Typhoon in title
	// 0.19 typhoon in body
	// 0.04 storm surge in body
}
