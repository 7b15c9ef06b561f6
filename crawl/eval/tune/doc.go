// Package tune searches for better settings on stored webs whose pages are
// labelled, and says what a change is worth on webs that it was not chosen by.
//
//	plan.go           the labelled topics to tune on, read from YAML
//	parts.go          what can be tuned, and how candidates are drawn
//	search.go         all candidates tried on all topics
//	crossvalidate.go  the best candidates, judged on webs left out
//	report.go         the result: JSON, YAML, a verdict for each part
//	text.go           the result as text
package tune
