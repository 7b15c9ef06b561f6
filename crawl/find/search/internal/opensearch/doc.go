// Package opensearch asks the search of one site by its OpenSearch description (OpenSearch
// 1.1 draft 6): the description names an address that answers in RSS or Atom.
//
//	opensearch.go   the source
//	description.go  reads a description
package opensearch
