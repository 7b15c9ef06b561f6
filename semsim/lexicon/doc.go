// Package lexicon finds the labels of concepts in text, and concepts by their
// labels.
package lexicon
