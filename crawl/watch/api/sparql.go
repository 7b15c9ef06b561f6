package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// Asker answers questions in SPARQL about the run of a job. job may be "" if there is one only; an unknown one is
// monitor.ErrNotFound.
type Asker interface {
	Ask(ctx context.Context, job, question string) (*sparql.Result, error)
}

// A resultForm is a form of answers, and what writes it.
type resultForm struct {
	kind  string
	write func(*sparql.Result, io.Writer) error
}

// resultForms are the forms of an answer, the default first.
func resultForms(of sparql.Kind) []resultForm {
	if of == sparql.Construct {
		return []resultForm{
			{"text/turtle", func(r *sparql.Result, w io.Writer) error {
				return turtle.Encode(w, r.Triples, rdfio.EncodeOptions{})
			}},
			{"application/n-triples", func(r *sparql.Result, w io.Writer) error {
				return ntriples.Encode(w, r.Triples, rdfio.EncodeOptions{})
			}},
		}
	}
	forms := []resultForm{{"application/sparql-results+json", (*sparql.Result).JSON}, {"application/json", (*sparql.Result).JSON},
		{"application/sparql-results+xml", (*sparql.Result).XML}, {"application/xml", (*sparql.Result).XML}}
	if of == sparql.Select {
		forms = append(forms, resultForm{"text/csv", (*sparql.Result).CSV}, resultForm{"text/tab-separated-values", (*sparql.Result).TSV})
	}
	return forms
}

// answerTime is how long a client may take to read an answer.
const answerTime = 30 * time.Second

// ask answers a question (SPARQL 1.1 Protocol, section 2.1).
func (h *Handler) ask(w http.ResponseWriter, r *http.Request) {
	if h.opt.Asker == nil {
		fail(w, absentf("no questions are answered here; ontocrawl serve answers them"))
		return
	}
	text, status, err := questionOf(r)
	if err != nil {
		Refuse(w, status, message.Of(w).Error(err))
		return
	}
	rc := http.NewResponseController(w) // a question has a limit of its own, not the connection's
	rc.SetReadDeadline(time.Time{})     //nolint:errcheck // a recorder of tests has none
	rc.SetWriteDeadline(time.Time{})    //nolint:errcheck // likewise
	res, err := h.opt.Asker.Ask(r.Context(), r.URL.Query().Get("job"), text)
	rc.SetWriteDeadline(time.Now().Add(answerTime)) //nolint:errcheck // likewise
	var wrong *sparql.SyntaxError
	switch {
	case errors.As(err, &wrong), errors.Is(err, sparql.ErrRows), errors.Is(err, sparql.ErrSolutions), errors.Is(err, sparql.ErrText), errors.Is(err, sparql.ErrWork), errors.Is(err, sparql.ErrSize):
		Refuse(w, http.StatusBadRequest, message.Of(w).Error(err))
	case errors.Is(err, context.DeadlineExceeded):
		Refuse(w, http.StatusServiceUnavailable, message.Of(w).Text("the question took too long (query-max-time)"))
	case err != nil:
		fail(w, err)
	default:
		respond(w, r, res)
	}
}

// questionOf takes the question from a request; else the status that says why there is none.
func questionOf(r *http.Request) (text string, status int, err error) {
	values := r.URL.Query()
	if r.Method == http.MethodPost {
		r.Body = http.MaxBytesReader(nil, r.Body, 4*sparql.LongestQuery)
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) //nolint:errcheck // no kind is none of those
		switch kind {
		case "application/sparql-query":
			b, err := io.ReadAll(r.Body)
			return string(b), http.StatusBadRequest, err
		case "application/x-www-form-urlencoded":
			if err := r.ParseForm(); err != nil {
				return "", http.StatusBadRequest, err
			}
			values = r.Form
		default:
			return "", http.StatusUnsupportedMediaType, badf("a question is sent as application/sparql-query or application/x-www-form-urlencoded")
		}
	}
	if values.Has("default-graph-uri") || values.Has("named-graph-uri") || values.Has("update") {
		return "", http.StatusBadRequest, badf("the graphs cannot be chosen or changed; choose one with GRAPH in the question")
	}
	if len(values["query"]) != 1 {
		return "", http.StatusBadRequest, badf("there are %d questions; send one as query=", len(values["query"]))
	}
	return values.Get("query"), 0, nil
}

// respond writes the answer in the form that the client likes best.
func respond(w http.ResponseWriter, r *http.Request, res *sparql.Result) {
	form, ok := negotiate(r.Header.Values("Accept"), resultForms(res.Kind))
	if !ok {
		Refuse(w, http.StatusNotAcceptable, message.Of(w).Text("this answer has none of the forms that Accept names"))
		return
	}
	var b bytes.Buffer
	if err := form.write(res, &b); err != nil {
		fail(w, err)
		return
	}
	kind := form.kind
	if strings.HasPrefix(kind, "text/") {
		kind += "; charset=utf-8"
	}
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Cache-Control", "no-store")
	header.Set("Vary", "Accept")
	header.Set("X-Content-Type-Options", "nosniff")
	w.Write(b.Bytes()) //nolint:errcheck // the client is gone
}

// negotiate chooses the form of the highest quality (RFC 9110, section 12.5.1); of equal ones the first. A
// form is as good as the most exact range that names it.
func negotiate(accept []string, forms []resultForm) (best resultForm, ok bool) {
	all := strings.Join(accept, ",")
	if strings.TrimSpace(all) == "" {
		return forms[0], true
	}
	most := 0.0
	for _, f := range forms {
		quality, exact := 0.0, 0
		for part := range strings.SplitSeq(all, ",") {
			kind, params, err := mime.ParseMediaType(part)
			if err != nil {
				continue
			}
			q := 1.0
			if s, has := params["q"]; has {
				if q, err = strconv.ParseFloat(s, 64); err != nil {
					continue
				}
			}
			if e := matches(kind, f.kind); e > exact {
				quality, exact = q, e
			}
		}
		if quality > most {
			best, most, ok = f, quality, true
		}
	}
	return best, ok
}

// matches says how exactly a media range names a kind: 0 not at all, 3 by its name.
func matches(of, kind string) int {
	major, _, _ := strings.Cut(kind, "/")
	switch of {
	case kind:
		return 3
	case major + "/*":
		return 2
	case "*/*":
		return 1
	}
	return 0
}
