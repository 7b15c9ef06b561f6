package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Vocab is the namespace of JSON-LD terms outside RDFS and SKOS.
const Vocab = "https://ontocrawl.github.io/graph#"

// jsonContext maps names to IRIs. So the file is RDF, and also two plain lists, concepts
// and relations. "@none" in language maps, for texts without a language, is JSON-LD 1.1.
const jsonContext = `{
    "@version": 1.1,
    "@vocab": "` + Vocab + `",
    "iri": "@id",
    "prefLabel": {"@id": "http://www.w3.org/2004/02/skos/core#prefLabel", "@container": "@language"},
    "altLabel": {"@id": "http://www.w3.org/2004/02/skos/core#altLabel", "@container": "@language"},
    "hiddenLabel": {"@id": "http://www.w3.org/2004/02/skos/core#hiddenLabel", "@container": "@language"},
    "looseLabel": {"@container": "@language"},
    "definition": {"@id": "http://www.w3.org/2004/02/skos/core#definition", "@container": "@language"},
    "from": {"@type": "@id"},
    "to": {"@type": "@id"},
    "property": {"@type": "@id"},
    "weight": {"@type": "http://www.w3.org/2001/XMLSchema#double"}
  }`

type texts map[string][]string

type jsonConcept struct {
	IRI         string   `json:"iri"`
	Zh          string   `json:"zh"`
	En          string   `json:"en"`
	PrefLabel   texts    `json:"prefLabel,omitempty"`
	AltLabel    texts    `json:"altLabel,omitempty"`
	HiddenLabel texts    `json:"hiddenLabel,omitempty"`
	LooseLabel  texts    `json:"looseLabel,omitempty"`
	Definition  texts    `json:"definition,omitempty"`
	Depth       int      `json:"depth"`
	Core        bool     `json:"core"`
	Individual  bool     `json:"individual"`
	Weight      *float64 `json:"weight,omitempty"`
}

type jsonRelation struct {
	From     string `json:"from"`
	Relation string `json:"relation"`
	To       string `json:"to"`
	Property string `json:"property,omitempty"`
}

// jsonLD writes one object in each line, for comparison by line.
func (p *Part) jsonLD(b *bufio.Writer) error {
	fmt.Fprintf(b, "{\n  \"@context\": %s,\n", jsonContext)
	for _, s := range []struct{ key, value string }{{"title", p.opt.Title}, {"topic", p.opt.Topic}} {
		if s.value != "" {
			fmt.Fprintf(b, "  %q: ", s.key)
			if err := jsonItem(b, s.value); err != nil {
				return err
			}
			b.WriteString(",\n")
		}
	}
	err := jsonList(b, "concepts", len(p.nodes), func(i int) any { return p.jsonConcept(p.nodes[i]) })
	if err != nil {
		return err
	}
	b.WriteString(",\n")
	err = jsonList(b, "relations", len(p.edges), func(i int) any {
		e := p.edges[i]
		return jsonRelation{p.iri(e.From), e.Rel.String(), p.iri(e.To), e.Property}
	})
	b.WriteString("\n}\n")
	return err
}

func (p *Part) jsonConcept(id ontology.ID) jsonConcept {
	c := p.g.Concept(id)
	j := jsonConcept{
		IRI: c.IRI, Zh: c.Name("zh"), En: c.Name("en"),
		Definition: byLang(c.Definitions, func(ontology.Label) bool { return true }),
		Depth:      p.g.Depth(id), Core: c.Core, Individual: c.Individual,
	}
	for kind, to := range map[ontology.LabelKind]*texts{
		ontology.Preferred: &j.PrefLabel, ontology.Alternative: &j.AltLabel,
		ontology.Hidden: &j.HiddenLabel, ontology.Loose: &j.LooseLabel,
	} {
		*to = byLang(c.Labels, func(l ontology.Label) bool { return l.Kind == kind })
	}
	if p.opt.Weights != nil {
		w := rounded(p.opt.Weights[id])
		j.Weight = &w
	}
	return j
}

// byLang returns a language map of the labels that keep accepts, or nil.
func byLang(labels []ontology.Label, keep func(ontology.Label) bool) texts {
	var m texts
	for _, l := range labels {
		if !keep(l) {
			continue
		}
		lang := l.Lang
		if lang == "" {
			lang = "@none"
		}
		if m == nil {
			m = make(texts)
		}
		m[lang] = append(m[lang], l.Text)
	}
	return m
}

func jsonList(b *bufio.Writer, key string, n int, item func(int) any) error {
	fmt.Fprintf(b, "  %q: [", key)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		if err := jsonItem(b, item(i)); err != nil {
			return err
		}
	}
	if n > 0 {
		b.WriteString("\n  ")
	}
	b.WriteByte(']')
	return nil
}

// jsonItem writes a value in one line. encoding/json escapes what HTML and JavaScript would
// interpret; jsonItem also escapes characters that control a terminal, which can only stand
// in strings.
func jsonItem(b *bufio.Writer, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if s := string(data); strings.ContainsFunc(s, hidden) {
		for _, r := range s {
			switch {
			case !hidden(r):
				b.WriteRune(r)
			case r > 0xffff: // a noncharacter such as U+1FFFF: as surrogates
				fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
			default:
				fmt.Fprintf(b, `\u%04x`, r)
			}
		}
		return nil
	}
	_, err = b.Write(data)
	return err
}
