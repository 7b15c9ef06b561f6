package serve_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
)

// TestAddSourcesInABrowser: a person adds an address by typing it and Enter, and ten thousand feeds as a file, in both
// languages; the page says what came of them.
func TestAddSourcesInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	h := hand{make(chan string, 4000)}
	srv := start(t, serve.Options{Control: h})
	b := newBrowser(t, "en-GB", srv.URL())
	ordered := func(want string) {
		t.Helper()
		select {
		case got := <-h.orders:
			if got != want {
				t.Errorf("ordered %q; want %q", got, want)
			}
		case <-time.After(time.Minute):
			t.Errorf("nobody ordered %q", want)
		}
	}
	b.do(chromedp.EmulateViewport(390, 844))
	b.do(chromedp.Navigate(srv.URL() + "#/job/typhoon"))
	b.see("Add a source")
	b.run(`document.getElementById('add-text').focus()`)
	b.do(chromedp.KeyEvent("https://News.Example/feed.xml"), chromedp.KeyEvent("\r"))
	b.see("1 source added; it holds from the next run on.")
	ordered("typhoon accepted news.example +page https://news.example/feed.xml ")
	b.shot("add-source-phone")
	b.well()

	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === '中文').click()`)
	b.see("添加来源")
	b.run(`(() => {
	  const text = '<opml version="2.0"><body>' + [...Array(10000).keys()].map((i) => '<outline xmlUrl="https://s' + i + '.example/rss"/>').join('') + '<outline xmlUrl="javascript:alert(1)"/></body></opml>';
	  const all = new DataTransfer(), input = document.getElementById('add-file');
	  all.items.add(new File([text], 'feeds.opml'));
	  input.files = all.files;
	  input.dispatchEvent(new Event('change'));
	})()`)
	b.see("已添加 2,000 个来源，自下次运行起生效。")
	b.see("8,000 个超出上限")
	b.see("1 项不是网址。")
	ordered("typhoon accepted s0.example +feed https://s0.example/rss ")
	if n := len(h.orders); n != 1999 {
		t.Errorf("%d more orders", n)
	}
	b.run(`(() => { document.getElementById('add-text').value = '请看'; document.querySelector('.addsource').requestSubmit(); })()`)
	b.see("出错")
	if text := eval[string](b, `document.getElementById('add-text').value`); !strings.Contains(text, "请看") {
		t.Errorf("what was typed is lost: %q", text)
	}
	b.refused("400")
	b.well()
}

// TestTelephone: at 390 px the head is a line of at most 60 px, the rest of it opens with its menu, and the first find
// stands above the fold, on the start page and in the list.
func TestTelephone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	opt := read(caught(t, 8, "<article><h1>The typhoon</h1><p>The typhoon is near. All is closed.</p></article>"))
	srv := start(t, opt)
	for _, lang := range []string{"en-GB", "zh-CN"} {
		b := newBrowser(t, lang, srv.URL())
		b.do(chromedp.EmulateViewport(390, 844))
		for hash, first := range map[string]string{"#/": ".story h3 a", "#/finds": ".find h3 a"} {
			b.do(chromedp.Navigate(srv.URL() + hash))
			b.until(`document.querySelector('` + first + `') !== null`)
			if height := eval[float64](b, `document.querySelector('header').getBoundingClientRect().height`); height > 60 {
				t.Errorf("%s %s: the head has %.0f px", lang, hash, height)
			}
			if bottom := eval[float64](b, `document.querySelector('`+first+`').getBoundingClientRect().bottom`); bottom > 844 {
				t.Errorf("%s %s: the first find ends at %.0f px", lang, hash, bottom)
			}
			if to := eval[string](b, `document.querySelector('`+first+`').getAttribute('href')`); !strings.HasPrefix(to, "#/page/") {
				t.Errorf("%s %s: the title leads to %s", lang, hash, to)
			}
			if hash == "#/finds" {
				b.until(`[...document.querySelectorAll('.excerpt')].some((x) => x.textContent === 'The typhoon is near.' && x.querySelector('mark').textContent === 'typhoon')`)
			}
			b.shot("telephone-" + lang + strings.NewReplacer("#", "", "/", "-").Replace(hash))
			b.well()
		}
		visible := `getComputedStyle(document.getElementById('ask')).display !== 'none'`
		if eval[bool](b, visible) {
			t.Errorf("%s: the search stands in the head", lang)
		}
		b.run(`document.getElementById('menu').click()`)
		if !eval[bool](b, visible) || eval[string](b, `document.getElementById('menu').getAttribute('aria-expanded')`) != "true" {
			t.Errorf("%s: the menu opens nothing", lang)
		}
		b.shot("telephone-menu-" + lang)
		b.well()
	}
}
