// Package dedup finds duplicates of recorded pages: exact ones by the hash of the body,
// near ones by the simhash of the text.
//
//	simhash.go  Simhash: the simhash of a page's text, without the parts that layouts name
//	index.go    Index: the recorded pages, a crawl.Duplicates
//	simhashes.go Simhashes: the nearest of many
//	copies.go   which near duplicates are copies, and which of two pages is the original
//
// The simhash (Charikar, STOC 2002) has 64 bits. Two texts are near duplicates if
// theirs differ in at most three bits, as Manku, Jain and Das Sarma found right for web
// pages (WWW 2007, section 3). They search sorted tables under permutations, for eight
// billion pages. For one crawl it is enough to split the simhash into four quarters: if
// two differ in at most three bits, one quarter is equal. Of 100,000 pages one or two
// share a quarter.
//
// A page that names a recorded one as its canonical page (RFC 6596) may differ in more
// bits.
package dedup
