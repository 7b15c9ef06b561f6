// Package functionwords knows words of grammar, in English, Chinese and Spanish: they tell nothing
// of what a page is about.
//
//	functionwords.go  Set
//	words.go          the lists
package functionwords
