package follow

import (
	"bytes"
	"sync"
)

// Hearing calls those who listen to a subject, each in a goroutine of its own. The zero
// value is ready.
type Hearing struct {
	mu  sync.Mutex
	all map[string]map[chan []byte]bool
}

// waiting is how much one who listens may be behind before it misses something.
const waiting = 256

// Listen calls f for what Heard gets, until stop is called or done is closed.
func (h *Hearing) Listen(subject string, done <-chan struct{}, f func([]byte)) (stop func()) {
	heard := make(chan []byte, waiting)
	h.add(subject, heard)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer h.remove(subject, heard)
		for {
			select {
			case <-end:
				return
			case <-done:
				return
			case data := <-heard:
				f(data)
			}
		}
	}()
	return sync.OnceFunc(func() { close(end); <-ended })
}

// Heard gives data, which are copied, to all who listen and are not behind.
func (h *Hearing) Heard(subject string, data []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.all[subject] {
		select {
		case c <- bytes.Clone(data):
		default:
		}
	}
}

func (h *Hearing) add(subject string, c chan []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[string]map[chan []byte]bool{}
	}
	if h.all[subject] == nil {
		h.all[subject] = map[chan []byte]bool{}
	}
	h.all[subject][c] = true
}

func (h *Hearing) remove(subject string, c chan []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if delete(h.all[subject], c); len(h.all[subject]) == 0 {
		delete(h.all, subject)
	}
}
