package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/message"
)

// quietBeats is how many beats a stream may be silent before it sends a comment.
const quietBeats = 15

// streamTime bounds a stream. A browser then asks again, so who has lost their right
// to look is not shown anything for longer.
const streamTime = time.Hour

// defaultStreams is how many streams of events there are at a time, at most, and
// perPerson how many of them one person may have: each costs a question in a second.
const (
	defaultStreams = 200
	perPerson      = 20
)

// streams counts the streams of events.
type streams struct {
	mu    sync.Mutex
	all   int
	whose map[access.Person]int
}

// enter counts one more, of p; leave uncounts it. ok is false if there are too many.
func (s *streams) enter(p access.Person, most int) (leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= cmp.Or(most, defaultStreams) || s.whose[p] >= perPerson {
		return nil, false
	}
	if s.whose == nil {
		s.whose = map[access.Person]int{}
	}
	s.all++
	s.whose[p]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		if s.whose[p]--; s.whose[p] == 0 {
			delete(s.whose, p)
		}
	}, true
}

// events streams the state (event "daemon"), the counts of finds (event "finds"; with
// ?job=NAME the job's) and, with a job, the numbers of its crawl (event "live"), each
// when it changed, as server-sent events (HTML Living Standard, 9.2). A client that
// comes again says by Last-Event-ID what it has, and is told what differs.
func (h *Handler) events(w http.ResponseWriter, r *http.Request) {
	leave, ok := h.streams.enter(h.opt.Who(r), h.opt.Streams)
	if !ok {
		w.Header().Set("Retry-After", "30")
		Refuse(w, http.StatusServiceUnavailable, message.Of(w).Text("too many streams of events are open; ask again later, or ask /daemon now and then"))
		return
	}
	defer leave()
	rc := http.NewResponseController(w)
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	tick := time.NewTicker(h.opt.Beat)
	defer tick.Stop()
	over := time.NewTimer(streamTime)
	defer over.Stop()
	s := stream{h: h, w: w, rc: rc, r: r, sent: parseID(r.Header.Get("Last-Event-ID"))}
	for {
		if err := s.beat(); err != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-h.opt.Stop:
			return
		case <-over.C:
			return
		case <-tick.C:
		}
	}
}

// stream is one reader of events.
type stream struct {
	h     *Handler
	w     http.ResponseWriter
	rc    *http.ResponseController
	r     *http.Request
	sent  eventID
	quiet int
}

// The events of a stream, by place in an eventID.
const (
	daemonEvent = iota
	findsEvent
	liveEvent
	numEvents
)

// eventID are hashes of what a reader has of each event; 0: nothing. A state that is
// replaced by the next is no log, so who comes again needs the present one only.
type eventID [numEvents]uint32

func (id eventID) String() string { return fmt.Sprintf("%x-%x-%x", id[0], id[1], id[2]) }

// parseID reads what String wrote; anything else is a reader that has nothing.
func parseID(s string) (id eventID) {
	if len(s) > 30 {
		return id
	}
	if n, err := fmt.Sscanf(s, "%x-%x-%x", &id[0], &id[1], &id[2]); n != numEvents || err != nil {
		return eventID{}
	}
	return id
}

// beat sends what is new. Its error means that the reader is gone.
func (s *stream) beat() error {
	// A reader that does not read must not block the goroutine for ever.
	s.rc.SetWriteDeadline(time.Now().Add(10 * time.Second)) //nolint:errcheck // a recorder of tests has none
	d, err := s.h.daemon(s.r)
	if err == nil {
		state := d
		state.Now = time.Time{} // it changes always
		err = s.send(daemonEvent, "daemon", d, state)
	}
	if err == nil {
		err = s.rc.Flush() // the state does not wait for the finds: after a start they are read for seconds
	}
	if err != nil {
		return err
	}
	job := s.r.URL.Query().Get("job")
	if err := s.finds(job); err != nil {
		return err
	}
	if job != "" {
		l, err := s.h.liveOf(s.r.Context(), job)
		if err != nil {
			return err
		}
		if err := s.send(liveEvent, "live", l, l); err != nil {
			return err
		}
	}
	if s.quiet++; s.quiet > quietBeats {
		s.quiet = 0
		if _, err := fmt.Fprint(s.w, ": still here\n\n"); err != nil { // not translated: a comment of the protocol
			return err
		}
	}
	return s.rc.Flush()
}

// finds sends the counts of finds. If they cannot be read there are none: the rest of the
// stream matters more.
func (s *stream) finds(job string) error {
	if s.h.opt.Finds == nil {
		return nil
	}
	c, err := s.h.opt.Finds.Counts(job)
	if err != nil {
		return nil
	}
	return s.send(findsEvent, "finds", c, c)
}

// send sends v, unless the reader has its state already: v without what changes always.
func (s *stream) send(which int, event string, v, state any) error {
	h := fnv.New32a()
	if err := json.NewEncoder(h).Encode(state); err != nil {
		return err
	}
	hash := max(1, h.Sum32())
	if hash == s.sent[which] {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	b = rundir.Escape(b)
	s.sent[which], s.quiet = hash, 0
	_, err = fmt.Fprintf(s.w, "id: %s\nevent: %s\ndata: %s\n\n", s.sent, event, b)
	return err
}
