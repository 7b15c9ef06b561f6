// Package reading shows one captured page to a person: its main text with every mention of
// the topic, its versions and how they differ, and the archived original made harmless.
//
//	reader.go    Reader: from a run folder to answers; Version
//	document.go  Document: what is known of a page
//	text.go      the main text in blocks, with the mentions that the verdict counted
//	sentence.go  a text cut into sentences, Chinese ones too
//	diff.go      Compare: how two versions differ, sentence by sentence
//	original.go  Harmless: the archived markup without all that runs or asks for something
//
// What a page says is hostile. A Document holds text only, never markup; whoever shows it
// escapes it. The original is markup, so it loses scripts, frames, forms, pictures of other
// servers and whatever else a browser would fetch or run, and whoever serves it adds a
// sandbox (crawl/watch/api): either alone keeps it quiet.
package reading
