// Package topic turns what a user asks for into the topic of a crawl: one
// vector of weighted concepts.
//
// A topic comes from concepts of an ontology, embedded ontologies, a file,
// keywords, sample documents, or a topic directory; several are joined.
//
//	topic.go      Spec, Resolve, Topic
//	loader.go     Loader opens ontologies: embedded ones, files, standard input
//	source.go     Source: one ontology, and the lookup of concepts by name
//	findings.go   findings of an ontology as log lines
//	concepts.go   topics by concepts, embedded ontologies and keywords
//	samples.go    topics by sample documents, and the threshold that they give
//	directory.go  topic directories: a YAML tree of named topics
//	copy.go       copies of the files of a topic, of which the same topic is made
//
// # The door
//
// In: concepts, files, keywords or sample documents. Out: a topic: one vector of weighted concepts.
// Face: itself.
// For commands only: nothing.
// Imports: crawl, crawl/judge, crawl/find.
package topic
