// Package relevance judges pages: it marks a topic's words in pages and
// computes how relevant a page is to the topic.
//
// A [Judge] is a crawl.Reader (it parses a page, marks the labels of the
// topic's concepts, and describes the links by them) and a crawl.Scorer (a
// relevance from 0 to 1, with the evidence that adds up to it). Reading is
// stateless; scoring remembers which blocks of a host are boilerplate.
//
// \tjudge.go    Judge, its options, and the table of judges
// \tterms.go    a topic's labels as terms for a lexicon
// \tread.go     mentions in blocks
// \tlinks.go    the topic's words in and around links
// \tweigh.go    the weights of mentions: boilerplate, layout, repetition
// \thosts.go    the texts that hosts repeat on their pages
// \tedited.go   Edited: a judge whose topic may be edited while a crawl runs
// \tdensity.go  the default judge: density of the core concepts
// \tcosine.go   the printed judges: present and literal
// \tclassic.go  other models of retrieval: full text, Boolean, p-norm,
// probabilistic
// \tcentroid.go the judge of topics taken from samples
// \tevidence.go reasons that add up to the relevance
//
// Package crawl/page parses, semsim/lexicon finds labels, semsim weighs
// concepts.
package relevance
