// Package relevance judges pages: it marks a topic's words in pages and
// computes how relevant a page is to the topic.
//
// A [Judge] is a crawl.Reader (it parses a page, marks the labels of the
// topic's concepts, and describes the links by them) and a crawl.Scorer (a
// relevance from 0 to 1, with the evidence that adds up to it). Reading is
// stateless; scoring remembers which blocks of a host are boilerplate.
//
//	judge.go    Judge, its options, and the table of judges
//	read.go     a topic's labels as terms for a lexicon; mentions in blocks
//	links.go    the topic's words in and around links
//	weigh.go    the weights of mentions: boilerplate, layout, repetition
//	hosts.go    the texts that hosts repeat on their pages
//	edited.go   Edited: a judge whose topic may be edited while a crawl runs
//	density.go  the default judge: density of the core concepts
//	cosine.go   the printed judges: present and literal; the judge of topics taken from samples
//	classic.go  other models of retrieval: full text, Boolean, p-norm, probabilistic
//	evidence.go reasons that add up to the relevance
//	explain.go  a judged page with its evidence, as data and as text
//
// Package crawl/page parses, semsim/lexicon finds labels, semsim weighs
// concepts.
package relevance
