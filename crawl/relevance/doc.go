// Package relevance is the bridge between meaning and crawling: it marks a
// topic's words in pages and judges how much a page is about the topic.
//
// A [Judge] is a crawl.Reader (parse a page, mark the labels of the topic's
// concepts in it, say what they tell of its links) and a crawl.Scorer (a
// relevance from 0 to 1, with the evidence that adds up to it). Reading is
// stateless; scoring remembers which blocks of a host are boilerplate.
//
//	judge.go    Judge, its options and thresholds
//	terms.go    a topic's labels as terms for a lexicon
//	read.go     mentions in blocks
//	links.go    what the topic's words tell of a link
//	weigh.go    which mentions count, and how much: boilerplate, layout, stuffing
//	hosts.go    the memory of what hosts repeat on their pages
//	edited.go   Edited: a judge whose topic may be edited while a crawl runs
//	density.go  the default judgement: how dense the core concepts stand
//	cosine.go   the printed judgements: present and literal
//	classic.go  the other models of retrieval: full text, Boolean, p-norm, probabilistic
//	centroid.go the judgement of topics taken from samples
//	evidence.go reasons that add up to the relevance
//
// Parsing is left to crawl/page, finding labels to semsim/lexicon, weighing
// concepts to semsim.
package relevance
