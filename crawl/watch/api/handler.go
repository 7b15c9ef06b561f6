package api

import (
	_ "embed"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// Description is the OpenAPI description of the API.
//
//go:embed openapi.yaml
var Description []byte

// Prefix of all routes. A change that breaks clients gets another prefix.
const Prefix = "/api/v1"

// Handler serves the API.
type Handler struct {
	source  Source
	opt     Options
	mux     http.ServeMux
	streams streams
}

// Options of a Handler. The zero value takes no orders, and answers everybody.
type Options struct {
	// Who says who asks; nil: somebody who may read.
	Who     func(*http.Request) access.Person
	Audit   *access.Audit // of orders and refusals; nil: none
	Control Control       // nil: orders are refused
	Search  Search        // nil: there is none
	Asker   Asker         // of questions in SPARQL; nil: there is none
	Told    Told          // the events that pages tell of; nil: there are none
	Shifts  Shifts        // reports of shifts; nil: there are none
	// Ontologies shows the ontologies of jobs and takes what people accept; nil: they are not shown.
	Ontologies Ontologies
	Finds      Finds // nil: there is no list
	// Documents shows captured pages; nil: none can be read.
	Documents Documents
	JobsFile  JobsFile // nil: the file of jobs is neither shown nor saved
	Teacher   Teacher  // nil: marks teach nothing here
	Cluster   Cluster  // nil: no cluster is shown
	// Own says that who asks owns the process. Then an order may name the person for whom it
	// is given.
	Own     bool
	Now     func() time.Time // nil means time.Now
	Beat    time.Duration    // between two events; 0 means a second
	Streams int              // of events at a time; 0 means [defaultStreams]
	Stop    <-chan struct{}  // closed to end the streams of events
}

// New returns a Handler that answers from s.
func New(s Source, opt Options) *Handler {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Beat <= 0 {
		opt.Beat = time.Second
	}
	if opt.Who == nil {
		opt.Who = func(*http.Request) access.Person { return access.Person{Role: access.Read} }
	}
	h := &Handler{source: s, opt: opt}
	printers := new(message.Printers)
	serve := h.handlers()
	for _, r := range Routes() {
		name := r.Pattern()
		if now, ok := deprecated[name]; ok {
			name = now
		}
		f := serve[name]
		if r.Action != "" {
			f = h.order(r.Action)
		}
		h.mux.HandleFunc(r.Method+" "+Prefix+r.Path, speak(printers, h.least(r, f)))
	}
	h.mux.HandleFunc(Prefix+"/", speak(printers, h.least(Route{Path: "/", Least: access.Read}, func(w http.ResponseWriter, r *http.Request) {
		if allowed := h.methods(r); len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			Refuse(w, http.StatusMethodNotAllowed, message.Of(w).Sprintf("this route takes %s", strings.Join(allowed, ", ")))
			return
		}
		Refuse(w, http.StatusNotFound, message.Of(w).Sprintf("no such route; %s lists them", Prefix+"/openapi.yaml"))
	})))
	return h
}

// methods are those with which the path of r is a route.
func (h *Handler) methods(r *http.Request) (all []string) {
	for _, m := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut} {
		other := *r
		other.Method = m
		if _, pattern := h.mux.Handler(&other); pattern != Prefix+"/" {
			all = append(all, m)
		}
	}
	return all
}

// known answers that a list of a job is empty, or that there is no such job: the history of a job that
// the file has no more is still shown.
func known[T any](h *Handler, r *http.Request, all []T, err error) ([]T, error) {
	all, err = list(all, err)
	if err == nil && len(all) == 0 {
		err = h.isJob(r)
	}
	return all, err
}

// isJob returns an error if r names a job that there is not.
func (h *Handler) isJob(r *http.Request) error {
	name := r.PathValue("job")
	if name == "" {
		return nil
	}
	d, err := h.source.Daemon(r.Context())
	if err == nil && !slices.ContainsFunc(d.Jobs, func(j Job) bool { return j.Name == name }) {
		err = english.Errorf("job %q: %w", name, monitor.ErrNotFound)
	}
	return err
}

