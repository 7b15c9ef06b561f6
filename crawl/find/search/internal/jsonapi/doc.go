// Package jsonapi asks any search that answers in JSON: its settings are the address of a
// question and the places of the results in the answer. It has ready settings for some.
//
//	jsonapi.go  the source
//	kinds.go    the general kind, and those with ready settings
package jsonapi
