package main

// untranslated are the packages whose texts are not all in the catalogue yet: what they say for
// themselves is English in every language. Their messages of logs are in it.
func untranslated() map[string]bool {
	return map[string]bool{
		"crawl/report":                         true,
		"internal/term":                        true,
		"ontologies":                           true,
		"ontology":                             true,
		"ontology/axiom":                       true,
		"ontology/canon":                       true,
		"ontology/check":                       true,
		"ontology/convert":                     true,
		"ontology/diff":                        true,
		"ontology/export":                      true,
		"ontology/fca":                         true,
		"ontology/owl":                         true,
		"ontology/rdfio":                       true,
		"ontology/reason":                      true,
		"ontology/report":                      true,
		"ontology/shacl":                       true,
		"ontology/sparql":                      true,
		"ontology/syntax":                      true,
		"ontology/syntax/functional":           true,
		"ontology/syntax/jsonld":               true,
		"ontology/syntax/manchester":           true,
		"ontology/syntax/ntriples":             true,
		"ontology/syntax/obo":                  true,
		"ontology/syntax/obograph":             true,
		"ontology/syntax/owlxml":               true,
		"ontology/syntax/rdfxml":               true,
		"ontology/syntax/turtle":               true,
		"ontology/view":                        true,
		"semsim":                               true,
		"semsim/heatmap":                       true,
		"semsim/lexicon":                       true,
		"semsim/lexicon/internal/gsedict":      true,
		"semsim/lexicon/internal/gsedict/pack": true,
		"tabu":                                 true,
	}
}

// wordless are packages that speak to nobody: they make webs and texts for tests, measure for developers,
// or write formats for programs.
func wordless() map[string]bool {
	return map[string]bool{"crawl/crawltest": true}
}
