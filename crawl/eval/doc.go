// Package eval measures crawls on stored webs whose pages are labelled.
//
//	oracle.go  Graph, and the order in which an all-knowing crawler fetches
//	curve.go   recall curves and the area under them
//
// The measure is the area under the recall curve, and its ratio to the
// oracle's: it rewards finding pages early, does not depend on the crawler's
// own judge, and is 1 only for a crawler that knew everything beforehand.
package eval
