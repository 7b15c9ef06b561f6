package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// problem is an error of the API (RFC 9457, application/problem+json, in its smallest
// form).
type problem struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
}

// badRequest is an error of the client.
type badRequest struct{ err error }

func (b badRequest) Error() string { return b.err.Error() }
func (b badRequest) Unwrap() error { return b.err }

func badf(format string, args ...any) error { return badRequest{english.Errorf(format, args...)} }

// absentf is the error of a route for which this process has nothing.
func absentf(format string, args ...any) error {
	return statusError{http.StatusNotFound, english.Errorf(format, args...)}
}

// answer makes a handler of a function that returns the answer.
func answer[T any](f func(*http.Request) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := f(r)
		if err != nil {
			fail(w, err)
			return
		}
		reply(w, http.StatusOK, "application/json", v)
	}
}

func reply(w http.ResponseWriter, status int, kind string, v any) {
	b, err := json.Marshal(v)
	if err != nil { // a number that JSON cannot write
		status, kind = http.StatusInternalServerError, "application/problem+json"
		b = []byte(`{"status":500,"title":"Internal Server Error","detail":"the answer cannot be written"}`)
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(append(rundir.Escape(b), '\n')) //nolint:errcheck // the client is gone
}

func fail(w http.ResponseWriter, err error) {
	if failJobs(w, err) {
		return
	}
	status := http.StatusInternalServerError
	var large *http.MaxBytesError
	var order *OrderError
	var bad badRequest
	var gone missing
	var coded statusError
	switch {
	case errors.As(err, &large):
		status = http.StatusRequestEntityTooLarge
	case errors.As(err, &order):
		status = http.StatusConflict
	case errors.As(err, &coded):
		status = coded.status
	case errors.As(err, &gone):
		status = http.StatusNotFound
	case errors.As(err, &bad):
		status = http.StatusBadRequest
	case errors.Is(err, monitor.ErrNotFound):
		status = http.StatusNotFound
	case errors.Is(err, monitor.ErrClaimed):
		status = http.StatusConflict
	}
	Refuse(w, status, message.Of(w).Error(err))
}

// Refuse answers with an error of the API (RFC 9457).
func Refuse(w http.ResponseWriter, status int, detail string) {
	reply(w, status, "application/problem+json", problem{status, http.StatusText(status), detail})
}

// timeOf reads a time of the query; the zero time if it is missing.
func timeOf(r *http.Request, name string) (time.Time, error) {
	s := r.URL.Query().Get(name)
	if !r.URL.Query().Has(name) {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}, badf("%s=%q is no time; it is written 2026-07-25T08:00:00+08:00", name, s)
	}
	return t, nil
}

// numberOf reads a number of the query between 1 and most; normal if it is missing.
func numberOf(r *http.Request, name string, normal, most int) (int, error) {
	s := r.URL.Query().Get(name)
	if !r.URL.Query().Has(name) {
		return normal, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > most {
		return 0, badf("%s=%q is no number from 1 to %d", name, s, most)
	}
	return n, nil
}
