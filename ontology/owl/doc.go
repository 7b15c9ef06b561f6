// Package owl reads an ontology file into an [ontology.Graph], and returns findings about
// what it could not read as the author meant.
//
// Authors write the three relations of the graph in many ways. This package reads
//
//	Is-a      rdfs:subClassOf a named class; the named parts of an
//	          owl:intersectionOf that the class is, or is a kind of;
//	          the parts of an owl:unionOf or owl:disjointUnionOf that the class
//	          is (each is a kind of it); the type of an individual; skos:broader
//	Synonym   owl:equivalentClass with a named class; owl:sameAs; skos:exactMatch;
//	          classes that are a kind of each other, in a circle of Is-a;
//	          as labels: skos:altLabel, oboInOwl synonyms, further rdfs:labels
//	Includes  a restriction (someValuesFrom, hasValue, a cardinality of at least
//	          one; allValuesFrom if nothing stronger is said) on a property that
//	          means it, and the same property between individuals or, where it
//	          is used in neither way, from its domain to its range
//
// All three relations are also read from properties with names such as is-a, 属于, 同义词, 别名,
// causes, partOf, 包含 and 导致, in the local name or a label. Such properties may stand in
// assertions, restrictions and annotations, and their values may be texts that name a
// concept. Inverses and super-properties pass their meaning on. [Options.Mapping] adds
// properties. A property without a known meaning gives edges without weight
// (ontology.Other) and a finding. Deprecated concepts are left out and counted. An
// annotation core, coreConcept, isCore or 核心概念 marks core concepts.
//
// With [Options.Reason] the graph has the inferred hierarchy (package ontology/reason) instead of
// the stated one; edges that no file states have the property [ontology.Inferred].
//
// The same bytes give the same graph: concepts are numbered in file order, then concepts
// of imports, then classes that only axioms mention.
//
//	owl.go          Options, Ontology, Load, errors
//	closure.go      the import closure: bytes to statements, of one file or several
//	explain.go      where Is-a runs in a circle, from the files
//	open.go         Open: a file and what it imports
//	limitnames.go   limits set by name
//	folder.go       the ontologies of a folder, by their headers
//	catalog.go      Protégé's catalog-v001.xml
//	store.go        numbered statements
//	vocab.go        IRIs with a built-in meaning
//	meaning.go      meanings of properties by vocabulary and name
//	mapping.go      the user's mapping of properties
//	property.go     meanings by mapping, inverse and super-property
//	fromtriples.go  FromTriples: an ontology from triples
//	survey.go       the types of each node
//	undeclared.go   classes of files that declare none
//	reader.go       which nodes are concepts; edges
//	labels.go       labels, definitions, core marks, texts that name a concept
//	axioms.go       class axioms, assertions, domains and ranges
//	restrictions.go restrictions and their fillers
//	annotations.go  annotated axioms
//	reason.go       inferred Is-a, and what the reasoner found
//	findings.go     what the user should know
//	names.go        local names and file names in IRIs
//	lines.go        the lines that name an IRI
//
// Package ontology/syntax reads the syntax.
package owl
