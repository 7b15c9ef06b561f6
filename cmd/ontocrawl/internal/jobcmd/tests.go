package jobcmd

import (
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// writeAlertTests writes what came of test messages as text.
func writeAlertTests(w io.Writer, tests []notify.Tested) error {
	for _, t := range tests {
		job := ""
		if t.Job != "" {
			job = " for " + t.Job
		}
		said := "the test message was accepted"
		switch {
		case t.Error != "":
			said = "not sent: " + term.Safe(t.Error)
		case !t.Sent:
			said = "would be sent:\n" + safeLines(t.Preview)
		}
		if _, err := message.Fprintf(w, "%s (%s)%s: %s\n", t.Receiver, t.Kind, job, said); err != nil {
			return err
		}
	}
	return nil
}

// safeLines returns several lines as they may stand on a terminal.
func safeLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = "  " + term.Safe(l)
	}
	return strings.Join(lines, "\n") + "\n"
}
