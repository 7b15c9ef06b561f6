package api

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Ontologies shows the ontologies of jobs, and changes them as people accept offers. A [jobontology.Bench] is one; its
// methods say what each returns. They are called concurrently.
type Ontologies interface {
	View(ctx context.Context, job, lang string) (*jobontology.View, error)
	Compare(ctx context.Context, job string, from, to int) (*jobontology.Comparison, error)
	Offers(ctx context.Context, job string) (*jobontology.Offers, error)
	Learn(ctx context.Context, job string) error
	Accept(ctx context.Context, job, version, by string, picks []jobontology.Pick) (*jobontology.Changed, error)
	Copy(ctx context.Context, job, version string, picks []jobontology.Pick) (name string, text []byte, err error)
	Refuse(ctx context.Context, job, by string, ids []string, again bool) error
}

// acceptOrder accepts offers. The field If-Match of the request holds the version of the offers.
type acceptOrder struct {
	Offers []jobontology.Pick `json:"offers"`
}

// refuseOrder refuses offers, or takes that back.
type refuseOrder struct {
	Offers []string `json:"offers"`          // their IDs
	Again  bool     `json:"again,omitempty"` // they may be offered again
}

// statusError is an error with its status.
type statusError struct {
	status int
	err    error
}

func (e statusError) Error() string { return e.err.Error() }
func (e statusError) Unwrap() error { return e.err }

// ontologyError gives an error of [Ontologies] its status.
func ontologyError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jobontology.ErrNoJob):
		return fmt.Errorf("%w: %w", monitor.ErrNotFound, err)
	case errors.Is(err, versions.ErrNoText):
		return statusError{http.StatusNotFound, err}
	case errors.Is(err, atomicfile.ErrChanged):
		return statusError{http.StatusPreconditionFailed, err}
	case errors.Is(err, jobontology.ErrWorking), errors.Is(err, jobontology.ErrReadOnly), errors.Is(err, jobontology.ErrNone), errors.Is(err, atomicfile.ErrBusy):
		return statusError{http.StatusConflict, err}
	}
	return badRequest{err}
}

func (h *Handler) ontologies() (Ontologies, error) {
	if h.opt.Ontologies == nil {
		return nil, statusError{http.StatusNotFound, english.Errorf("ontologies are not shown here; ontocrawl watch --listen and ontocrawl serve show them")}
	}
	return h.opt.Ontologies, nil
}

// ontology answers what is known of the ontology of a job.
func (h *Handler) ontology(r *http.Request) (*jobontology.View, error) {
	o, err := h.ontologies()
	if err != nil {
		return nil, err
	}
	v, err := o.View(r.Context(), r.PathValue("job"), r.URL.Query().Get("lang"))
	return v, ontologyError(err)
}

// ontologyDiff answers how two versions differ: by itself the one in force, and the file as it is now.
func (h *Handler) ontologyDiff(r *http.Request) (*jobontology.Comparison, error) {
	o, err := h.ontologies()
	if err != nil {
		return nil, err
	}
	from, err := versionOf(r, "from")
	if err != nil {
		return nil, err
	}
	to, err := versionOf(r, "to")
	if err != nil {
		return nil, err
	}
	if from == 0 && !r.URL.Query().Has("from") {
		v, err := o.View(r.Context(), r.PathValue("job"), "")
		if err != nil {
			return nil, ontologyError(err)
		}
		from = v.InForce
	}
	c, err := o.Compare(r.Context(), r.PathValue("job"), from, to)
	return c, ontologyError(err)
}

// versionOf reads the number of a version; 0 if it is missing.
func versionOf(r *http.Request, name string) (int, error) {
	s := r.URL.Query().Get(name)
	if !r.URL.Query().Has(name) {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, badf("%s=%q is no number of a version, and not 0 for the file as it is now", name, s)
	}
	return n, nil
}

