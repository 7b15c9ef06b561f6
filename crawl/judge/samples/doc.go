// Package samples makes a topic of sample documents, for users who have a
// folder of pages about their topic and no ontology.
//
// The documents' words are weighted by TF-IDF. Their centroid (the mean of the
// documents' vectors, each of length 1) is the topic, as in Li Shengtao's
// thesis (2002) and in Rocchio's relevance feedback (1971). The heaviest words
// become the entries of a [semsim.TopicVector], so that everything that works
// with the concepts of an ontology works with them: marks in pages and links,
// judges, evidence.
//
//	read.go      documents from a folder
//	terms.go     the words of a document, without the boilerplate of its site
//	phrases.go   Chinese words that the dictionary cuts in pieces; plurals
//	frequency.go how many pages of any kind have an English word
//	centroid.go  weights, and the topic, alone or beside an ontology's
//	threshold.go the relevance from which a page is relevant
//
// Package crawl/read/page parses, semsim/lexicon cuts Chinese into words,
// crawl/judge/relevance judges.
package samples
