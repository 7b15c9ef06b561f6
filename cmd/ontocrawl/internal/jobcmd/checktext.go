package jobcmd

import (
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// writeCheck writes what a check of a file of jobs found, as text.
func writeCheck(w io.Writer, r *jobfile.Checked) error {
	for _, f := range r.Findings {
		fmt.Fprintln(w, term.Safe(message.Of(w).Say(f)))
	}
	for _, one := range r.Jobs {
		paused := ""
		if one.Paused {
			paused = message.Of(w).Text(", paused")
		}
		message.Fprintf(w, "%s: %s in %s%s\n", one.Name, term.Safe(one.Schedule), one.Zone, paused)
		for _, t := range one.Next {
			message.Fprintf(w, "  %s\n", longTime(t))
		}
	}
	return nil
}
