// Package dedup finds pages that repeat recorded ones: exact duplicates by the
// hash of the body, near duplicates by a fingerprint of the main text.
//
//	print.go  Simhash: the fingerprint of a page's main text
//	index.go  Index: the recorded pages, a crawl.Duplicates
//
// The fingerprint is Charikar's simhash (STOC 2002) of 64 bits, and two texts are
// near duplicates if theirs differ in at most three, as Manku, Jain and Das Sarma
// found right for web pages (WWW 2007, section 3). They look it up in sorted
// tables under permutations, for eight thousand million pages; for those of one
// crawl it is enough to part the fingerprint into four quarters: if two differ in
// three bits at most, one quarter is equal. Each quarter leads to the pages that
// share it, of 100,000 pages one or two.
//
// Of a page that names a recorded one as its canonical page (RFC 6596) more
// difference is forgiven.
//
// What becomes of a duplicate is left to crawl/engine.
package dedup
