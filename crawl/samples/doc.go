// Package samples makes a topic of sample documents: somebody has a folder of
// pages about what they look for, and no ontology.
//
// The documents' words are weighed by TF-IDF, and their centroid (the mean of
// the documents' vectors, each of length 1) is the topic, as in Li Shengtao's
// thesis (2002) and, before it, in Rocchio's relevance feedback (1971). The
// heaviest words become the entries of a [semsim.TopicVector], so
// that whatever works with the concepts of an ontology works with them: marks
// in pages and links, judges, evidence.
//
//	read.go      documents from a folder
//	terms.go     the words of a document, less what its site repeats
//	phrases.go   Chinese words that the dictionary cuts in pieces; plurals
//	common.go    which English words stand on pages of any kind
//	centroid.go  weights, and the topic
//	mix.go       beside an ontology's
//	threshold.go from which relevance on a page is relevant
//
// Parsing is left to crawl/page, cutting Chinese into words to semsim/lexicon,
// judging to crawl/relevance.
package samples
