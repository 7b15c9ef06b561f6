package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

const (
	openTimeout = 15 * time.Second // of a new tab
	takeTimeout = 5 * time.Second  // to take the document of a page that did not become quiet
)

// tab is a page with its own profile.
type tab struct {
	ctx    context.Context
	cancel func()
	chrome *chromedp.Context
	target cdp.Session
	wg     sync.WaitGroup
}

// openTab opens an empty tab in the browser of root.
func openTab(ctx context.Context, root context.Context) (*tab, error) {
	t := &tab{}
	t.ctx, t.cancel = chromedp.NewContext(root, chromedp.WithNewBrowserContext())
	opening, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	// The tab lives as long as its context, so the context has no deadline.
	stop := context.AfterFunc(opening, t.cancel)
	err := chromedp.Do(t.ctx)
	if !stop() && err == nil {
		err = opening.Err()
	}
	if err != nil {
		t.cancel()
		return nil, fmt.Errorf("render: %w", err)
	}
	t.chrome = chromedp.FromContext(t.ctx)
	t.target = t.chrome.Target
	return t, nil
}

// close closes the tab and its profile. It fails if the browser does not answer.
func (t *tab) close() error {
	ctx, cancel := context.WithTimeout(t.ctx, openTimeout)
	defer cancel()
	err := chromedp.Cancel(ctx)
	t.wg.Wait()
	return err
}

// document loads r and returns its document once the page is quiet, or as it is when
// ctx ends.
func (t *tab) document(ctx context.Context, r *crawl.Response, g *guard, limit int) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the goroutines below, which close waits for
	v := g.visitor(r)
	if err := t.prepare(ctx, v); err != nil {
		return nil, err
	}
	loaded := make(chan struct{})
	events := cdp.Events(ctx, t.target, page.LoadEventFired)
	t.wg.Go(func() {
		for _, err := range events {
			if err == nil {
				close(loaded)
			}
			return
		}
	})
	nav, err := cdp.Call(ctx, t.target, page.Navigate, page.NavigateParams{URL: r.Final})
	if err != nil {
		return nil, err
	}
	if nav.ErrorText != "" || nav.IsDownload {
		return nil, english.Errorf("render: %s does not open: %s", r.Final, nav.ErrorText)
	}
	waited := v.wait(ctx, loaded)
	return t.take(ctx, waited, nav.FrameID, limit)
}

// prepare directs all requests of the page to the guard.
func (t *tab) prepare(ctx context.Context, v *visitor) error {
	paused := cdp.Events(ctx, t.target, fetch.RequestPaused)
	t.wg.Go(func() {
		for ev, err := range paused {
			if err != nil {
				return
			}
			t.wg.Go(func() { v.answer(ctx, t.target, &ev) })
		}
	})
	dialogs := cdp.Events(ctx, t.target, page.JavascriptDialogOpening)
	t.wg.Go(func() {
		for _, err := range dialogs {
			if err != nil {
				return
			}
			_, _ = cdp.Call(ctx, t.target, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false}) // the tab is gone if that fails
		}
	})
	deny := browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: t.chrome.BrowserContextID}
	if _, err := cdp.Call(ctx, cdp.Session(t.chrome.Browser), browser.SetDownloadBehavior, deny); err != nil {
		return err
	}
	for _, call := range []struct {
		method string
		params any
	}{
		{fetch.CommandEnable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*"}}}},
		{network.CommandSetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true}},
		{network.CommandSetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}},
		{page.CommandAddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: bare}},
	} {
		if err := t.target.Call(ctx, call.method, call.params, nil); err != nil {
			return fmt.Errorf("render: %s: %w", call.method, err)
		}
	}
	return nil
}

// bare removes what could connect past the guard. Proxy and resolver would refuse it
// anyway; this avoids the attempt.
const bare = `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "WebSocket", "EventSource"]) delete globalThis[name];`

// take returns the document. If the page never became quiet its scripts are stopped
// first. The expression runs in an isolated world, where the page cannot redefine
// anything.
func (t *tab) take(ctx context.Context, waited error, frame cdp.FrameID, limit int) ([]byte, error) {
	if waited != nil {
		if !errors.Is(waited, context.DeadlineExceeded) {
			return nil, waited
		}
		var cancel func()
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), takeTimeout)
		defer cancel()
		if _, err := cdp.Call(ctx, t.target, runtime.TerminateExecution, cdp.Empty{}); err != nil {
			return nil, err
		}
	}
	world, err := cdp.Call(ctx, t.target, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: "ontocrawl"})
	if err != nil {
		return nil, err
	}
	// One character more than the limit shows that there is more.
	expr := fmt.Sprintf(`location.protocol.startsWith("http") ? "<!DOCTYPE html>" + document.documentElement.outerHTML.slice(0, %d) : ""`, limit+1) // not translated: JavaScript
	res, err := cdp.Call(ctx, t.target, runtime.Evaluate, runtime.EvaluateParams{Expression: expr, ContextID: world.ExecutionContextID})
	if err != nil {
		return nil, err
	}
	var html string
	if res.Result == nil || json.Unmarshal(res.Result.Value, &html) != nil || html == "" {
		return nil, errors.New("render: the page has left its address")
	}
	return []byte(html), nil
}
