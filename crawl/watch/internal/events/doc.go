// Package events finds what is new in a job's journal: relevant pages that are new,
// changed or gone, the concepts that appeared in them, and the pages with the same
// story. Its [Collector] is a [crawl.Sink] of the job's crawl.
//
//	collector.go  Collector: visits in, batches for the Store out
//	flush.go      batches: notifications, and publication times from feeds
//	pages.go      what is known of each page and its concepts, and what a visit changes
//	elsewhere.go  what the job saw from the run folder of another machine
//	turns.go      how far each folder was evaluated, and in which order
//	stories.go    event clusters: pages with the same story
//	answers.go    who was asked, and who answered
//	duplicates.go which page repeats another
//	texts.go      what rules find in the text of a page, and its excerpt
//	singles.go    how many notifications of a rule are sent one by one
//	sources.go    sites with a relevant page that no seed of the job names
//
// The journal is the only truth. A Collector reads all of it when a run begins, so it
// knows every page and story again. It evaluates what follows the place in the Store
// (Store.Upto), even after a crash. Events, stories and notifications are stored
// together with their place, so nothing is repeated or lost.
//
// A job of several daemons has a run folder on each machine. There the Store also keeps a
// baseline of each page that is or was relevant, in the same transaction, and the place in
// each folder's journal.
//
// [monitor.Rules] decide who is notified, [monitor.Store] remembers.
package events
