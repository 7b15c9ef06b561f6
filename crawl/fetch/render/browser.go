package render

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"sync"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// startTimeout is for a browser on a busy machine.
const startTimeout = 30 * time.Second

// errNoChrome reports that no browser was found.
var errNoChrome = errors.New("render: no Chromium or Chrome found on PATH; install one (package chromium), or name it")

// StartError reports that the browser does not start.
type StartError struct {
	Program   string
	NoSandbox bool // Options.NoSandbox was set
	Err       error
}

func (e *StartError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *StartError) Message() english.Phrase {
	var hint english.Phrase
	if !e.NoSandbox {
		hint = english.Phrasef(" (as root, and in some containers, it starts only without its sandbox: better crawl as another user)")
	}
	return english.Phrasef("render: %s does not start%s: %v", e.Program, hint, e.Err)
}

func (e *StartError) Unwrap() error { return e.Err }

// chromium is one Chromium, restarted when it has died.
type chromium struct {
	opt  Options
	path string
	sink net.Listener

	mu     sync.Mutex
	root   context.Context // nil: start one
	cancel func()
	closed bool
	done   chan struct{} // the sink has ended
}

// Find returns the program called chrome; "" means Chromium or Chrome on PATH.
func Find(chrome string) (path string, err error) {
	if chrome != "" {
		if path, err = exec.LookPath(chrome); err != nil {
			return "", fmt.Errorf("render: %w", err)
		}
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNoChrome
}

func newChromium(opt Options) (*chromium, error) {
	path, err := Find(opt.Chrome)
	if err != nil {
		return nil, err
	}
	b := &chromium{opt: opt, path: path, done: make(chan struct{})}
	if b.sink, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	go b.refuse()
	if _, err := b.running(); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// refuse is the proxy of the browser: it closes every connection that came past the
// guard.
func (b *chromium) refuse() {
	defer close(b.done)
	for {
		c, err := b.sink.Accept()
		if err != nil {
			return
		}
		c.Close() //nolint:errcheck // nothing was said
	}
}

func (b *chromium) options() []chromedp.ExecAllocatorOption {
	return append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(b.path),
		chromedp.UserAgent(b.opt.UserAgent),
		chromedp.Flag("no-sandbox", b.opt.NoSandbox), // never by itself, not even for root
		chromedp.DisableGPU,
		// No network but ours. "<-loopback>" sends loopback through the proxy, too;
		// Chromium makes an exception otherwise.
		chromedp.ProxyServer("http://"+b.sink.Addr().String()),
		chromedp.Flag("proxy-bypass-list", "<-loopback>"),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		chromedp.Flag("force-webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		chromedp.Flag("dns-prefetch-disable", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		// No windows, no images, no sound.
		chromedp.Flag("disable-popup-blocking", false),
		chromedp.Flag("block-new-web-contents", true),
		chromedp.Flag("mute-audio", true),
		chromedp.Flag("blink-settings", "imagesEnabled=false"),
		chromedp.Flag("js-flags", "--max-old-space-size=256"), // MB; a page that needs more is read as sent
	)
}

// running returns the context of the browser, and starts it if needed.
func (b *chromium) running() (context.Context, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, net.ErrClosed
	}
	if b.root != nil && b.root.Err() == nil {
		return b.root, nil
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), b.options()...)
	quiet := func(string, ...any) {} // chromedp logs every event that it does not know
	root, stop := chromedp.NewContext(alloc, chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet))
	// The browser lives as long as its context, so the context has no deadline.
	late := time.AfterFunc(startTimeout, stop)
	err := chromedp.Do(root)
	if !late.Stop() && err == nil {
		err = context.DeadlineExceeded
	}
	if err != nil {
		stop()
		stopAlloc()
		return nil, &StartError{b.path, b.opt.NoSandbox, err}
	}
	b.root, b.cancel = root, func() { stop(); stopAlloc() }
	return root, nil
}

// died ends the browser of root, unless it was replaced. The next page starts another.
func (b *chromium) died(root context.Context, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.root != root || b.closed {
		return
	}
	b.opt.Logger.Warn("the browser does not answer and is started anew", slog.Any("err", why))
	b.cancel()
	b.root = nil
}

func (b *chromium) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	if b.root != nil {
		b.cancel()
	}
	err := b.sink.Close()
	<-b.done
	return err
}
