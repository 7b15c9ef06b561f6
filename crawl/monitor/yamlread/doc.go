// Package yamlread reads YAML with all faults at once, each with its line.
//
//	reader.go  Reader: mappings, lists and single values; Finding, Error
//	values.go  durations in days, sizes, times of day, URLs, names, secrets
package yamlread
