// Package readout says what the program reads off one answer, and why: what the command
// `ontocrawl read` shows. Nothing of a topic is in it.
//
//	readout.go  Reader: from an answer to a Readout
//	text.go     Text: the main text as plain text; the blocks that are left out
package readout
