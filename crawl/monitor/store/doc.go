// Package store is a [monitor.Store] on disk: one Badger database that remembers
// which runs were made, what they found, who was and is to be told, and how each
// job's phase changed.
//
//	store.go   Store: opening, closing, one write at a time
//	keys.go     the keys, and how times and numbers sort in them
//	walk.go     pages of a list, newest first
//	runs.go     runs: claimed, ended, listed
//	batch.go    what a Sink concluded, kept in one transaction with its place in the
//	            journal; stories and events
//	notifications.go  the outbox
//	mentions.go concepts by time
//	transitions.go    phases
//	prune.go    what is forgotten
//
// Everything that is listed has a key by its time beside its own, so a page of a
// list reads that page and no more, however long the daemon has run.
//
// What a write returned nil for is durable: it is one transaction and one sync. A
// kill in between leaves all of it or nothing.
package store
