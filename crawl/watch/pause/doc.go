// Package pause remembers which jobs people have paused, over restarts.
//
//	store.go  Store: the file paused.json in the folder of the jobs
//
// One process at a time writes it, the daemon; others read it.
package pause
