package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// JobsFile is the file of jobs, which people edit. Its methods are called concurrently.
// [jobedit.File] is one, and says which errors there are.
type JobsFile interface {
	Read(ctx context.Context) (jobedit.State, error)
	Check(ctx context.Context, text string) (jobfile.Checked, error)
	Save(ctx context.Context, text, version string) (jobedit.State, error)
	// Try tries a rule of a job of the text on the finds of the last week.
	Try(ctx context.Context, text, job, rule string) (*trial.Report, error)
}

// jobsText is a text that is checked, or saved, as the file of jobs.
type jobsText struct {
	Text string   `json:"text"`
	Try  *tryRule `json:"try,omitempty"` // of a check: a rule that is tried
}

type tryRule struct {
	Job  string `json:"job"`
	Rule string `json:"rule"`
}

// checkedJobs is a text that was checked, with the trial of a rule.
type checkedJobs struct {
	jobfile.Checked
	Tried *trial.Report `json:"tried,omitempty"`
}

// maxJobsBytes bounds the body of an order with a file of jobs: in JSON, a byte may take six.
const maxJobsBytes = 6*jobedit.MaxText + 1024

var errNoJobsFile = absentf("there is no file of jobs to edit here")

// jobsProblem is the answer to a save that is refused: why, and what is needed to go on.
type jobsProblem struct {
	problem
	Now   *jobedit.State   `json:"now,omitempty"`  // the file as it is, if it was changed in the meantime
	Diff  string           `json:"diff,omitempty"` // from it to the text
	Check *jobfile.Checked `json:"check,omitempty"`
}

// failJobs answers an error about the file of jobs, if err is one.
func failJobs(w http.ResponseWriter, err error) bool {
	var conflict *jobedit.ConflictError
	var invalid *jobedit.InvalidError
	var failed *jobedit.SaveError
	p := jobsProblem{}
	switch {
	case errors.As(err, &conflict):
		p.Status, p.Now, p.Diff = http.StatusPreconditionFailed, &conflict.State, conflict.Diff
	case errors.As(err, &invalid):
		p.Status, p.Check = http.StatusUnprocessableEntity, &invalid.Checked
	case errors.Is(err, jobedit.ErrTooLarge):
		p.Status = http.StatusRequestEntityTooLarge
	case errors.As(err, &failed):
		p.Status = http.StatusInsufficientStorage
	default:
		return false
	}
	p.Title, p.Detail = http.StatusText(p.Status), err.Error()
	reply(w, p.Status, "application/problem+json", p)
	return true
}

// entityTag is a version as HTTP has it (RFC 9110, section 8.8.3).
func entityTag(version string) string { return `"` + version + `"` }

func (h *Handler) readJobs(w http.ResponseWriter, r *http.Request) {
	if h.opt.JobsFile == nil {
		fail(w, errNoJobsFile)
		return
	}
	s, err := h.opt.JobsFile.Read(r.Context())
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("ETag", entityTag(s.Version))
	reply(w, http.StatusOK, "application/json", s)
}

// checkJobs checks a text. It changes nothing, so it stands in no log.
func (h *Handler) checkJobs(w http.ResponseWriter, r *http.Request) {
	switch {
	case h.opt.JobsFile == nil:
		fail(w, errNoJobsFile)
		return
	case !isJSON(r):
		Refuse(w, http.StatusUnsupportedMediaType, "a text is sent as application/json")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxJobsBytes)
	o, err := read[jobsText](r)
	if err != nil {
		fail(w, err)
		return
	}
	var c checkedJobs
	c.Checked, err = h.opt.JobsFile.Check(r.Context(), o.Text)
	if err == nil && c.Valid && o.Try != nil {
		c.Tried, err = h.opt.JobsFile.Try(r.Context(), o.Text, o.Try.Job, o.Try.Rule)
	}
	if err != nil {
		fail(w, err)
		return
	}
	if lang := r.URL.Query().Get("lang"); lang != "" {
		c.Speak(message.New(lang).Say)
	}
	reply(w, http.StatusOK, "application/json", c)
}

// saveJobs saves the file of jobs, if it still is the one that If-Match names (RFC 9110,
// section 13.1.1).
func (h *Handler) saveJobs(r *http.Request) (any, string, error) {
	if h.opt.JobsFile == nil {
		return nil, "", errNoJobsFile
	}
	tag := r.Header.Get("If-Match")
	version, ok := strings.CutPrefix(tag, `"`)
	version, end := strings.CutSuffix(version, `"`)
	if !ok || !end || version == "" || strings.Contains(version, `"`) {
		return nil, "", badf("If-Match=%.100q is no version of the file; send the ETag that GET %s/jobs-file gave", tag, Prefix)
	}
	o, err := read[jobsText](r)
	if err != nil {
		return nil, "", err
	}
	s, err := h.opt.JobsFile.Save(r.Context(), o.Text, version)
	if err != nil {
		return nil, "", err
	}
	return s, fmt.Sprintf("version %.12s instead of %.12s", s.Version, version), nil // not translated: the audit log keeps it
}

// refusedSave is the error of a save that a daemon refused.
func refusedSave(status int, d *json.Decoder) error {
	p := jobsProblem{problem: problem{Detail: http.StatusText(status)}}
	if err := d.Decode(&p); err != nil {
		return english.Errorf("api: the daemon answered %d", status)
	}
	switch {
	case p.Now != nil:
		return &jobedit.ConflictError{State: *p.Now, Diff: p.Diff}
	case p.Check != nil:
		return &jobedit.InvalidError{Checked: *p.Check}
	case status == http.StatusRequestEntityTooLarge:
		return &refused{p.Detail, jobedit.ErrTooLarge}
	case status == http.StatusInsufficientStorage:
		return &jobedit.SaveError{Err: errors.New(p.Detail)}
	}
	return refusedAs(status, p.problem)
}
