// Package jobinit writes the first file of jobs: five answers (topic, languages,
// sources, where to report, how often) become a file with one job that "job check"
// accepts.
//
//	answers.go    Answers, and how each is understood
//	file.go       the file that answers make; Create, which overwrites nothing
//	interview.go  Interview asks for what is missing, and again for what is wrong
//	text.go       the questions and the remarks in the file, in Chinese and English
//
// What a topic, a setting or a search source means comes in by [Interview.Check], so a
// file is judged as a whole by the same code that reads it later.
package jobinit
