// Package lexicon finds the labels of concepts in text, and concepts by their
// labels.
//
// A [Lexicon] reads a text once and returns where labels stand, the longest at
// each position, in both languages at once. Labels and text are compared folded
// (see [Fold]); positions are bytes of the text as given. English labels must
// be whole words, plurals included; Spanish, French, Portuguese and German labels are
// found in every form of the same stem. Chinese labels must stand between the word
// boundaries that a [Dictionary], copied from gse, gives, unless the segmenter
// is "trie": 平台风险 is 平台 and 风险 and does not contain 台风. The dictionary is
// loaded only for a text that has a Chinese label next to a Chinese character.
//
// A [Finder] looks a concept up by IRI, local name, label or synonym, and
// suggests the nearest names if there is none.
//
//	lexicon.go     Lexicon: terms, options, folding the labels, English plurals
//	scan.go        Find: the pass over a text
//	trie.go        the labels as a trie
//	filter.go      words at which no label begins
//	stems.go       inflected labels in Spanish, French, Portuguese and German
//	forms.go       stems of words, and what is a form of a word
//	parts.go       labels inside longer labels
//	script.go      word boundaries in scripts that mark them
//	boundary.go    word boundaries in Chinese, around a label
//	parents.go     what "trie" and "gse" both find, "hybrid" finds
//	segment.go     Words: a text cut into words
//	dictionary.go  the words, copied from gse
//	extrawords.go  extra words and the costs of single characters
//	fold.go        Fold, and folding rune by rune
//	simplified.go  traditional characters and their simplified forms, most of them by opencc.txt, which internal/opencc makes
//	finder.go      Finder: concepts by exact name, and suggestions
//
// Package crawl/judge/relevance weighs mentions; semsim makes topics of concepts.
package lexicon
