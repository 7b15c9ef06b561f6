// Package eval measures crawls on stored webs whose pages are labelled.
//
//	web.go          Web: a stored web read once, with labels and links
//	oracle.go       Graph, and the order in which an all-knowing crawler fetches
//	draw.go         the seeds of a run, its budget, its settings
//	trial.go        Trial: one crawl, a session as a user opens one, with pages that all crawls share
//	outside.go      Outside: what answers where the stored web ends, and what budgets count
//	search.go       what questions to a search engine brought
//	meter.go        the requests of a crawl
//	recorder.go     the outcome of a crawl, visit by visit
//	plan.go         Plan: strategies, budgets and repetitions, and their comparison
//	measure.go      the figures of a run, recall curves
//	cpu_*.go        the processor time of a thread
//	judged.go       the crawler's own judge: verdicts against the labels
//	rankers.go      RankPlan: rankers of pages compared, without a crawl
//	trails.go       every page in order
//	stats.go        bootstrap intervals, and the test of paired differences
//	figure.go       the figures of the On-ITS paper
//	missed.go       pages that no crawl fetched, and why; tunnels
//	study.go        Variants: a method with and without a part; their runs, compared with the runs of the whole method
//	tuneplan.go     the labelled topics to tune on, read from YAML; what can be tuned
//	tunesearch.go   all candidates tried on all topics
//	tunereport.go   the best candidates, judged on webs left out; the result: JSON, YAML, verdicts
//	tunetext.go     the result as text
//
// The measure is the area under the recall curve, divided by the oracle's. It
// counts requests, so that a failure costs what it costs on the live web, and
// rewards finding pages early, does not depend on the crawler's own judge, and is
// 1 only for a crawler that knew everything beforehand.
//
// The caller says which strategies there are and what judges pages. lab/report
// draws the results. A TunePlan searches for better settings, and says what a change is
// worth on webs that it was not chosen by.
package eval
