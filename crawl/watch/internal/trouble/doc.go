// Package trouble remembers what is wrong with a daemon and its jobs, so that the
// operators are notified of each trouble once, and once more when it is over, also across
// restarts and kills.
//
//	store.go  Store: troubles begin and end, and operators are notified
//	file.go  the file in the folder of the jobs
//
// What a trouble is stands in package monitor; who is notified, and how, comes in.
package trouble
