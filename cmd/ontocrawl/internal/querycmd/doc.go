// Package querycmd holds the commands that ask graphs.
//
//	query.go     ontocrawl query
//	data.go      the graphs of a run, for query and serve
//	validate.go  ontocrawl validate-graph
package querycmd
