// Package gather makes one run folder of the parts of a crawl, for all that reads run
// folders.
//
//	merge.go  Merge: journals, texts and archives of all parts, in the order of time
//	copies.go pages of several nodes that are equal
//
// The merged folder is a copy: the parts stay as they are, and it is they that a crawl goes
// on with. What a part needs only to go on (links, what it has learned, letters) is not
// copied.
package gather
