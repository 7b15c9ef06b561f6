// Package crawling tests crawls, their run folders and what commands make of them. It has no code of its own.
package crawling
