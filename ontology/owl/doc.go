// Package owl reads an ontology file into an [ontology.Graph], with findings
// about what it could not read as the author meant.
//
// Authors write the three relations of the graph in many ways. This package reads
//
//	Is-a      rdfs:subClassOf a named class; the named parts of an
//	          owl:intersectionOf that the class is, or is a kind of;
//	          the parts of an owl:unionOf or owl:disjointUnionOf that the class
//	          is (each is a kind of it); the type of an individual; skos:broader
//	Synonym   owl:equivalentClass with a named class; owl:sameAs; skos:exactMatch;
//	          as labels: skos:altLabel, oboInOwl synonyms, further rdfs:labels
//	Includes  a restriction (someValuesFrom, hasValue, a cardinality of at least
//	          one; allValuesFrom if nothing stronger is said) on a property that
//	          means it, and the same property between individuals or, where it
//	          is used in neither way, from its domain to its range
//
// and all three through properties that are named so: is-a, 属于, 同义词, 别名,
// causes, partOf, 包含, 导致 and more, by local name or label, in objects,
// restrictions and annotations, with texts that name a concept, through
// inverses and super-properties. [Options.Mapping] adds to that. A property
// that means nothing known gives edges without weight (ontology.Other) and a
// finding. Deprecated concepts are left out and counted. An annotation core,
// coreConcept, isCore or 核心概念 marks core concepts.
//
// The same bytes give the same graph: concepts are numbered in file order,
// those of imports after those of the file, and classes that are only named in
// axioms last.
//
//	owl.go          Options, Ontology, Load, errors
//	closure.go      the import closure: bytes to statements, of one file or several
//	explain.go      the context of an error, from the files
//	open.go         Open: a file and what it imports
//	folder.go       the ontologies of a folder, by their headers
//	catalog.go      Protégé's catalog-v001.xml
//	store.go        numbered statements
//	vocab.go        IRIs that mean something by themselves
//	meaning.go      what properties mean, by vocabulary and by name
//	property.go     and by mapping, inverse and super-property
//	fromtriples.go  FromTriples: triples that are at hand
//	survey.go       what each node is said to be
//	reader.go       which nodes are concepts; edges
//	labels.go       labels, definitions, core marks, texts that name a concept
//	axioms.go       class axioms, assertions, domains and ranges
//	restrictions.go restrictions and what they are filled with
//	annotations.go  annotated axioms
//	findings.go     what the user should know
//	lines.go        where it is written
//
// Reading syntax is left to ontology/syntax.
package owl
