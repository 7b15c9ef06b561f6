// Package cap reads alerts of the Common Alerting Protocol, version 1.2 (OASIS
// Standard, 1 July 2010), by which weather services and other authorities warn,
// and says which of them are in force.
//
//	alert.go  Alert, Info, Area: what an alert says, and whom it concerns
//	parse.go  Parse: bytes to Alert; what the standard asks for is checked
//	tree.go   XML within bounds
//	set.go    Set: which alerts are in force: updates, cancellations, expiry
//	feed.go   Atom and RSS feeds of alerts
//	source.go Source: alerts of folders, addresses and feeds
//
// Alerts come from outside and are not trusted: documents are bounded in size, depth
// and elements, entities are refused, and nothing that an alert refers to is loaded.
// Digital signatures are not checked, so the user must choose trustworthy sources.
//
// Package phase decides what an alert means for a job.
package cap
