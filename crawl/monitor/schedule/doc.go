// Package schedule says when a job is due: lines of cron and @every, in a time
// zone, through both changes to and from summer time, and what was missed.
//
// The lines are read by github.com/robfig/cron/v3; when a line that names hours
// falls into an hour that does not exist, or exists twice, is decided here.
package schedule
