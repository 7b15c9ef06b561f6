// Package coverage says what an ontology's concepts and labels did in a run: what each
// matched, alone or in company, where it misleads, what another core mark would
// change, and what is missing: labels of a language, words of the topic.
//
//	coverage.go Report, and Count: what the evidence of a run tells
//	labels.go   labels that were found, never found, or hold a core label
//	language.go the languages of pages and of labels
//	advice.go   core marks and words, by what the crawl learned
//	marks.go    Rejudge: pages judged again with one mark changed
//	names.go    names that relevant pages call by a core concept
//	brings.go   Brings: the pages that a name would bring if it were added
//	text.go     the report as text
//	hints.go    what a person should look at, in sentences
//
// Count needs pages.jsonl only. What another mark would change is known only of pages
// whose text the run keeps.
package coverage
