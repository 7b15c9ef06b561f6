// Package names reads what a text calls by a concept: in "ornithopods such as Iguanodon
// and Camptosaurus" two names of ornithopods, in 台风是一种热带气旋 one of a tropical cyclone.
//
//	find.go     Find and Reader: the patterns around a mention of a concept
//	english.go  patterns of English (Hearst 1992)
//	chinese.go  the same in Chinese
//	name.go     what is a name: its bounds, and the key by which two of them are one
//	count.go    Counter: which pages call a name by a concept
//
// Mentions come from a judge (crawl/judge/relevance). What a crawl or a person makes of the names is
// left to the caller.
package names
