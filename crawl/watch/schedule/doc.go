// Package schedule says when a job is due: cron lines and @every, in a time zone, with
// changes to and from summer time, and missed times.
//
// github.com/robfig/cron/v3 parses the lines. This package handles lines that name an
// hour that does not exist, or exists twice.
package schedule
