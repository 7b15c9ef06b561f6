package peers

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// rapper reads a document with Raptor's command and hands on the triples that
// it writes.
func rapper(command string, d document) ([]rdf.Triple, error) {
	syntax := map[string]string{"ntriples": "ntriples", "turtle": "turtle", "rdfxml": "rdfxml"}[d.format]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var out, complaints bytes.Buffer
	cmd := exec.CommandContext(ctx, command, "-q", "-i", syntax, "-o", "ntriples", d.path, base)
	cmd.Stdout, cmd.Stderr = &out, &complaints
	// It ends with 2 if it had but warnings.
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 2 {
		first, _, _ := strings.Cut(complaints.String(), "\n")
		return nil, fmt.Errorf("%w: %s", err, first)
	}
	var all []rdf.Triple
	err := turtle.Decode(&out, rdfio.Options{File: "what rapper wrote"}, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

// rapper reads the corpus as we do.
func TestJudgeRapper(t *testing.T) {
	command, err := exec.LookPath("rapper")
	if err != nil {
		t.Skip("SKIPPED: no rapper here (Debian package raptor2-utils)")
	}
	judge(t, rapperDiffers(), func(d document) ([]rdf.Triple, error) { return rapper(command, d) })
}

// rapperDiffers lists where rapper 2.0.15 reads otherwise.
func rapperDiffers() []verdict {
	const (
		genid = "we: RDF/XML, section 5.2: the file calls a node genid followed by a number; rapper makes up such names too, and two nodes become one"
		bare  = "they, by the letter of RDF/XML, section 6.1.4: an attribute without namespace; we leave it out with a warning, and without one to be told it is an error"
		cdata = "we: XML 1.0, section 3.3.3: without a DTD an attribute is CDATA, and spaces in a row stay"
	)
	return []verdict{
		{"envo/subsets/environmental_hazards.owl", "we read 5825 triples, they 5824", genid},
		{"owlapi-converted/environmental_hazards.*", "we read 5825 triples, they 5824", genid},
		{"owlapi-converted/photography.*", "we read 2204 triples, they 2203", genid},
		{"foaf/foafproject/htdocs/2003/schemas/profiles/schema.rdf", "not the same graph", cdata},
		{"foaf/xmlns.com/htdocs/foaf/0.1/index.rdf", "not the same graph", cdata},
		{"foaf/foafproject/htdocs/2003/schemas/schematron/foaf1.rdf", `"BRS\"@en`, "we: RDF/XML, section 7.2.11: a literal from an attribute has the language in force"},
		{"foaf/rdfweb.org/htdocs/2000/08/rss/*/rss10-log.rdf", "without a namespace is forbidden", bare},
		{"foaf/rdfweb.org/htdocs/2003/02/28/cwm-crawler-output.rdf", "disallowed character: ' '", "we: N-Triples, production 8: no IRI holds a space; rapper writes those it read, we write them as %20"},
		{"foaf/rdfweb.org/htdocs/2001/01/swipe/tester.rdf", "without a namespace is forbidden", bare},
		{"foaf/rdfweb.org/htdocs/2002/foaf/places/moo/sample_places.rdf", "without a namespace is forbidden", bare},
	}
}
