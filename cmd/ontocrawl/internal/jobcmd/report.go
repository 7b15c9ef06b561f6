package jobcmd

import (
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
	"github.com/ontocrawl/ontocrawl/message"
)

// reportFormats are the forms of a report.
var reportFormats = []string{"text", "markdown", "html"}

func (j *job) report() *cobra.Command {
	var from, to, format, out string
	cmd := &cobra.Command{
		Use:   "report NAME",
		Short: "Show what the pages of a job told in a shift",
		Long: `Shows the report for who comes on duty: new facts, figures then and now, what is
forecast or warned, what sources contradict, other new pages, and sources of which
nothing relevant was found. Each fact stands beside the sentence that says so. New is
what was seen first in that time. Facts need the event graph of the job (event-graph).

Without --from it begins with the last shift that has ended: that of the key "report"
of the job, else twelve hours ago. With that key the daemon also sends it by mail.

It also answers when the file of jobs or an ontology is broken, and says so.

Exit codes: 0 shown; 1 it could not be written; 2 the command line is wrong or there is
no such job; 3 the store cannot be opened.`,
		Example: `  ontocrawl job report typhoon
  ontocrawl job report typhoon --from 22:00
  ontocrawl job report typhoon --from 2026-07-25T18:00 --to 2026-07-26T06:00 --format html -o shift.html`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(reportFormats, format) {
				return cli.Usagef("--format is %q; there are %s", format, strings.Join(reportFormats, ", "))
			}
			f, log, err := j.salvage(cmd)
			if err != nil {
				return err
			}
			r, one, err := readerOf(f, args[0], log)
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // only read
			now := time.Now()
			zone := one.Zone
			if zone == nil {
				zone = time.Local
			}
			begin, end, err := spanOf(from, to, now.In(zone))
			if err != nil {
				return err
			}
			got, err := daemon.ShiftsOf(f.Folder, r, func(string) (*monitor.Job, error) { return one, nil }).Report(one.Name, begin, end, now)
			if err != nil {
				return exitError(err)
			}
			return j.writeReport(got, format, out)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "begin: 22:00 (the last time it was that late in the zone of the job), 2026-07-25T18:00, or with a zone")
	cmd.Flags().StringVar(&to, "to", "", "end, likewise; default: now")
	cmd.Flags().StringVar(&format, "format", "text", "text, markdown or html")
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write it to; default: standard output")
	return cmd
}

// writeReport writes a report to a file or standard output.
func (j *job) writeReport(r *shift.Report, format, out string) error {
	if j.asJSON {
		return cli.Failure(j.JSON(r))
	}
	write := map[string]func(io.Writer, *message.Printer) error{"text": r.Text, "markdown": r.Markdown, "html": r.HTML}[format]
	return cli.Failure(j.WriteTo(out, func(w io.Writer) error { return write(w, message.Of(j.Out)) }))
}

// spanOf reads the ends of a span; the zero time is an end that is not given. now is in the zone of the job.
func spanOf(from, to string, now time.Time) (begin, end time.Time, err error) {
	if begin, err = momentOf("--from", from, now); err == nil {
		end, err = momentOf("--to", to, now)
	}
	if err == nil && !end.IsZero() && !begin.Before(end) {
		err = cli.Usagef("--from must be before --to")
	}
	return begin, end, err
}

func momentOf(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse("15:04", text); err == nil {
		at := time.Date(now.Year(), now.Month(), now.Day(), t.Hour(), t.Minute(), 0, 0, now.Location())
		if at.After(now) {
			at = at.AddDate(0, 0, -1)
		}
		return at, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, cli.Usagef("%s is %q, but it must be a time such as 22:00 or 2026-07-25T18:00", flag, text)
}

// shiftOf makes reports of the one job that a run folder is.
func shiftOf(r monitor.Reader, name, dir string) *shift.Maker {
	cache := &eventgraph.Cache{Folder: func(string) (string, bool) { return dir, true }}
	return &shift.Maker{Reader: r, Job: func(string) (*monitor.Job, error) { return &monitor.Job{Name: name}, nil }, Cards: func(name string) (*eventgraph.Cards, error) {
		cards, _, err := cache.Cards(name)
		return cards, err
	}}
}
