package jobfile

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// CheckedJob is a job that was checked.
type CheckedJob struct {
	Name     string      `json:"name"`
	Schedule string      `json:"schedule"`
	Zone     string      `json:"zone"`
	Paused   bool        `json:"paused,omitempty"`
	Next     []time.Time `json:"next"`
	Rules    []string    `json:"rules,omitempty"` // of alerts, one name for all receivers
}

// Checked is a file of jobs that was checked. The JSON names are an interface.
type Checked struct {
	Valid    bool               `json:"valid"`
	Findings []yamlread.Finding `json:"findings"`
	Jobs     []CheckedJob       `json:"jobs"`
}

// nextTimes is how many times a check shows at which a job is due.
const nextTimes = 5

// Check checks the file of jobs called name. Its error says why the file cannot be
// read; what is wrong in it are findings.
func Check(name string, opt Options, now time.Time) (Checked, error) {
	data, err := readAll(name)
	if err != nil {
		return Checked{Findings: []yamlread.Finding{}, Jobs: []CheckedJob{}}, err
	}
	_, c := CheckText(name, data, opt, now)
	return c, nil
}

// CheckText is Check for data that was read already. The file is nil if it cannot be used.
func CheckText(name string, data []byte, opt Options, now time.Time) (*File, Checked) {
	f, err := Parse(name, data, opt)
	c := Checked{Valid: err == nil, Findings: []yamlread.Finding{}, Jobs: []CheckedJob{}}
	if err != nil {
		var bad *yamlread.Error
		if errors.As(err, &bad) {
			c.Findings = bad.Findings
		}
		return nil, c
	}
	c.Findings = append(c.Findings, f.Warnings...)
	for _, j := range f.Jobs {
		one := CheckedJob{Name: j.Name, Schedule: j.Schedule.String(), Paused: j.Paused, Next: monitor.TimesOf(j.Schedule, now, nextTimes)}
		if len(one.Next) > 0 {
			one.Zone = one.Next[0].Location().String()
		}
		for i := range j.AlertRules {
			name, _, _ := strings.Cut(j.AlertRules[i].Name, "/")
			if !slices.Contains(one.Rules, name) {
				one.Rules = append(one.Rules, name)
			}
		}
		c.Jobs = append(c.Jobs, one)
	}
	return f, c
}

// Speak puts the findings into the language of say.
func (c *Checked) Speak(say func(english.Sentence) string) {
	for i, f := range c.Findings {
		if !f.Phrase.IsZero() {
			c.Findings[i].Text = say(f.Phrase)
		}
	}
}
