// Package trouble remembers what is wrong with a daemon and its jobs, so that the
// operators are told of each trouble once, and once more when it is over, also across
// restarts and kills.
//
//	book.go  Book: troubles begin and end, and are told
//	file.go  the file in the folder of the jobs
//
// What a trouble is stands in package monitor; who is told, and how, comes in.
package trouble
