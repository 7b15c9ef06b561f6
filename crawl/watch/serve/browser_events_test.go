package serve_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
)

// told is a Cache with the events of a few pages, one of them hostile.
func told(t *testing.T, more ...eventgraph.Page) *eventgraph.Cache {
	t.Helper()
	b, err := eventgraph.NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	day := func(d int) time.Time { return time.Date(2024, 9, d, 12, 0, 0, 0, time.UTC) }
	for _, p := range append([]eventgraph.Page{
		{URL: "https://a.example/1", Title: "台风摩羯", Lang: "zh-Hans", Published: day(8), Texts: []string{"台风“摩羯”6日16时20分在海南文昌登陆，中心附近最大风速62米/秒。截至7日24时，摩羯造成海南4人死亡，95人受伤。"}},
		{URL: "javascript:alert(1)", Title: evil, Lang: "en", Published: day(8), Texts: []string{"Typhoon Yagi killed 3 people in Hainan as of Saturday. " + evil}},
		{URL: "https://c.example/3", Title: "Yagi", Lang: "en", Published: day(10), Texts: []string{"On Sept. 9 Typhoon Yagi killed 24 people in Hanoi."}},
	}, more...) {
		b.Add(p)
	}
	b.Finish()
	dir := t.TempDir()
	cards := b.Cards()
	cards.At = day(10)
	text, err := json.Marshal(cards)
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, eventgraph.Dir), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, eventgraph.Dir, eventgraph.CardsFile), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	none := t.TempDir()
	return &eventgraph.Cache{Folder: func(name string) (string, bool) {
		if name != "typhoon" {
			return none, true
		}
		return dir, true
	}}
}

// TestSituationsInABrowser: the start page begins with what is happening, with figures as they grew and the newest
// sentence; what a person has seen is not new to them again, and what is long over stands below.
func TestSituationsInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	long := eventgraph.Page{URL: "https://d.example/4", Title: "Floods of May", Lang: "en", Published: time.Date(2024, 9, 9, 0, 0, 0, 0, time.UTC), Texts: []string{"The flood in Wuhan on 12 May 2024 killed 70 people."}}
	srv := start(t, serve.Options{Told: told(t, long)})
	for lang, want := range map[string][]string{
		"zh-CN": {"当前事态", "→ 24 人", "截至 2024-09-09", "3 个网页，尚未查看", "标为已看", "上次查看后没有新内容"},
		"en-GB": {"What is happening", "→ 24 people", "as of 2024-09-09", "3 pages, not looked at yet", "Mark as seen", "Nothing new since you looked"},
	} {
		b := newBrowser(t, lang, srv.URL())
		b.do(chromedp.EmulateViewport(390, 844))
		b.do(chromedp.Navigate(srv.URL()))
		for _, text := range want[:4] {
			b.see(text)
		}
		b.see("On Sept. 9 Typhoon Yagi killed 24 people in Hanoi.")
		b.see(map[string]string{"zh-CN": "此前的事件（1）", "en-GB": "Earlier: 1"}[lang])
		if n := eval[int](b, `document.querySelectorAll('.situation').length`); n != 1 {
			t.Errorf("%d events are under way, and one is", n) // a flood of May is not
		}
		b.shot("situations-" + lang)
		b.pick(want[4])
		b.see(want[5])
		b.do(chromedp.Navigate(srv.URL() + "?again"))
		b.see(want[5])
		if eval[bool](b, `[...document.querySelectorAll('main a')].some(a => a.protocol === 'javascript:')`) {
			t.Error("an address of a page is a script")
		}
		b.do(chromedp.EmulateViewport(1280, 900))
		b.shot("situations-wide-" + lang)
		b.well()
	}
}

