package api

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// Route is a route of the API with the least role that may use it.
type Route struct {
	Method, Path string
	Least        access.Role
	Action       string // name in the audit log and of what the page offers; "" for a question
}

// Pattern is the route as [http.ServeMux] and the description have it, without [Prefix].
func (r Route) Pattern() string { return r.Method + " " + r.Path }

// The actions of people, as the audit log names them. Each button of the page gives one
// of them, and is shown to who may give it.
const (
	actionRun   = "run"
	ActionPhase = "phase"
	actionIndex = "index"
	// ActionSource accepts or refuses a new source.
	ActionSource = "source"
	// ActionAddSources adds the addresses of a text as sources.
	ActionAddSources = "add-sources"
	// ActionMark says what a person thinks of a page.
	ActionMark = "mark"
	// actionEvents brings the events that the pages of a job tell of up to date.
	actionEvents = "events"
	// ActionDecide says what a person decided about an event, or a fact of it.
	ActionDecide = "decide"
	// ActionPause pauses a job, or lets it go on.
	ActionPause  = "pause"
	ActionResume = "resume"
	// actionStop ends the present run of a job.
	actionStop = "stop"
	// actionTestAlert sends a test message to receivers, or shows it.
	actionTestAlert = "test-alert"
	// actionSave saves the file of jobs.
	actionSave = "save-jobs"
	// actionTeach studies the marks of a job, and actionTaught lets the job use what was
	// learned, or takes it back.
	actionTeach  = "teach"
	actionTaught = "taught"
	// actionOffers makes the offers for the ontology of a job, ActionAccept adds some to its file, and
	// ActionRefuse remembers those that are not wanted.
	actionOffers = "offers"
	ActionAccept = "accept"
	ActionRefuse = "refuse"
	// Orders to the cluster that is shown.
	actionPauseCluster  = "cluster-pause"
	actionResumeCluster = "cluster-resume"
	actionStopCluster   = "cluster-stop"
	actionDrainNode     = "cluster-drain"
)

