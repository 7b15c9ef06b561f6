package export_test

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
	"slices"
	"strings"
	"sync"
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

// shared is the one browser of this test run.
var shared struct {
	once    sync.Once
	session string
	missing string // why there is none
	stop    []func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, f := range slices.Backward(shared.stop) {
		f()
	}
	os.Exit(code)
}

// newBrowser gives a test the browser, started with the first that asks, or
// skips where there is none.
func newBrowser(tb testing.TB, width, height int) *browser {
	tb.Helper()
	shared.once.Do(func() { shared.missing = start() })
	if shared.missing != "" {
		tb.Skip(shared.missing)
	}
	if shared.session == "" {
		tb.Fatal("the browser did not start")
	}
	b := &browser{tb: tb, session: shared.session}
	b.call(http.MethodPost, "/window/rect", map[string]int{"width": width, "height": height}, nil)
	return b
}

// start starts chromedriver and a session; it says why if there can be none.
func start() (missing string) {
	if testing.Short() {
		return "a browser takes long: not with -short"
	}
	driver, err := exec.LookPath("chromedriver")
	if err != nil {
		return "no chromedriver on PATH: skipping what needs a browser (Debian: chromium, chromium-driver)"
	}
	profile, err := os.MkdirTemp("", "ontocrawl-view-test-")
	if err != nil {
		return ""
	}
	shared.stop = append(shared.stop, func() { os.RemoveAll(profile) })
	address, err := startDriver(driver)
	if err != nil {
		return ""
	}
	var created struct {
		SessionID string `json:"sessionId"`
	}
	if err := command(http.MethodPost, "http://"+address+"/session", capabilities(profile), &created); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return ""
	}
	shared.session = "http://" + address + "/session/" + created.SessionID
	shared.stop = append(shared.stop, func() { command(http.MethodDelete, shared.session, nil, nil) })
	return ""
}

// capabilities asks for a browser that draws without a screen, keeps to
// itself, and starts from an empty profile.
func capabilities(profile string) any {
	return map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"browserName":       "chrome",
		"goog:loggingPrefs": map[string]string{"browser": "ALL"},
		"goog:chromeOptions": map[string]any{"args": []string{
			"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--disable-sync",
			"--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
			"--user-data-dir=" + profile,
		}},
	}}}
}

// startDriver starts chromedriver on a free port and waits until it answers.
func startDriver(driver string) (address string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	address = l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(address)
	cmd := exec.Command(driver, "--port="+port, "--log-level=SEVERE")
	if err := cmd.Start(); err != nil {
		return "", err
	}
	shared.stop = append(shared.stop, func() {
		cmd.Process.Kill()
		cmd.Wait() // killed: the error says so
	})
	for range 200 {
		if err = command(http.MethodGet, "http://"+address+"/status", nil, nil); err == nil {
			return address, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "", err
}

// call sends one command and reads its value into result, if that is not nil.
func (b *browser) call(method, path string, body, result any) {
	b.tb.Helper()
	if err := command(method, b.session+path, body, result); err != nil {
		b.tb.Fatal(err)
	}
}

func command(method, url string, body, result any) error {
	var send io.Reader
	if method == http.MethodPost {
		if body == nil {
			body = struct{}{}
		}
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		send = bytes.NewReader(data)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, send)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, url, data)
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(data, &struct{ Value any }{result}); err != nil {
		return fmt.Errorf("%s: %w in %.200s", url, err, data)
	}
	return nil
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
	keyHome   = "\ue011"
	keyEnter  = "\ue007"
	keyEscape = "\ue00c"
	keyLeft   = "\ue012"
	keyRight  = "\ue014"
	keyDown   = "\ue015"
	keyTab    = "\ue004"
	keyShift  = "\ue008" // before another key: held while that is typed
)

// press types keys into whatever has the focus.
func (b *browser) press(keys ...string) {
	b.tb.Helper()
	var acts []any
	key := func(kind, k string) { acts = append(acts, map[string]any{"type": kind, "value": k}) }
	for _, k := range keys {
		plain, shifted := strings.CutPrefix(k, keyShift)
		if shifted {
			key("keyDown", keyShift)
		}
		key("keyDown", plain)
		key("keyUp", plain)
		if shifted {
			key("keyUp", keyShift)
		}
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

// size makes the page as large as asked, smaller than a window may be.
func (b *browser) size(width, height int) {
	b.tb.Helper()
	b.call(http.MethodPost, "/goog/cdp/execute", map[string]any{
		"cmd":    "Emulation.setDeviceMetricsOverride",
		"params": map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false},
	}, nil)
	b.tb.Cleanup(func() {
		b.call(http.MethodPost, "/goog/cdp/execute", map[string]any{"cmd": "Emulation.clearDeviceMetricsOverride", "params": map[string]any{}}, nil)
	})
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
