package view_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browser is a Chromium without a window, driven through chromedriver by the
// W3C WebDriver protocol (https://www.w3.org/TR/webdriver2/). Only what the
// tests of this package need is here.
type browser struct {
	tb      testing.TB
	session string // URL of the session
}

// newBrowser starts chromedriver and a session, or skips where there is none.
// Everything it started is ended with the test.
func newBrowser(tb testing.TB, width, height int) *browser {
	tb.Helper()
	driver, err := exec.LookPath("chromedriver")
	if err != nil {
		tb.Skip("no chromedriver on PATH: skipping what needs a browser (Debian: chromium, chromium-driver)")
	}
	address := startDriver(tb, driver)
	b := &browser{tb: tb}
	var created struct {
		SessionID string `json:"sessionId"`
	}
	b.session = "http://" + address
	b.call(http.MethodPost, "/session", capabilities(tb.TempDir(), width, height), &created)
	b.session += "/session/" + created.SessionID
	tb.Cleanup(func() { b.call(http.MethodDelete, "", nil, nil) })
	return b
}

// capabilities asks for a browser that draws without a screen, keeps to
// itself, and starts from an empty profile.
func capabilities(profile string, width, height int) any {
	return map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"browserName":       "chrome",
		"goog:loggingPrefs": map[string]string{"browser": "ALL"},
		"goog:chromeOptions": map[string]any{"args": []string{
			"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--disable-sync",
			"--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
			"--user-data-dir=" + profile, fmt.Sprintf("--window-size=%d,%d", width, height),
		}},
	}}}
}

// startDriver starts chromedriver on a free port and waits until it answers.
func startDriver(tb testing.TB, driver string) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(address)
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, driver, "--port="+port, "--log-level=SEVERE")
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		cancel()
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		cancel()
		cmd.Wait() // killed: the error says so
	})
	for range 200 {
		if r, err := http.Get("http://" + address + "/status"); err == nil {
			r.Body.Close()
			return address
		}
		time.Sleep(50 * time.Millisecond)
	}
	tb.Fatal("chromedriver does not answer")
	return ""
}

