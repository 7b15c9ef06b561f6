// Package functionwords knows words of grammar, in English, Chinese and Spanish: they tell nothing
// of what a page is about.
//
//	functionwords.go  Set
//	words.go          the lists
//	frequent.go       English words that are no grammar, and stand on pages of any kind
package functionwords
