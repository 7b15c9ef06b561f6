// Package maintext finds the main text of a page by evidence: which of its blocks a reader
// would call its text. From this it finds the kind of the page, and the headline among the
// texts that may be it.
//
//	layout.go    Doc: a page as its reader has cut it, blocks and the elements around them
//	read.go      Read: what a page holds
//	analysis.go  sums over elements; what repeats; where most prose stands
//	scan.go      what the text of a block shows: sentences, marks, words that are labels
//	slots.go     counts by key, for what repeats
//	token.go     words and names as hashes
//	feature.go   the features of a block, with row.go, which fills them
//	forest.go    regression trees
//	model.go     the model: tokens, their hints, and forests; model.bin is the one that is used
//	select.go    the choice of blocks with the greatest expected F measure
//	number.go    the numbers of a page, for its kind
//	kind.go      what tokens say of the kind
//	headline.go  candidates for the headline
//	about.go     site, and kinds that rules know
//	author.go    candidates for the author
//	study.go     what a training needs (lab/internal/reading)
//
// What elements are called is evidence among others. It has a bound: if the names take away
// more than four fifths of the prose that would be chosen without them, they are not heard
// (readUnnamed).
package maintext
