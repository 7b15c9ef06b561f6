package finds

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Facets holds the values by which a list can be filtered, each with its number of
// finds, the most frequent first.
type Facets struct {
	Hosts    []facet `json:"hosts"`
	Langs    []facet `json:"langs"`
	Concepts []facet `json:"concepts"`
	Kinds    []facet `json:"kinds"`
}

// facet is a value that finds have.
type facet struct {
	Value string `json:"value"`           // host, language, IRI or kind
	Label string `json:"label,omitempty"` // of a concept: as it stands in a page
	Finds int    `json:"finds"`
}

// mostFacets is how many values of a kind are listed.
const mostFacets = 60

// facets counts what the items of a job ("": of all) have. Hosts, languages and concepts
// come from relevant finds.
func facets(items []*item, job string) Facets {
	hosts, langs, concepts, kinds := map[name]int{}, map[name]int{}, map[name]int{}, map[monitor.Kind]int{}
	labels := map[name]name{}
	for _, i := range items {
		if job != "" && i.job != job {
			continue
		}
		kinds[i.kind]++
		if !i.relevant {
			continue
		}
		hosts[i.host]++
		langs[i.lang]++
		for n, e := range i.evidence {
			if e.concept.Value() == "" || slices.ContainsFunc(i.evidence[:n], func(x evidence) bool { return x.concept == e.concept }) {
				continue
			}
			concepts[e.concept]++
			if _, ok := labels[e.concept]; !ok {
				labels[e.concept] = e.label
			}
		}
	}
	f := Facets{Hosts: most(hosts), Langs: most(langs), Concepts: most(concepts), Kinds: []facet{}}
	for _, k := range Kinds() {
		f.Kinds = append(f.Kinds, facet{Value: string(k), Finds: kinds[k]})
	}
	byValue := make(map[string]string, len(labels))
	for iri, label := range labels {
		byValue[iri.Value()] = label.Value()
	}
	for i := range f.Concepts {
		f.Concepts[i].Label = byValue[f.Concepts[i].Value]
	}
	return f
}

func most(counts map[name]int) []facet {
	all := make([]facet, 0, len(counts))
	for n, c := range counts {
		if v := n.Value(); v != "" {
			all = append(all, facet{Value: v, Finds: c})
		}
	}
	sorts.Func(all, func(a, b facet) int { return cmp.Or(cmp.Compare(b.Finds, a.Finds), strings.Compare(a.Value, b.Value)) })
	return all[:min(mostFacets, len(all))]
}
