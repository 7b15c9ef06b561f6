// Package query writes what a search engine is asked for a topic, and says which question is
// worth most next.
//
//	plan.go      Plan: the questions that a topic gives before anything is known
//	label.go     which labels can be asked, and in which form
//	store.go     Store: what was asked, and what is worth asking next
//	value.go     Store: what a question is worth; which operator is next
//	terms.go     Store: words of relevant pages that no label has
//	targets.go   Store: pages to ask about: what is like them, what links to them
//	state.go     Store: its checkpoint
//
// When a question is asked is left to crawl/choose/strategy, who answers it to crawl/find/search.
package query
