// Package yamlread reads YAML with all faults at once, each with its line.
//
//	reader.go  Reader: mappings, lists and single values; Finding, Error
//	root.go    Root: the document, within bounds
//	values.go  durations in days, sizes, times of day, URLs, names, secrets
package yamlread