// TestDutyInABrowser: a person acknowledges and takes an event on the start page, sees who did so meanwhile, and finds all of it in the
// log of the event; who may only read has no buttons.
func TestDutyInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	for lang, want := range map[string][]string{
		"zh-CN": {"知悉", "li 先于您知悉。", "指派", "wang 处理中", "处理记录", "备注"},
		"en-GB": {"Acknowledge", "li saw it before you.", "Assign", "wang works on it", "What people did", "note"},
	} {
		events := told(t)
		srv := start(t, serve.Options{Told: events})
		b := newBrowser(t, lang, srv.URL())
		b.do(chromedp.EmulateViewport(390, 844))
		b.do(chromedp.Navigate(srv.URL()))
		b.see(want[0])
		cards, _, err := events.Cards("typhoon")
		if err != nil {
			t.Fatal(err)
		}
		id := cards.Cards[0].ID
		if err := events.DecideEvent(t.Context(), "typhoon", eventgraph.Order{Event: id, Decision: eventgraph.Decision{What: eventgraph.Acknowledge, By: "li"}}); err != nil {
			t.Fatal(err)
		}
		b.pick(want[0])
		b.see(want[1])
		b.pick(want[2])
		b.until(`document.querySelector('#confirm-field') !== null`)
		b.do(chromedp.SetValue("#confirm-field", "wang"))
		b.run(`document.querySelector('dialog form button').click()`)
		b.see(want[3])
		if lang == "en-GB" {
			b.shot("duty-en")
		}
		b.do(chromedp.Navigate(srv.URL() + "?again#/job/typhoon/events/" + id))
		b.see(want[4])
		b.run(`document.querySelector('[data-duty=note]').click()`)
		b.until(`document.querySelector('#confirm-field') !== null`)
		b.do(chromedp.SetValue("#confirm-field", evil))
		b.run(`document.querySelector('dialog form button').click()`)
		b.until(`document.querySelectorAll('.log li').length === 4`)
		if got := eval[string](b, `document.querySelector('.log li').textContent`); !strings.Contains(got, want[5]+": </script><img") {
			t.Errorf("%s: the log begins with %q", lang, got)
		}
		if got := eval[string](b, `document.querySelector('.log li:last-child').textContent`); !strings.Contains(got, "li") {
			t.Errorf("%s: the log ends with %q", lang, got)
		}
		b.well()
	}
}

// TestEventsInABrowser: the list of events with its map, and the card of one: names, figures, sources
// side by side where they contradict, and nothing of a page runs.
func TestEventsInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	srv := start(t, serve.Options{Told: told(t)})
	b := newBrowser(t, "zh-CN", srv.URL())
	b.do(chromedp.EmulateViewport(1000, 900))
	b.do(chromedp.Navigate(srv.URL() + "#/job/typhoon/events"))
	b.see("3 个网页，1 起事件")
	b.see("摩羯")
	if n := eval[int](b, `document.querySelectorAll('.map .spot').length`); n != 1 {
		t.Errorf("%d dots are drawn; want that of the most told place", n)
	}
	b.shot("events-zh")
	b.run(`document.querySelector('.events a').click()`)
	b.see("说法不一")
	b.see("24 人")
	if got := eval[string](b, `[...document.querySelectorAll('.sides strong')].map(e => e.innerText).join()`); got != "4 人,3 人" {
		t.Errorf("side by side stand %q", got)
	}
	if got := eval[bool](b, `[...document.querySelectorAll('main a')].some(a => a.protocol === 'javascript:')`); got {
		t.Error("an address of a page is a script")
	}
	b.shot("event-zh")
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === 'English').click()`)
	// What a person decides about a fact and the event is kept, with the reason.
	b.until(`[...document.querySelectorAll('table button')].some(b => b.textContent === 'Confirm')`)
	b.run(`[...document.querySelectorAll('table button')].find(b => b.textContent === 'Confirm').click()`)
	b.see("Decided; it counts from the next update on.")
	b.pick("Refuse")
	b.see("This did not happen")
	b.do(chromedp.SetValue("#confirm-field", "a drill"))
	b.run(`[...document.querySelectorAll('dialog button')].find(b => b.textContent === 'Refuse').click()`)
	b.until(`document.querySelector('dialog') === null`)
	b.do(chromedp.Navigate(srv.URL() + "?again#/job/typhoon/events"))
	b.see("2 decisions wait for the next update")
	b.run(`document.querySelector('.events a').click()`)
	b.see("Figures over time")
	b.see("name Yagi, season 2024")
	b.see("Hainan")
	b.do(chromedp.EmulateViewport(400, 800))
	b.well()
	b.shot("event-narrow")
}