// Routes is the table of all routes and of what each needs. A route that is not in it
// is not served. TestRoles holds the description to it.
func Routes() []Route {
	return []Route{
		{"GET", "/openapi.yaml", access.Read, ""},
		{"GET", "/me", access.Read, ""},
		{"GET", "/daemon", access.Read, ""},
		{"GET", "/runs", access.Read, ""},
		{"GET", "/stories", access.Read, ""},
		{"GET", "/notifications", access.Read, ""},
		{"GET", "/events", access.Read, ""},
		{"GET", "/jobs/{job}/runs", access.Read, ""},
		{"GET", "/jobs/{job}/runs/{number}", access.Read, ""},
		{"GET", "/jobs/{job}/stories", access.Read, ""},
		{"GET", "/jobs/{job}/notifications", access.Read, ""},
		{"GET", "/jobs/{job}/transitions", access.Read, ""},
		{"GET", "/jobs/{job}/mentions", access.Read, ""},
		{"GET", "/jobs/{job}/counts", access.Read, ""},
		{"GET", "/sources", access.Read, ""},
		{"GET", "/jobs/{job}/sources", access.Read, ""},
		{"GET", "/jobs/{job}/graph", access.Read, ""},
		{"GET", "/jobs/{job}/live", access.Read, ""},
		{"GET", "/jobs/{job}/events", access.Read, ""},
		{"GET", "/jobs/{job}/events/{event}", access.Read, ""},
		{"GET", "/jobs/{job}/report", access.Read, ""},
		{"GET", "/jobs/{job}/ontology", access.Read, ""},
		{"GET", "/jobs/{job}/ontology/diff", access.Read, ""},
		{"GET", "/jobs/{job}/ontology/offers", access.Read, ""},
		{"GET", "/jobs/{job}/ontology/copy", access.Read, ""},
		{"GET", "/search", access.Read, ""},
		{"GET", "/index", access.Read, ""},
		{"GET", "/finds", access.Read, ""},
		{"GET", "/jobs/{job}/finds", access.Read, ""},
		{"GET", "/jobs/{job}/marks", access.Read, ""},
		{"GET", "/jobs/{job}/document", access.Read, ""},
		{"GET", "/jobs/{job}/diff", access.Read, ""},
		{"GET", "/jobs/{job}/original", access.Read, ""},
		// A question in SPARQL changes nothing, however it is sent.
		{"GET", "/sparql", access.Read, ""},
		{"POST", "/sparql", access.Read, ""},
		{"POST", "/jobs/{job}/runs", access.Run, actionRun},
		{"POST", "/index", access.Run, actionIndex},
		{"PUT", "/jobs/{job}/marks", access.Run, ActionMark},
		{"POST", "/jobs/{job}/events", access.Run, actionEvents},
		{"POST", "/jobs/{job}/events/{event}", access.Run, ActionDecide},
		{"GET", "/jobs/{job}/teach", access.Read, ""},
		{"GET", "/jobs/{job}/questions", access.Read, ""},
		{"POST", "/jobs/{job}/teach", access.Run, actionTeach},
		{"POST", "/jobs/{job}/stop", access.Run, actionStop},
		{"POST", "/jobs/{job}/ontology/offers", access.Run, actionOffers},
		{"POST", "/jobs/{job}/ontology/refused", access.Run, ActionRefuse},
		{"GET", "/cluster", access.Read, ""},
		{"POST", "/cluster/pause", access.Run, actionPauseCluster},
		{"POST", "/cluster/resume", access.Run, actionResumeCluster},
		{"POST", "/cluster/stop", access.Run, actionStopCluster},
		{"POST", "/cluster/drain", access.Run, actionDrainNode},
		// What is accepted is written to the file of the ontology, and judges all pages from then on.
		{"POST", "/jobs/{job}/ontology/accepted", access.Admin, ActionAccept},
		// A phase changes what is fetched how often, and whom alerts wake at night.
		{"POST", "/jobs/{job}/phase", access.Admin, ActionPhase},
		// What a person decides about a source changes what is fetched, too.
		{"POST", "/jobs/{job}/sources", access.Admin, ActionSource},
		{"POST", "/jobs/{job}/sources/added", access.Admin, ActionAddSources},
		// So does what follows. The file of jobs names receivers, folders and accounts, so it is
		// shown to who may change it.
		{"POST", "/jobs/{job}/pause", access.Admin, ActionPause},
		{"POST", "/jobs/{job}/resume", access.Admin, ActionResume},
		{"POST", "/jobs/{job}/test-alert", access.Admin, actionTestAlert},
		{"POST", "/jobs/{job}/taught", access.Admin, actionTaught},
		{"GET", "/jobs-file", access.Admin, ""},
		{"POST", "/jobs-file/check", access.Admin, ""},
		{"PUT", "/jobs-file", access.Admin, actionSave},
		// Of release 0.1; each is answered like its new name until the next release.
		{"GET", "/desk", access.Read, ""},
		{"GET", "/letters", access.Read, ""},
		{"GET", "/jobs/{job}/letters", access.Read, ""},
		{"GET", "/jobs/{job}/turns", access.Read, ""},
	}
}

// Me says who asks, and what they may do.
type Me struct {
	Name string      `json:"name"`
	Role access.Role `json:"role"`
	May  []string    `json:"may"` // actions
}

func (h *Handler) me(r *http.Request) (Me, error) {
	p := h.opt.Who(r)
	m := Me{Name: p.Name, Role: p.Role, May: []string{}}
	for _, route := range Routes() {
		if route.Action != "" && p.May(route.Least) && !slices.Contains(m.May, route.Action) {
			m.May = append(m.May, route.Action)
		}
	}
	return m, nil
}

// least lets only those through to next who have the role of the route.
func (h *Handler) least(route Route, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := h.opt.Who(r)
		if p.May(route.Least) {
			next(w, r)
			return
		}
		action := route.Action
		if action == "" {
			action = route.Pattern()
		}
		h.opt.Audit.Note(p, action, r.PathValue("job"), access.Refused, fmt.Sprintf("needs the role %v", route.Least)) // not translated: the audit log
		Refuse(w, http.StatusForbidden, message.Of(w).Sprintf("this needs the role %v; %v", route.Least, standing(p)))
	}
}

func standing(p access.Person) english.Phrase {
	if p.Role == access.Nobody {
		return english.Phrasef("you have none")
	}
	return english.Phrasef("you have %v", p.Role)
}
