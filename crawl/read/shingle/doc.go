// Package shingle samples the runs of words of a page's main text. Two texts that share
// most of their runs say the same, in whatever order; a text without a new run says
// nothing new.
//
//	tokens.go   a text as sentences of words and characters
//	sample.go   Fill: what a page brings, as samples; Sketch: a page to compare with
//	lowest.go   a bounded sample of hashes
//
// A run ("shingle", Broder, "On the resemblance and containment of documents", SEQUENCES
// 1997) is five words, or five Chinese characters, that follow each other within a
// sentence; a shorter sentence is a run as a whole. Runs end with their sentence, so that
// the same sentences in another order are the same runs.
package shingle
