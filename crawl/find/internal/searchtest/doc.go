// Package searchtest is the conformance suite of search sources, and a server that
// behaves as badly as real ones do.
//
//	suite.go    Run: what every source must do
//	source.go   RunLocal: the same for one that makes no request
//	more.go     its tests of many questions, of keys, words and hostile results
//	checks.go   what holds for every link, error and folder
//	bad.go      servers that misbehave, and what a person is to be told
//	hostile.go  results that nobody should follow as they are
//	server.go   a server with the answers of an API
//	fuzz.go     Fuzz: any bytes as an answer
//	log.go      log messages for the tests
package searchtest
