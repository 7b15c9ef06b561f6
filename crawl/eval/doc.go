// Package eval measures crawls on stored webs whose pages are labelled.
//
//	web.go          Web: a stored web read once, with labels and links
//	sharedpages.go  its pages as a Fetcher and a Reader that all crawls share
//	oracle.go       Graph, and the order in which an all-knowing crawler fetches
//	draw.go         the seeds of a run
//	budget.go       budgets, given as pages or by the pages on topic
//	cap.go          at most so many pages of a site
//	settings.go     the parameters that ablation and tuning change
//	trial.go        Trial: one crawl, by the ordinary engine
//	plan.go         Plan: strategies, budgets and repetitions, and their comparison
//	curve.go        recall curves and the area under them
//	measure.go      the figures of a run
//	judged.go       a judge's verdicts on all pages, against the labels
//	stats.go        bootstrap intervals, and the test of paired differences
//	figure.go       the figures of the On-ITS paper
//	steps.go        every page of every crawl, in order
//	missed.go       pages that no crawl fetched, and why; tunnels
//
// The measure is the area under the recall curve, divided by the oracle's. It
// rewards finding pages early, does not depend on the crawler's own judge, and is
// 1 only for a crawler that knew everything beforehand.
//
// The caller says which strategies there are and what judges pages. crawl/report
// draws the results; eval/ablate and eval/tune run further plans.
package eval
