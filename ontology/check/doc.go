// Package check reports what is wrong, or odd, in an ontology that is to be
// crawled for, in the manner of ROBOT's report (Jackson et al., BMC
// Bioinformatics 20:407, 2019): named rules, each with a level, and a finding
// for each place that breaks one.
//
//	check.go      Run, Options, Finding
//	rules.go      the table of rules: identifiers, levels, how to fix
//	labels.go     labels: missing, shared, too short, too common
//	words.go      the words that stand on every page
//	language.go   language tags
//	hierarchy.go  circles, redundant edges, what the topic does not reach
//	written.go    Written: the statements as they stand in the files
//	statements.go rules about those: space in labels, deprecated terms
//	reading.go    what ontology/owl found while reading
//	lines.go      Lines: where in a file a concept is written
//
// The rules ask what a crawl needs, so they judge the labels of a concept
// together with those of its synonyms, in the languages crawled.
//
// Reading files is left to ontology/owl, logic (whether classes can have
// members at all) to reasoners.
package check
