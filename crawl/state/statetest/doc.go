// Package statetest is the exam a crawl.State passes: [Test]. It also makes
// the visits that tests of a State need.
package statetest
