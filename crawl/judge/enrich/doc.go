// Package enrich offers what the pages of a run say and an ontology lacks: names that pages call by a core
// concept, and terms, each with the concept that it most likely belongs to, the texts that say so, and
// the pages that it would bring. What a person accepts enters the ontology, and nothing else does.
// "ontocrawl ontology enrich" and the page do both by this package.
//
//	offer.go      Offer, what it may become
//	find.go       Find: the offers of a run
//	relation.go   causes and effects as offers
//	patch.go      offers as a file that a person edits, and back
//	statements.go Apply: what accepted offers state
//	decided.go    Decisions: what was accepted and refused before
package enrich
