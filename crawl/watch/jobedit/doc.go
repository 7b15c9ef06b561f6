// Package jobedit edits the file of jobs, for several people at once.
//
//	file.go     File: reads, checks and saves the file
//	state.go    State: what stands in the file, and which version is in force
//	errors.go   ConflictError, InvalidError, SaveError: why a save is refused
//	replace.go  replaces the file (package atomicfile), and keeps the earlier one beside it
//	earlier.go  the earlier versions
//	answers.go  Answers, and how each is understood
//	firstfile.go the file that answers make; Create, which overwrites nothing
//	interview.go Interview asks for what is missing, and again for what is wrong
//	asktext.go  the questions and the remarks in the file, in Chinese and English
//
// It checks what "ontocrawl job check" checks: package jobfile does it, by the
// [jobfile.Options] that come in. A save says which version it was made from, and is refused
// if the file holds another one.
package jobedit
