// Package statetest is the conformance suite of a crawl.State: [Test]. It also makes
// the visits that tests of a State need.
package statetest
