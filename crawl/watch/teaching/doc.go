// Package teaching lets people at a page learn from the marks of a job: what package teach does,
// in the background, first for show.
//
//	ask.go     Question: a page about which a mark tells most
//	teacher.go Teacher: studies one after the other, and what was learned put in force or taken back
package teaching
