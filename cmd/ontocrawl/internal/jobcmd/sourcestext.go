package jobcmd

import (
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// writeSources writes the new sources of a job as text: how each was found, and its best
// pages.
func writeSources(w io.Writer, job string, list []monitor.NewSource) error {
	if len(list) == 0 {
		_, err := message.Fprintf(w, "%s: no new source waits for a decision\n", job)
		return err
	}
	for i := range list {
		if err := writeSource(w, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func writeSource(w io.Writer, s *monitor.NewSource) error {
	message.Fprintf(w, "%-8s  %s\n", english.Word(s.State), term.Readable(s.Site)) //nolint:errcheck // the last write says
	if how := foundBy(message.Of(w), s); how != "" {
		message.Fprintf(w, "          %s\n", how) //nolint:errcheck // likewise
	}
	for _, p := range s.Pages {
		message.Fprintf(w, "          %.3f  %s\n                 %s\n", p.Relevance, term.Clip(term.Safe(p.Title), 70), term.Readable(p.URL)) //nolint:errcheck // likewise
		if why := concepts(message.Of(w), p.Concepts); why != "" {
			message.Fprintf(w, "                 %s\n", why) //nolint:errcheck // likewise
		}
	}
	for _, a := range s.Added {
		writeAddress(w, a)
	}
	if !s.Decided.IsZero() {
		message.Fprintf(w, "          %s by %s, %s", english.Word(s.State), term.Safe(s.By), longTime(s.Decided)) //nolint:errcheck // likewise
		if s.Reason != "" {
			message.Fprintf(w, ": %s", term.Safe(s.Reason)) //nolint:errcheck // likewise
		}
		fmt.Fprintln(w) //nolint:errcheck // likewise
	}
	_, err := fmt.Fprintln(w)
	return err
}

func writeAddress(w io.Writer, a monitor.Address) {
	if a.Feed {
		message.Fprintf(w, "          feed  %s\n", term.Readable(a.URL)) //nolint:errcheck // the last write says
		return
	}
	message.Fprintf(w, "          page  %s\n", term.Readable(a.URL)) //nolint:errcheck // likewise
}

// writeAdded writes what came of addresses that were added.
func writeAdded(w io.Writer, job string, a api.Added) error {
	for _, x := range a.Added {
		writeAddress(w, x)
	}
	for _, x := range a.Refused {
		fmt.Fprintf(w, "%s: %s\n", term.Readable(x.Site), term.Safe(x.Why)) //nolint:errcheck // the last write says
	}
	if a.Left > 0 {
		message.Fprintf(w, "%d are too many and were left out; a job has at most %d\n", a.Left, monitor.MaxAdded) //nolint:errcheck // likewise
	}
	if a.Other > 0 {
		message.Fprintf(w, "%d are no http or https URL, or a very long one\n", a.Other) //nolint:errcheck // likewise
	}
	_, err := message.Fprintf(w, "%s: %d sources added, which hold from the next run on; %d were known\n", job, len(a.Added), a.Known)
	return err
}

// foundBy says which question or link found a source.
func foundBy(p *message.Printer, s *monitor.NewSource) string {
	switch v := s.Via; {
	case v != nil:
		return p.Sprintf("found %s by %s: %s, result %d", longTime(s.Found), term.Safe(v.Source), term.Clip(term.Readable(v.Query), 80), v.Rank)
	case s.Parent != "":
		return p.Sprintf("found %s by a link on %s", longTime(s.Found), term.Readable(s.Parent))
	}
	return ""
}
