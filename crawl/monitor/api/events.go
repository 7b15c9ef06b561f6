package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// quietBeats is how many beats a stream may be silent before it sends a comment.
const quietBeats = 15

// streamTime bounds a stream. A browser then asks again, so who has lost their right
// to look is not shown anything for longer.
const streamTime = time.Hour

// events streams the state (event "daemon") and, for ?job=NAME, the numbers of the job's
// crawl (event "live"), each when it changed, as server-sent events (HTML Living
// Standard, 9.2).
func (h *Handler) events(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	tick := time.NewTicker(h.opt.Beat)
	defer tick.Stop()
	over := time.NewTimer(streamTime)
	defer over.Stop()
	s := stream{h: h, w: w, rc: rc, r: r}
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
	h            *Handler
	w            http.ResponseWriter
	rc           *http.ResponseController
	r            *http.Request
	daemon, live []byte // as sent last
	quiet        int
}

// beat sends what is new. Its error means that the reader is gone.
func (s *stream) beat() error {
	// A reader that does not read must not block the goroutine for ever.
	s.rc.SetWriteDeadline(time.Now().Add(10 * time.Second)) //nolint:errcheck // a recorder of tests has none
	d, err := s.h.daemon(s.r)
	if err == nil {
		d.Now = time.Time{} // it changes always
		err = s.send("daemon", d, &s.daemon)
	}
	if err != nil {
		return err
	}
	if job := s.r.URL.Query().Get("job"); job != "" {
		l, err := s.h.liveOf(s.r.Context(), job)
		if err != nil {
			return err
		}
		if err := s.send("live", l, &s.live); err != nil {
			return err
		}
	}
	if s.quiet++; s.quiet > quietBeats {
		s.quiet = 0
		if _, err := fmt.Fprint(s.w, ": still here\n\n"); err != nil {
			return err
		}
	}
	return s.rc.Flush()
}

func (s *stream) send(event string, v any, last *[]byte) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if b = rundir.Escape(b); bytes.Equal(b, *last) {
		return nil
	}
	*last, s.quiet = b, 0
	_, err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, b)
	return err
}
