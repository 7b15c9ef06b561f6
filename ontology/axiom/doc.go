// Package axiom holds an OWL 2 ontology as axioms (the structural specification) and maps
// axioms to triples and back.
//
// Every construct of OWL 2 is an [Op], named as in the functional syntax. An [Axiom] or
// [Expr] is an Op with arguments. The table [Op.Parts] gives the arguments of each Op, so
// readers and writers need no code for each construct:
//
//	a := axiom.New(axiom.SubClassOf,
//		axiom.Named(axiom.Class, "http://x.org/Typhoon"),
//		axiom.Of(axiom.ObjectSomeValuesFrom,
//			axiom.Named(axiom.ObjectProperty, "http://x.org/causes"),
//			axiom.Named(axiom.Class, "http://x.org/StormSurge")))
//
// [Fit] checks arguments, and gives a plain IRI the kind that its place requires.
//
// [Ontology.Triples] and [FromTriples] implement the W3C Recommendation "OWL 2 Web
// Ontology Language: Mapping to RDF Graphs (Second Edition)", sections 2 and 3, and for
// rules the W3C member submission "SWRL: A Semantic Web Rule Language", section 5.
// FromTriples returns all triples that it cannot map.
//
//	axiom.go            Ontology, Axiom, Annotation, Expr
//	op.go               the constructs; optable.go their names and arguments
//	fit.go              arguments checked, IRIs given a kind
//	text.go             axioms as text
//	reader.go           Parser: a reader of documents of axioms
//	names.go            IRIs as short as prefixes allow
//	split.go            what a syntax cannot say
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
//	grammar.go          the grammars, as the Recommendation writes them
//	profile.go          Leaves: the axioms that leave a profile, and why
//	global.go           the restrictions of OWL 2 DL on all axioms together
//	simple.go           properties that are not simple
//	order.go            chains that are not regular
//	anonymous.go        anonymous individuals that are no forest
package axiom
