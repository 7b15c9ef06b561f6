// Package versions keeps which versions of its ontology a job has had, in the folder "ontology" of its run
// folder: when each came into force, what that did to the pages, and the text of the file.
//
//	versions.go Version, Read
//	store.go    Store: what the run of a job writes
//	worse.go    Worse: an error that a version has and the one before had not
//	text.go     kept texts, and how many
//
// The run of a job writes, while it holds its run folder; anybody may read at the same time.
package versions
