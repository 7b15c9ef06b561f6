// Package evalcmd holds the commands that measure crawls: eval, tune and report.
//
//	eval.go      ontocrawl eval: strategies compared on a labelled web
//	input.go     what its flags name: strategies, budgets, the web, seeds
//	entrants.go  settings turned into judges and strategies that take part
//	search.go    who asks which questions: --search and its flags
//	rank.go      eval --rankers
//	results.go   results.json, report.html and the tables of eval
//	tune.go      ontocrawl tune: settings searched for
//	report.go    ontocrawl report: a run directory as one HTML file
package evalcmd
