// Package searchtest is the conformance suite of search sources, and a server that
// behaves as badly as real ones do.
//
//	suite.go    Run: what every source must do
//	bad.go      servers that misbehave, and what a person is to be told
//	hostile.go  results that nobody should follow as they are
//	server.go   a server with the answers of an API
package searchtest
