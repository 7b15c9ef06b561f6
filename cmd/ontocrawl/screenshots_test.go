package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestScreenshots makes docs/images anew: it follows the tutorial in both languages and
// takes a picture of the page of its job and of its report, in a headless Chromium on the
// PATH.
//
//	ONTOCRAWL_SCREENSHOTS=1 go test -run TestScreenshots ./cmd/ontocrawl
func TestScreenshots(t *testing.T) {
	if os.Getenv("ONTOCRAWL_SCREENSHOTS") == "" {
		t.Skip("ONTOCRAWL_SCREENSHOTS is not set")
	}
	for tutorial, lang := range map[string]string{"tutorial.md": "en-GB", "tutorial.zh-CN.md": "zh-CN"} {
		t.Run(lang, func(t *testing.T) {
			r := newReader(t, strings.ReplaceAll(lang, "-", "_")+".UTF-8")
			r.follow(string(read(filepath.Join("..", "..", "docs", tutorial))))
			suffix := ""
			if lang == "zh-CN" {
				suffix = "-zh"
			}
			r.shoot(lang, "http://"+r.here("127.0.0.1:7474")+"/#/job/storms", "job"+suffix+".webp")
			r.shoot(lang, "file://"+filepath.Join(r.dir, "runs", "storms", "report.html"), "report"+suffix+".webp")
		})
	}
}

// shoot writes a picture of what a browser shows at url.
func (r *reader) shoot(lang, url, name string) {
	r.Helper()
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.NoSandbox, chromedp.Flag("lang", lang), chromedp.Flag("accept-lang", lang))
	alloc, stop := chromedp.NewExecAllocator(r.Context(), opts...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1100, 900), chromedp.Navigate(url), chromedp.Sleep(3*time.Second)); err != nil {
		r.Fatal(err)
	}
	quality := int64(70)
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality})
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
