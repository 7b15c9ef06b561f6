package page

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// What a page looks like that nobody would write, and its kind and main text all the same.
func TestOddPages(t *testing.T) {
	links := strings.Repeat(`<li><a href="/news/7">The river has risen above its banks</a>`, 40)
	post := func(i int) string {
		return fmt.Sprintf(`<li class="comment" id="c%d"><cite>Reader %d</cite><p>%s</p></li>`, i, i, told[i%len(told)])
	}
	comments := post(0) + post(1) + post(2) + post(3)
	for _, c := range []struct {
		name, body string
		kind       crawl.PageKind // "": any that is read
		kept       int
	}{
		{"every block is a link", "<title>News</title><ul>" + links + "</ul>", crawl.KindList, 0},
		{"every paragraph is a link", "<title>The flood</title><h1>The flood</h1><p><a href=/1>" + strings.Join(told, "</a><p><a href=/1>") + "</a>", crawl.KindUnknown, 0},
		{"two articles", "<title>News of the town</title><article><h2>The flood</h2>" + paragraphs() + "</article><article><h2>The fire</h2><p>" + strings.Repeat("A barn burned down on Friday, and nobody was hurt, said the fire brigade. ", 9) + "</article>", crawl.KindUnknown, 4},
		{"comments alone", "<title>What readers say</title><ol class=commentlist id=comments>" + comments + "</ol>", crawl.KindUnknown, 4},
		{"an article in a menu", "<title>The flood</title><nav class=menu><h1>The flood</h1>" + paragraphs() + "</nav>", crawl.KindArticle, 4},
		{"text of a picture", `<title>The flood</title><body><img src=a.png alt="` + strings.Join(told, " ") + `">`, crawl.KindUnknown, 4},
		{"deep", "<title>The flood</title>" + strings.Repeat("<div>", 100_000) + paragraphs(), crawl.KindUnknown, 4},
	} {
		p, text := mainText(t, c.body)
		if kept(text) < c.kept || c.kind != crawl.KindUnknown && p.About.Kind != c.kind {
			t.Errorf("%s: %v, %d sentences in %.200q", c.name, p.About.Kind, kept(text), text)
		}
	}
}

// A text from right to left is read as any other.
func TestRightToLeft(t *testing.T) {
	said := []string{
		"ارتفع منسوب النهر فوق ضفتيه ليلة الثلاثاء وغمرت المياه الجزء السفلي من المدينة القديمة، حيث بلغ عمقها مترا في بعض الأقبية.",
		"ونقل رجال الإطفاء أربعين شخصا إلى مكان آمن بالقوارب، وفتحت المدرسة على التل لمن لم يستطع العودة إلى منزله.",
		"وبحلول ظهر الأربعاء بدأ المنسوب في الانخفاض، لكن رئيس البلدية طلب من الناس الابتعاد عن الجسور.",
	}
	p, text := mainText(t, `<html lang="ar" dir="rtl"><title>الفيضان</title><ul class=menu><li><a href=/a>الرئيسية</a><li><a href=/b>الرياضة</a></ul><h1>الفيضان</h1><p>`+strings.Join(said, "</p><p>")+`</p><div class=footer>جميع الحقوق محفوظة</div>`)
	for _, s := range said {
		if !strings.Contains(text, s) {
			t.Errorf("%q is not in %q", s, text)
		}
	}
	if strings.Contains(text, "الرياضة") || p.About.Kind != crawl.KindArticle || p.About.Headline != "الفيضان" {
		t.Errorf("%v %q: %q", p.About.Kind, p.About.Headline, text)
	}
}

// One paragraph of ten megabytes takes memory of its own order.
func TestLongParagraph(t *testing.T) {
	body := "<title>The flood</title><p>" + strings.Repeat(told[0]+" ", 10<<20/len(told[0]))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, text := mainText(t, body)
	runtime.ReadMemStats(&after)
	if !strings.HasPrefix(text, told[0]) || p.Words == 0 {
		t.Errorf("%d words, %.200q", p.Words, text)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 20*10 {
		t.Errorf("%d MB were allocated for 10 MB", mb)
	}
}
