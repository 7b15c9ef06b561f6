// Package lexicon finds the labels of concepts in text, and concepts by their
// labels.
//
// A [Lexicon] reads a text once and returns the places where labels stand, the
// longest at each place, in both languages at once. Labels and text are
// compared folded (see [Fold]); the places are bytes of the text as given.
// English labels must be words of their own, plurals included. Chinese ones,
// unless the segmenter is "trie", must stand between word borders as a
// [Dictionary] taken from gse sees them: 平台风险 is 平台 and 风险 and holds no
// 台风. A text without a Chinese label beside a Chinese character never asks
// for the dictionary.
//
// A [Finder] looks a concept up by IRI, local name, label or synonym, and
// suggests the nearest names when there is none.
//
//	lexicon.go     Lexicon: terms, options, folding the labels
//	scan.go        Find: the pass over a text
//	trie.go        the labels as a trie
//	inflect.go     English plurals
//	border.go      where words end in scripts that mark it
//	borders.go     where words end in Chinese: the check around a label
//	path.go        the shortest path through the words of a stretch of text
//	dictionary.go  the words, taken from gse
//	guard.go       words and characters of our own beside them
//	fold.go        Fold, and folding rune by rune
//	simplified.go  traditional characters and their simplified forms
//	finder.go      Finder: concepts by exact name
//	nearest.go     suggestions
//
// What a mention is worth is left to crawl/relevance, which concepts make a
// topic to semsim.
package lexicon
