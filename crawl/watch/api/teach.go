package api

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
)

// Teacher studies what the marks of jobs teach, in the background. [teaching.Teacher] is one, and
// says which errors there are. Its methods are called concurrently.
type Teacher interface {
	State(job string) (teaching.State, error)
	Begin(job string) error
	Apply(job, model string) error
	TakeBack(job string) error
	Ask(job string, n int) ([]teaching.Question, error)
}

// taughtOrder lets a job use the model that the last study made; with "" it uses none any more.
type taughtOrder struct {
	Model string `json:"model"`
}

func teachError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", monitor.ErrNotFound, err)
	case errors.Is(err, teaching.ErrWorking), errors.Is(err, teaching.ErrNoRun), errors.Is(err, teaching.ErrNoModel), errors.Is(err, teaching.ErrNoGain):
		return &OrderError{err}
	}
	return err
}

// taught answers how it stands with what marks teach.
func (h *Handler) taught(r *http.Request) (teaching.State, error) {
	if h.opt.Teacher == nil {
		return teaching.State{}, absentf("marks teach nothing here; the run folders are elsewhere")
	}
	s, err := h.opt.Teacher.State(r.PathValue("job"))
	return s, teachError(err)
}

// The number of questions asked, by default and at most.
const (
	asked     = 10
	mostAsked = 100
)

// questions answers about which pages a mark tells most.
func (h *Handler) questions(r *http.Request) ([]teaching.Question, error) {
	if h.opt.Teacher == nil {
		return nil, absentf("marks teach nothing here; the run folders are elsewhere")
	}
	n, err := numberOf(r, "limit", asked, mostAsked)
	if err != nil {
		return nil, err
	}
	list, err := h.opt.Teacher.Ask(r.PathValue("job"), n)
	return list, teachError(err)
}

// teach orders a study of the marks.
func (h *Handler) teach(r *http.Request) (any, string, error) {
	if _, err := h.taught(r); err != nil {
		return nil, "", err
	}
	if err := h.opt.Teacher.Begin(r.PathValue("job")); err != nil {
		return nil, "", teachError(err)
	}
	s, err := h.taught(r)
	return s, "", err
}

// useTaught puts what was learned in force, or takes it back.
func (h *Handler) useTaught(r *http.Request) (any, string, error) {
	if _, err := h.taught(r); err != nil {
		return nil, "", err
	}
	o, err := read[taughtOrder](r)
	if err != nil {
		return nil, "", err
	}
	job, detail := r.PathValue("job"), "taken back"
	if o.Model == "" {
		err = h.opt.Teacher.TakeBack(job)
	} else {
		detail = "model " + o.Model
		err = h.opt.Teacher.Apply(job, o.Model)
	}
	if err != nil {
		return nil, "", teachError(err)
	}
	s, err := h.taught(r)
	return s, detail, err
}