// ontologyOffers answers what the pages of a job offer. The field ETag holds the version of the ontology that they were
// made from.
func (h *Handler) ontologyOffers(w http.ResponseWriter, r *http.Request) {
	o, err := h.ontologies()
	var all *jobontology.Offers
	if err == nil {
		all, err = o.Offers(r.Context(), r.PathValue("job"))
		err = ontologyError(err)
	}
	if err != nil {
		fail(w, err)
		return
	}
	if all.Version != "" {
		w.Header().Set("ETag", `"`+all.Version+`"`)
	}
	reply(w, http.StatusOK, "application/json", all)
}

// ontologyCopy answers the ontology of a job as a file, with the offers of the query added.
func (h *Handler) ontologyCopy(w http.ResponseWriter, r *http.Request) {
	o, err := h.ontologies()
	var name string
	var text []byte
	if err == nil {
		q := r.URL.Query()
		var picks []jobontology.Pick
		for _, offer := range q["offer"] { // ID, or ID:AS, or ID:AS:IRI
			p := append(strings.SplitN(offer, ":", 3), "", "")
			picks = append(picks, jobontology.Pick{ID: p[0], As: p[1], IRI: p[2]})
		}
		name, text, err = o.Copy(r.Context(), r.PathValue("job"), q.Get("version"), picks)
		err = ontologyError(err)
	}
	if err != nil {
		fail(w, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.Write(text) //nolint:errcheck // the client is gone
}

// learnOffers orders that the offers of a job are made, in the background.
func (h *Handler) learnOffers(r *http.Request) (any, string, error) {
	o, err := h.ontologies()
	if err != nil {
		return nil, "", err
	}
	if err := o.Learn(r.Context(), r.PathValue("job")); err != nil {
		return nil, "", ontologyError(err)
	}
	all, err := o.Offers(r.Context(), r.PathValue("job"))
	return all, "", ontologyError(err)
}

// acceptOffers adds offers to the ontology of a job.
func (h *Handler) acceptOffers(r *http.Request) (any, string, error) {
	o, err := h.ontologies()
	if err != nil {
		return nil, "", err
	}
	version, err := ifMatch(r)
	if err != nil {
		return nil, "", err
	}
	order, err := read[acceptOrder](r)
	if err != nil {
		return nil, "", err
	}
	did, err := o.Accept(r.Context(), r.PathValue("job"), version, h.opt.Who(r).Name, order.Offers)
	if err != nil {
		return nil, "", ontologyError(err)
	}
	return did, fmt.Sprintf("%s: %s; now %.8s, was %.8s", did.Name, listed(did.Added), did.Version, version), nil
}

// listed are names for the audit log, the first of many.
func listed(names []string) string {
	const most = 20
	text := strings.Join(names[:min(most, len(names))], ", ")
	if n := len(names) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// refuseOffers remembers that offers are not wanted.
func (h *Handler) refuseOffers(r *http.Request) (any, string, error) {
	o, err := h.ontologies()
	if err != nil {
		return nil, "", err
	}
	order, err := read[refuseOrder](r)
	if err != nil {
		return nil, "", err
	}
	job := r.PathValue("job")
	if err := o.Refuse(r.Context(), job, h.opt.Who(r).Name, order.Offers, order.Again); err != nil {
		return nil, "", ontologyError(err)
	}
	all, err := o.Offers(r.Context(), job)
	if err != nil {
		return nil, "", ontologyError(err)
	}
	var names []string
	for i := range all.Offers {
		if slices.Contains(order.Offers, all.Offers[i].ID) {
			names = append(names, all.Offers[i].Name.Name)
		}
	}
	if order.Again {
		return all, "to be offered again: " + listed(names), nil
	}
	return all, "refused: " + listed(names), nil
}

// ifMatch returns the one entity tag of the field If-Match (RFC 9110, section 13.1.1). An order without it could undo what
// somebody else saved (RFC 6585, section 3).
func ifMatch(r *http.Request) (string, error) {
	tag := strings.TrimSpace(r.Header.Get("If-Match"))
	if tag == "" {
		return "", statusError{http.StatusPreconditionRequired, english.Errorf("the field If-Match is missing: the version of the offers, which is their ETag")}
	}
	version, err := strconv.Unquote(tag)
	if err != nil || version == "" {
		return "", badf("If-Match: %s is not one entity tag in quotes", tag)
	}
	return version, nil
}
