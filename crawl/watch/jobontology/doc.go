// Package jobontology shows a person the ontology of a job, and changes it: its findings, the versions that the
// job has had and how they differ, and what the pages of the job offer for it, to be accepted or refused one by
// one.
//
//	bench.go   Bench, and Subject: the ontology of a job
//	view.go    View: findings, what is in force, what is on disk
//	compare.go Compare: two versions, and what the later one does to the topic
//	offers.go  Offers: what the pages offer; Learn reads them in the background
//	accept.go  Accept, Refuse, Copy: what becomes of offers
//
// Only Accept writes to the file of an ontology, and only if it is still the one that the offers were made
// from.
package jobontology
