// Package kinds is the table of the kinds of search sources.
//
//	kinds.go  All: one row for each kind
package kinds
