// Package urlkey gives every web page one spelling of its URL, the canonical key.
// All parts that store or compare URLs use it.
//
//	urlkey.go  Canonical, Resolve, Host
//	host.go    host names and ports
//	ipv4.go    the spellings of an IPv4 address that browsers read
//	escape.go  percent-encoding
//
// Journals, run folders and archives hold keys, so a change of a key's form breaks
// existing run folders: TestGoldenKeys must not change.
package urlkey
