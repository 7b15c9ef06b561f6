// Package events concludes from a job's journal what is new: which relevant pages
// came, changed or went, what each tells now that it did not before, and which
// pages tell the same story. Its [Collector] is a [crawl.Sink] of the job's crawl.
//
//	collector.go the Collector: visits in, batches for the Store out
//	flush.go     what is concluded only when a visit is durable: notifications, times that
//	             feeds told, batches
//	pages.go     what is known of each page, and what a visit makes of it
//	stories.go   pages that tell the same
//	duplicates.go     which page tells what another does
//	concepts.go  evidence, concept by concept
//
// The journal is the truth. A Collector reads all of it when a run begins, so it
// knows every page and story again; what comes after the place that the Store has
// (Store.Upto) is concluded then, whoever died in between. Finds, stories and
// notifications go into the Store together with their place, so nothing is concluded
// twice and nothing is left out.
//
// Who is told is left to [monitor.Rules], remembering to [monitor.Store].
package events
