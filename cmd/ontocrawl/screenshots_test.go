package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestScreenshots makes docs/images anew: it follows the tutorial and takes a picture of
// the page of its job, below its header, and of its report, in a headless Chromium on the
// PATH.
//
//	ONTOCRAWL_SCREENSHOTS=1 go test -run TestScreenshots ./cmd/ontocrawl
func TestScreenshots(t *testing.T) {
	if os.Getenv("ONTOCRAWL_SCREENSHOTS") == "" {
		t.Skip("ONTOCRAWL_SCREENSHOTS is not set")
	}
	r := newReader(t, "en_GB.UTF-8")
	r.follow(string(read(filepath.Join("..", "..", "docs", "tutorial.md"))))
	r.shoot("http://"+r.here("127.0.0.1:7474")+"/#/job/storms", 55, "job.webp")
	r.shoot("file://"+filepath.Join(r.dir, "runs", "storms", "report.html"), 0, "report.webp")
}

// shoot writes a picture of what a browser shows at url, from so many pixels on.
func (r *reader) shoot(url string, from float64, name string) {
	r.Helper()
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.NoSandbox, chromedp.Flag("lang", "en-GB"), chromedp.Flag("accept-lang", "en-GB"))
	alloc, stop := chromedp.NewExecAllocator(r.Context(), opts...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1100, 900), chromedp.Navigate(url), chromedp.Sleep(3*time.Second)); err != nil {
		r.Fatal(err)
	}
	quality, clip := int64(70), page.Viewport{Y: from, Width: 1100, Height: 850 - from, Scale: 1}
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality, Clip: &clip})
	if err != nil {
		r.Fatal(err)
	}
	if len(shot.Data) > 150_000 {
		r.Errorf("%s has %d bytes; lower the quality", name, len(shot.Data))
	}
	if err := os.WriteFile(filepath.Join("..", "..", "docs", "images", name), shot.Data, 0o644); err != nil {
		r.Fatal(err)
	}
}
