// Package axiom holds an OWL 2 ontology as its axioms: the structural
// specification as Go values, and the way from axioms to triples and back.
//
// Every construct of OWL 2 is an [Op], named as in the functional syntax. An
// [Axiom] and an [Expr] are an Op with arguments; which arguments an Op takes
// is a table ([Op.Parts]), so that readers and writers of syntaxes need no code
// of their own for each of the hundred constructs:
//
//	a := axiom.New(axiom.SubClassOf,
//		axiom.Named(axiom.Class, "http://x.org/Typhoon"),
//		axiom.Of(axiom.ObjectSomeValuesFrom,
//			axiom.Named(axiom.ObjectProperty, "http://x.org/causes"),
//			axiom.Named(axiom.Class, "http://x.org/StormSurge")))
//
// [Fit] checks arguments and gives plain IRIs the kind that their place asks
// for, as a reader of a syntax without types needs it.
//
// [Ontology.Triples] and [FromTriples] are the W3C Recommendation "OWL 2 Web
// Ontology Language: Mapping to RDF Graphs (Second Edition)", sections 2 and 3.
// SWRL rules, which OWL editors keep among the axioms, are mapped by the W3C
// member submission "SWRL: A Semantic Web Rule Language", section 5. What the
// triples of a file say beyond that is handed back, never dropped.
//
//	axiom.go            Ontology, Axiom, Annotation, Expr
//	op.go               the constructs; optable.go their names and arguments
//	fit.go              arguments checked, IRIs given a kind
//	text.go             axioms as text
//	vocab.go            IRIs of RDF, RDFS, OWL, XSD and SWRL
//	triples.go          axioms to triples; triplesexpr.go expressions and rules
//	parse.go            triples to axioms: the order of work
//	parsegraph.go       the triples, numbered and indexed
//	parsekinds.go       which IRI is a class, which a property
//	parseexpr.go        expressions and lists; parserestriction.go restrictions
//	parsetype.go        what is said with rdf:type
//	parseaxiom.go       other axioms of one triple, and those with their own node
//	parsenote.go        annotated axioms, and annotations
//	parserule.go        rules
package axiom
