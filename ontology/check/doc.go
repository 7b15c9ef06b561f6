// Package check checks by rules whether an ontology is fit as a topic of a crawl. It
// works as ROBOT's report does (Jackson et al., BMC Bioinformatics 20:407, 2019): each
// rule has a name and a level, and each violation is a finding.
//
//	check.go      Run, Options, Finding
//	rules.go      the table of rules: identifiers, levels, how to fix
//	labels.go     labels: missing, shared, too short, too common
//	words.go      the words that stand on every page
//	language.go   language tags
//	hierarchy.go  circles, redundant edges, what the topic does not reach
//	core.go       core concepts: all, none, in some languages, of ambiguous words
//	written.go    Written: the statements as they stand in the files
//	entities.go   Entities: what the files speak of, by kind
//	statements.go rules about those: space in labels, deprecated terms
//	malformed.go  statements without a place in OWL 2; misfit.go why
//	entitykinds.go  names of the wrong kind, undeclared names, unknown words, literals
//	reading.go    what ontology/owl found while reading
//	lines.go      Lines: where in a file a concept is written
//
// The rules take the labels of a concept and its synonyms together, in the languages of
// the crawl, because the crawl does so.
//
// Package ontology/owl reads files, and reasons.
package check
