package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// maxOrderBytes bounds the body of an order, of marks maxMarksBytes.
const (
	maxOrderBytes = 16 << 10
	maxMarksBytes = 1 << 20
)

// ordered is the answer to a request for a run.
type ordered struct {
	Due time.Time `json:"due"` // of the run
}

// phaseOrder holds a job in a phase.
type phaseOrder struct {
	Phase  string `json:"phase"`
	For    string `json:"for"` // a duration: "12h"
	Reason string `json:"reason,omitempty"`
}

// order makes the handler of an action. Another site's form cannot send
// application/json without a CORS request, which is never allowed here. Together with
// the checks of package serve, no page can give an order in a user's name.
func (h *Handler) order(action string) http.HandlerFunc {
	do := map[string]func(*http.Request) (v any, detail string, err error){
		actionRun: h.runNow, ActionPhase: h.setPhase, actionIndex: h.build, ActionSource: h.decide, ActionAddSources: h.addSources, ActionMark: h.mark,
		actionEvents: h.readEvents, ActionDecide: h.decideEvent, ActionPause: h.pause, ActionResume: h.resume, actionStop: h.stop, actionTestAlert: h.testAlert,
		actionSave: h.saveJobs, actionTeach: h.teach, actionTaught: h.useTaught,
		actionOffers: h.learnOffers, ActionAccept: h.acceptOffers, ActionRefuse: h.refuseOffers,
		actionPauseCluster: h.steerCluster(Cluster.Pause), actionResumeCluster: h.steerCluster(Cluster.Resume), actionStopCluster: h.steerCluster(Cluster.Stop), actionDrainNode: h.drain,
	}[action]
	return func(w http.ResponseWriter, r *http.Request) {
		if !isJSON(r) {
			h.opt.Audit.Note(h.opt.Who(r), action, r.PathValue("job"), access.Refused, "not sent as application/json")
			Refuse(w, http.StatusUnsupportedMediaType, message.Of(w).Text("an order is sent as application/json"))
			return
		}
		most := int64(maxOrderBytes)
		switch action {
		case ActionMark, ActionAccept, ActionRefuse:
			most = maxMarksBytes
		case ActionAddSources:
			most = maxAddBytes
		case actionSave:
			most = maxJobsBytes
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		var v any
		var detail string
		var err error
		if bare(action) {
			_, err = read[struct{}](r)
		}
		if err == nil {
			v, detail, err = do(r)
		}
		if err != nil {
			h.opt.Audit.Note(h.opt.Who(r), action, r.PathValue("job"), access.Failed, err.Error())
			fail(w, err)
			return
		}
		h.opt.Audit.Note(h.opt.Who(r), action, r.PathValue("job"), access.Done, detail)
		reply(w, http.StatusAccepted, "application/json", v)
	}
}

// isJSON reports whether the body of r is sent as JSON, which no form of another site can do.
func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// read reads the body of an order: one value, without fields that it does not know, without null, and with each field
// that has no omitempty.
func read[T any](r *http.Request) (o T, err error) {
	b, err := io.ReadAll(r.Body)
	if err == nil {
		err = noNull(b)
	}
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		err = d.Decode(&o)
	}
	if err == nil {
		err = lacks(b, reflect.TypeFor[T]())
	}
	if err != nil {
		return o, badf("the order cannot be read: %w", err)
	}
	return o, nil
}

// lacks names a field that the value b of a type must have and has not: of a struct, or of one in it.
func lacks(b []byte, of reflect.Type) error {
	switch {
	case of.Kind() == reflect.Pointer:
		return lacks(b, of.Elem())
	case reflect.PointerTo(of).Implements(reflect.TypeFor[json.Unmarshaler]()):
		return nil
	case of.Kind() == reflect.Slice && of.Elem().Kind() != reflect.Uint8:
		var all []json.RawMessage
		err := json.Unmarshal(b, &all)
		for _, one := range all {
			err = cmp.Or(err, lacks(one, of.Elem()))
		}
		return err
	case of.Kind() != reflect.Struct:
		return nil
	}
	var have map[string]json.RawMessage
	err := json.Unmarshal(b, &have)
	for i := range of.NumField() {
		name, options, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		value, ok := have[name]
		switch {
		case ok:
			err = cmp.Or(err, lacks(value, of.Field(i).Type))
		case options == "":
			err = cmp.Or(err, english.Errorf("%q is missing", name))
		}
	}
	return err
}

// noNull refuses null, which encoding/json takes for whatever a field has already, and what follows the value.
func noNull(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	for depth := 0; ; {
		switch t, err := d.Token(); {
		case err != nil:
			return err
		case t == nil:
			return english.Errorf("null is no value here")
		case t == json.Delim('{') || t == json.Delim('['):
			depth++
		case t == json.Delim('}') || t == json.Delim(']'):
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if len(bytes.TrimSpace(b[d.InputOffset():])) > 0 {
		return english.Errorf("something follows the order")
	}
	return nil
}

// bare reports whether an order of the action has no details.
func bare(action string) bool {
	switch action {
	case actionRun, actionIndex, actionEvents, ActionResume, actionStop, actionTeach, actionOffers, actionPauseCluster, actionResumeCluster, actionStopCluster:
		return true
	}
	return false
}

func (h *Handler) controlled() error {
	if h.opt.Control == nil {
		return absentf("nothing that takes orders runs here; start ontocrawl watch")
	}
	return nil
}

func (h *Handler) runNow(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	due, err := h.opt.Control.RunNow(r.PathValue("job"))
	return ordered{due}, "", err
}

func (h *Handler) setPhase(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	o, err := read[phaseOrder](r)
	if err != nil {
		return nil, "", err
	}
	p, err := monitor.ParsePhase(o.Phase)
	if err != nil {
		return nil, "", badRequest{err}
	}
	long, err := time.ParseDuration(o.For)
	if err != nil || long <= 0 {
		return nil, "", badf("for=%q is no duration; 12h is twelve hours", o.For)
	}
	job := r.PathValue("job")
	if err := h.opt.Control.SetPhase(job, p, long, o.Reason); err != nil {
		return nil, "", err
	}
	now, err := list(h.source.Transitions(job, 1))
	detail := fmt.Sprintf("%v for %v", p, long)
	if o.Reason != "" {
		detail += ": " + o.Reason
	}
	return now, detail, err
}

func (h *Handler) searchable() error {
	if h.opt.Search == nil {
		return absentf("there is no search here")
	}
	return nil
}

func (h *Handler) searchPages(r *http.Request) ([]Hit, error) {
	if err := h.searchable(); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	if q.Get("q") == "" {
		return nil, badf("q is missing: what is searched for")
	}
	n, err := numberOf(r, "limit", 20, 200)
	if err != nil {
		return nil, err
	}
	hits, err := list(h.opt.Search.Search(r.Context(), q.Get("q"), q.Get("job"), n))
	if errors.Is(err, library.ErrNoIndex) { // nothing is found yet; /index says how far it is
		err = nil
	}
	return hits, err
}

func (h *Handler) index(*http.Request) (Index, error) {
	if err := h.searchable(); err != nil {
		return Index{}, err
	}
	return h.opt.Search.Index(), nil
}

func (h *Handler) build(*http.Request) (any, string, error) {
	if err := h.searchable(); err != nil {
		return nil, "", err
	}
	if err := h.opt.Search.Build(); err != nil {
		return nil, "", err
	}
	return h.opt.Search.Index(), "", nil
}