// handlers returns the handlers that answer the questions of [Routes].
func (h *Handler) handlers() map[string]http.HandlerFunc {
	s := h.source
	return map[string]http.HandlerFunc{
		"GET /openapi.yaml":               h.describe,
		"GET /me":                         answer(h.me),
		"GET /daemon":                     answer(h.daemon),
		"GET /runs":                       paged(h, s.Runs),
		"GET /stories":                    paged(h, s.Stories),
		"GET /notifications":              answer(h.notifications),
		"GET /events":                     h.events,
		"GET /jobs/{job}/runs":            paged(h, s.Runs),
		"GET /jobs/{job}/runs/{number}":   answer(h.run),
		"GET /jobs/{job}/stories":         paged(h, s.Stories),
		"GET /jobs/{job}/notifications":   answer(h.notifications),
		"GET /jobs/{job}/transitions":     answer(h.transitions),
		"GET /jobs/{job}/mentions":        answer(h.mentions),
		"GET /jobs/{job}/counts":          answer(h.counts),
		"GET /sources":                    answer(h.sources),
		"GET /jobs/{job}/sources":         answer(h.sources),
		"GET /jobs/{job}/graph":           answer(h.graph),
		"GET /jobs/{job}/live":            answer(h.live),
		"GET /search":                     answer(h.searchPages),
		"GET /index":                      answer(h.index),
		"GET /finds":                      answer(h.finds),
		"GET /jobs/{job}/finds":           answer(h.finds),
		"GET /jobs/{job}/marks":           h.marks,
		"GET /jobs/{job}/document":        answer(h.document),
		"GET /jobs/{job}/diff":            answer(h.difference),
		"GET /jobs/{job}/original":        h.original,
		"GET /jobs/{job}/events":          answer(h.toldEvents),
		"GET /jobs/{job}/events/{event}":  answer(h.toldEvent),
		"GET /jobs/{job}/report":          h.report,
		"GET /jobs/{job}/teach":           answer(h.taught),
		"GET /jobs/{job}/questions":       answer(h.questions),
		"GET /jobs-file":                  h.readJobs,
		"POST /jobs-file/check":           h.checkJobs,
		"GET /sparql":                     h.ask,
		"POST /sparql":                    h.ask,
		"GET /jobs/{job}/ontology":        answer(h.ontology),
		"GET /cluster":                    h.cluster,
		"GET /jobs/{job}/ontology/diff":   answer(h.ontologyDiff),
		"GET /jobs/{job}/ontology/offers": h.ontologyOffers,
		"GET /jobs/{job}/ontology/copy":   h.ontologyCopy,
	}
}

// deprecated are the routes of release 0.1 with their new names.
var deprecated = map[string]string{
	"GET /desk":               "GET /daemon",
	"GET /letters":            "GET /notifications",
	"GET /jobs/{job}/letters": "GET /jobs/{job}/notifications",
	"GET /jobs/{job}/turns":   "GET /jobs/{job}/transitions",
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

func (h *Handler) daemon(r *http.Request) (Daemon, error) {
	d, err := h.source.Daemon(r.Context())
	d.Control, d.Search, d.Finds = h.opt.Control != nil, h.opt.Search != nil, h.opt.Finds != nil
	d.JobsFile, d.Teach, d.Tells = h.opt.JobsFile != nil, h.opt.Teacher != nil, h.opt.Told != nil
	d.Reports = h.opt.Shifts != nil
	d.Ontologies, d.ShowsCluster = h.opt.Ontologies != nil, h.opt.Cluster != nil
	if d.Jobs == nil {
		d.Jobs = []Job{}
	}
	if d.Notices == nil {
		d.Notices = []Notice{}
	}
	return d, err
}
