// Package simtext writes concepts, paths and similarities for a person. Text of an
// ontology is made safe for a terminal.
//
//	names.go  names of concepts, relations and paths
package simtext
