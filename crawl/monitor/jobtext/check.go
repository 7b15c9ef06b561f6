package jobtext

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/schedule"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/yamlread"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// CheckedJob is a job that was checked.
type CheckedJob struct {
	Name     string      `json:"name"`
	Schedule string      `json:"schedule"`
	Zone     string      `json:"zone"`
	Paused   bool        `json:"paused,omitempty"`
	Next     []time.Time `json:"next"`
}

// Check is a file of jobs that was checked. The JSON names are an interface.
type Check struct {
	Valid    bool               `json:"valid"`
	Findings []yamlread.Finding `json:"findings"`
	Jobs     []CheckedJob       `json:"jobs"`
}

// nextTimes is how many times a check shows at which a job is due.
const nextTimes = 5

// CheckFile checks the file of jobs called name. Its error says why the file cannot be
// read; what is wrong in it are findings.
func CheckFile(name string, opt jobfile.Options, now time.Time) (Check, error) {
	f, err := jobfile.Read(name, opt)
	r := Check{Valid: err == nil, Findings: []yamlread.Finding{}, Jobs: []CheckedJob{}}
	var bad *yamlread.Error
	if errors.As(err, &bad) {
		r.Findings = bad.Findings
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Findings = append(r.Findings, f.Warnings...)
	for _, j := range f.Jobs {
		c := CheckedJob{Name: j.Name, Schedule: j.Schedule.String(), Paused: j.Paused, Next: schedule.Times(j.Schedule, now, nextTimes)}
		if len(c.Next) > 0 {
			c.Zone = c.Next[0].Location().String()
		}
		r.Jobs = append(r.Jobs, c)
	}
	return r, nil
}

// Write writes the check as text.
func (r *Check) Write(w io.Writer) error {
	for _, f := range r.Findings {
		fmt.Fprintln(w, term.Safe(f.Localize(message.Of(w))))
	}
	for _, one := range r.Jobs {
		paused := ""
		if one.Paused {
			paused = message.Of(w).Text(", paused")
		}
		message.Fprintf(w, "%s: %s in %s%s\n", one.Name, term.Safe(one.Schedule), one.Zone, paused)
		for _, t := range one.Next {
			message.Fprintf(w, "  %s\n", LongTime(t))
		}
	}
	return nil
}
