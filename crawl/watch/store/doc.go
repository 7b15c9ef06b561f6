// Package store is a [monitor.Store] on disk: one Badger database with runs, events,
// stories, notifications and transitions.
//
//	store.go         Store: opening, closing, one write at a time
//	keys.go          the keys, how times and numbers sort in them; lists, newest first
//	runs.go          runs: claimed, ended, listed; phases
//	batch.go         batches of a Sink; events, stories and notes
//	sources.go       new sources, and what people decided about them
//	notifications.go the outbox
//	mentions.go      concepts by time
//	prune.go         what is deleted
//	shared.go        a history that several daemons share: a log first, then each copy
//	entry.go         an entry of that log, as bytes
//	examine.go       Examination: reads a store whatever its condition
//	rebuild.go       Rebuild: a store made anew of what can be read of another
//	snapshot.go      a whole store as entries; files that go with it
//
// Every listed entry has a second key by its time, so reading a page of a list reads
// only that page, however long the history is.
//
// A write is one transaction and one sync. When it returns nil, its data is durable;
// a kill in between leaves all of it or nothing. format_test.go holds the stored bytes
// to golden files.
package store
