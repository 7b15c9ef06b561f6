// Package eval measures crawls on stored webs whose pages are labelled.
//
//	web.go      Web: a stored web read once, with labels and links
//	share.go    its pages as a Fetcher and a Reader that all crawls share
//	oracle.go   Graph, and the order in which an all-knowing crawler fetches
//	draw.go     the seeds of a run
//	budget.go   budgets, given as pages or by what there is to find
//	cap.go      at most so many pages of a site
//	trial.go    Trial: one crawl, by the ordinary engine
//	plan.go     Plan: strategies, budgets and repetitions, and their comparison
//	ablation.go what a part of a method is worth
//	curve.go    recall curves and the area under them
//	measure.go  the figures of a run
//	stats.go    bootstrap intervals, and the test of paired differences
//	figure.go   the figures of the On-ITS paper
//	trails.go   every page of every crawl, in order
//	missed.go   what all missed and why; tunnels
//
// The measure is the area under the recall curve, and its ratio to the
// oracle's: it rewards finding pages early, does not depend on the crawler's
// own judge, and is 1 only for a crawler that knew everything beforehand.
//
// Which strategies there are, and what judges pages, is for the caller to say.
// How results look is left to crawl/report.
package eval
