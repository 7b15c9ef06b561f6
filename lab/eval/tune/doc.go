// Package tune searches for better settings on stored webs whose pages are
// labelled, and says what a change is worth on webs that it was not chosen by.
//
//	plan.go    the labelled topics to tune on, read from YAML; what can be tuned
//	search.go  all candidates tried on all topics
//	report.go  the best candidates, judged on webs left out; the result: JSON, YAML, verdicts
//	text.go    the result as text
package tune
