package notify

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Ping is the settings of a dead man's switch: an address that is asked at intervals while
// the daemon is well. Whoever answers there raises an alarm when the requests end, as
// healthchecks.io does: https://healthchecks.io/docs/http_api/
type Ping struct {
	URL   string // "": the URL of From
	From  redact.Secret
	Every time.Duration // 0: a minute
}

// given reports whether there is an address.
func (p *Ping) given() bool { return p.URL != "" || !p.From.IsZero() }

// shortestPing spares those who answer.
const shortestPing = 10 * time.Second

// Fields returns the keys of a receiver that set its ping.
func (p *Ping) Fields(r *yamlread.Reader) yamlread.Fields {
	return yamlread.Fields{
		"ping": func(n *yaml.Node) {
			if p.URL, _ = r.URL(n, "ping"); redact.Has(p.URL) {
				r.Fault(n, "ping: a user and a password in it are refused; ping-env names a variable, ping-file a file, that holds the URL")
			}
		},
		"ping-env":   func(n *yaml.Node) { p.From.Env = r.Env(n, "ping-env") },
		"ping-file":  func(n *yaml.Node) { p.From.File = r.SecretFile(n, "ping-file") },
		"ping-every": func(n *yaml.Node) { p.Every = r.Duration(n, "ping-every", shortestPing) },
	}
}

// Check checks the keys of a receiver called name; lines are the lines of its keys.
func (p *Ping) Check(r *yamlread.Reader, n *yaml.Node, name string, lines map[string]int) {
	switch all := given(lines, "ping", "ping-env", "ping-file", "ping-every"); {
	case all == 0:
	case name != Operators:
		r.Fault(n, "only the receiver called %s has a ping", Operators)
	case given(lines, "ping", "ping-env", "ping-file") != 1:
		r.Fault(n, "a ping needs one of ping, ping-env, ping-file")
	}
}

// Pinger asks the address of a Ping. One goroutine calls Run; the other methods may be called
// concurrently.
type Pinger struct {
	opt   Options
	alive func() bool

	mu     sync.Mutex
	ping   Ping
	last   time.Time // when it was answered
	failed error
	wake   chan struct{}
}

// NewPinger returns a Pinger. alive reports whether the daemon is well; it may block, then
// nothing is asked.
func NewPinger(alive func() bool, opt Options) *Pinger {
	return &Pinger{opt: opt.withDefaults(), alive: alive, wake: make(chan struct{}, 1)}
}

// Use replaces the settings.
func (p *Pinger) Use(ping Ping) {
	p.mu.Lock()
	p.ping = ping
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Last returns when the address answered last, zero for never, and why it does not now.
func (p *Pinger) Last() (time.Time, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last, p.failed
}

// lookAgain is when Run looks again whether a daemon is well that was not: it may just have started.
const lookAgain = time.Second

// Run asks until ctx ends.
func (p *Pinger) Run(ctx context.Context) {
	defer p.opt.Client.CloseIdleConnections()
	for ctx.Err() == nil {
		select {
		case <-p.wake: // the settings are read below
		default:
		}
		p.mu.Lock()
		ping := p.ping
		p.mu.Unlock()
		wait := longestNap
		if ping.given() {
			if ping.Every > 0 {
				wait = ping.Every
			}
			if p.alive() {
				p.settle(p.ask(ctx, &ping))
			} else {
				wait = min(wait, lookAgain)
			}
		}
		c, stop := p.opt.Clock.After(wait)
		select {
		case <-ctx.Done():
		case <-p.wake:
		case <-c:
		}
		stop()
	}
}

// settle notes the result of a request. A failure is logged when it begins and when it ends.
func (p *Pinger) settle(err error) {
	p.mu.Lock()
	was := p.failed
	if p.failed = err; err == nil {
		p.last = p.opt.Clock.Now()
	}
	p.mu.Unlock()
	switch {
	case err != nil && was == nil:
		p.opt.Log.Warn("the ping is not answered; whoever waits for it will raise an alarm", "error", reason(err))
	case err == nil && was != nil:
		p.opt.Log.Info("the ping is answered again")
	}
}

// ask makes one request. Its error shows the host only.
func (p *Pinger) ask(ctx context.Context, ping *Ping) error {
	ctx, cancel := context.WithTimeout(ctx, p.opt.Timeout)
	defer cancel()
	address := ping.URL
	if address == "" {
		var err error
		if address, err = ping.From.Read(p.opt.Secret); err != nil {
			return err
		}
	}
	u, err := url.Parse(address)
	if err != nil || !yamlread.IsURL(address) {
		return errors.New("what should be the URL of the ping is no http or https URL")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return english.Errorf("the URL of %s cannot be asked", u.Host)
	}
	req.Header.Set("User-Agent", "ontocrawl")
	resp, err := p.opt.Client.Do(req)
	if err != nil {
		return hostOnly(err, u)
	}
	defer resp.Body.Close()                                     //nolint:errcheck // read only
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4096)) // so that the connection can be used again
	if resp.StatusCode/100 != 2 {
		return english.Errorf("%s answers with HTTP status %d", u.Host, resp.StatusCode)
	}
	return nil
}