// call sends one command and reads its value into result, if that is not nil.
func (b *browser) call(method, path string, body, result any) {
	b.tb.Helper()
	var send io.Reader
	if method == http.MethodPost {
		if body == nil {
			body = struct{}{}
		}
		data, err := json.Marshal(body)
		if err != nil {
			b.tb.Fatal(err)
		}
		send = bytes.NewReader(data)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, b.session+path, send)
	if err != nil {
		b.tb.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.tb.Fatalf("%s: %v", path, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.tb.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		b.tb.Fatalf("%s %s: %s", method, path, data)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(data, &struct{ Value any }{result}); err != nil {
		b.tb.Fatalf("%s: %v in %.200s", path, err, data)
	}
}

// open loads a file from disk and waits for its first picture.
func (b *browser) open(path string) {
	b.tb.Helper()
	b.call(http.MethodPost, "/url", map[string]string{"url": "file://" + filepath.ToSlash(path)}, nil)
	b.until(`performance.getEntriesByName("first-picture").length > 0`)
	b.settle()
}

// js runs a script in the page and reads what it returns into result.
func (b *browser) js(script string, result any) {
	b.tb.Helper()
	b.call(http.MethodPost, "/execute/sync", map[string]any{"script": script, "args": []any{}}, result)
}

// text is the value of an expression that is a text.
func (b *browser) text(expression string) string {
	b.tb.Helper()
	var s *string
	b.js("return "+expression, &s)
	if s == nil {
		b.tb.Fatalf("%s is null", expression)
	}
	return *s
}

// until waits for an expression to be true.
func (b *browser) until(expression string) {
	b.tb.Helper()
	for range 400 {
		var ok bool
		b.js("return Boolean("+expression+")", &ok)
		if ok {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	b.tb.Fatalf("10 s and still not: %s", expression)
}

// settle waits until nothing moves.
func (b *browser) settle() {
	b.tb.Helper()
	b.until("!ontologyView.state().moving")
}

// element finds the one element of a CSS selector.
func (b *browser) element(selector string) string {
	b.tb.Helper()
	var found map[string]string
	b.call(http.MethodPost, "/element", map[string]string{"using": "css selector", "value": selector}, &found)
	for _, id := range found {
		return id
	}
	b.tb.Fatalf("no element %s", selector)
	return ""
}

// click clicks an element as a user does: it must be in sight.
func (b *browser) click(selector string) {
	b.tb.Helper()
	b.call(http.MethodPost, "/element/"+b.element(selector)+"/click", nil, nil)
	b.settle()
}

// typeIn types into an element.
func (b *browser) typeIn(selector, text string) {
	b.tb.Helper()
	b.call(http.MethodPost, "/element/"+b.element(selector)+"/value", map[string]string{"text": text}, nil)
	b.settle()
}

// Keys of WebDriver, section 17.4.2.
const (
	keyEnter  = "\ue007"
	keyEscape = "\ue00c"
	keyLeft   = "\ue012"
	keyRight  = "\ue014"
	keyDown   = "\ue015"
)

// press types keys into whatever has the focus.
func (b *browser) press(keys ...string) {
	b.tb.Helper()
	var acts []any
	for _, k := range keys {
		acts = append(acts, map[string]any{"type": "keyDown", "value": k}, map[string]any{"type": "keyUp", "value": k})
	}
	b.actions(map[string]any{"type": "key", "id": "keyboard", "actions": acts})
	b.settle()
}

func (b *browser) actions(source map[string]any) {
	b.tb.Helper()
	b.call(http.MethodPost, "/actions", map[string]any{"actions": []any{source}}, nil)
	b.call(http.MethodDelete, "/actions", nil, nil)
}

// mouse moves the mouse through points with the button down, or, given one
// point, clicks there.
func (b *browser) mouse(points ...[2]float64) {
	b.tb.Helper()
	move := func(p [2]float64) any {
		return map[string]any{"type": "pointerMove", "duration": 16, "x": int(p[0]), "y": int(p[1]), "origin": "viewport"}
	}
	acts := []any{move(points[0]), map[string]any{"type": "pointerDown", "button": 0}}
	for _, p := range points[1:] {
		acts = append(acts, move(p))
	}
	acts = append(acts, map[string]any{"type": "pointerUp", "button": 0})
	b.actions(map[string]any{
		"type": "pointer", "id": "mouse", "parameters": map[string]string{"pointerType": "mouse"}, "actions": acts,
	})
	b.settle()
}

// dark chooses the system's colour scheme.
func (b *browser) dark(on bool) {
	b.tb.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	b.call(http.MethodPost, "/goog/cdp/execute", map[string]any{
		"cmd":    "Emulation.setEmulatedMedia",
		"params": map[string]any{"features": []any{map[string]string{"name": "prefers-color-scheme", "value": scheme}}},
	}, nil)
	b.settle()
}

// console returns what the page wrote to the console since it was last asked:
// errors, and what the policy refused.
func (b *browser) console() []string {
	b.tb.Helper()
	var entries []struct{ Level, Message string }
	b.call(http.MethodPost, "/se/log", map[string]string{"type": "browser"}, &entries)
	var lines []string
	for _, e := range entries {
		lines = append(lines, e.Level+": "+e.Message)
	}
	return lines
}

// shot saves a picture of the window to the folder named by VIEW_SHOTS, if any.
func (b *browser) shot(name string) {
	b.tb.Helper()
	dir := os.Getenv("VIEW_SHOTS")
	if dir == "" {
		return
	}
	var data string
	b.call(http.MethodGet, "/screenshot", nil, &data)
	png, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		b.tb.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".png"), png, 0o644); err != nil {
		b.tb.Fatal(err)
	}
}
