// Package term writes for a terminal: text from outside is made harmless, columns
// are aligned although a Chinese character takes two.
//
//	term.go    Safe, Readable, Clip, Table
//	layout.go  a report as plain text or as Markdown
//	json.go    JSON that no terminal obeys
//	words.go   numbers, spans of time and shell words as text
//	nearest.go the names nearest to a mistyped one
package term
