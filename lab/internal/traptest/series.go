package traptest

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Parts is how many true pages each of the [Series] has. The title of the n-th ends with "No. n".
const Parts = 40

// Series returns sites that are no traps and look like some: each has Parts true pages of one
// form, which name each other in several spellings, or say the same sentences with other figures.
func Series() []Trap {
	return []Trap{
		{"diary without slashes", "stormdiary.example", "http://stormdiary.example/2020/04/", slashDiary},
		{"listed bulletins", "bulletins.example", "http://bulletins.example/bulletins/", listedBulletins},
		{"chained bulletins", "typhoonwire.example", "http://typhoonwire.example/bulletin/1", chainedBulletins},
		{"situation reports", "reliefdesk.example", "http://reliefdesk.example/updates/", situationReports},
		{"letters, http and https", "stormletters.example", "http://stormletters.example/letter/1", schemeLetters},
		{"tracked column", "windcolumn.example", "http://windcolumn.example/column/?utm_source=list", trackedColumn},
		{"news to print and for telephones", "coastnews.example", "http://coastnews.example/news/", printedNews},
		{"forum thread", "stormtalk.example", "http://stormtalk.example/thread/77?page=1", forumThread},
		{"chapters", "typhoonbook.example", "http://typhoonbook.example/book/index.html", chapters},
		{"diary beside a calendar", "harbourlog.example", "http://harbourlog.example/", harbourLog},
	}
}

// number is the number at the end of a path, 0 if there is none there or it is no part.
func number(path string) int {
	path = strings.Trim(path, "/")
	n, err := strconv.Atoi(path[strings.LastIndexAny(path, "/-")+1:])
	if err != nil || n < 1 || n > Parts {
		return 0
	}
	return n
}

// part is the n-th part of a series that an honest writer wrote.
func part(of string, n int) page {
	r := drawn(of, "part", fmt.Sprint(n))
	return page{title: fmt.Sprintf("%s, typhoon %s, No. %d", of, invented(r), n), text: report(r, invented(r))}
}

// figures is the n-th part of a series that says the same of other figures.
func figures(of string, n int) page {
	r := drawn(of, "figures", fmt.Sprint(n))
	return page{title: fmt.Sprintf("%s on the typhoon No. %d", of, n), text: []string{
		fmt.Sprintf("At %02d:%02d the centre of the typhoon was at %d.%d north and %d.%d east.", r.IntN(24), r.IntN(60), 10+r.IntN(20), r.IntN(10), 110+r.IntN(40), r.IntN(10)),
		fmt.Sprintf("Winds of %d metres a second near the centre, gusts of %d; pressure %d; the typhoon moves at %d kilometres an hour.", 20+r.IntN(40), 30+r.IntN(60), 900+r.IntN(99), 5+r.IntN(40)),
		fmt.Sprintf("A typhoon warning is in force for %d districts; %d people are in %d shelters.", 1+r.IntN(90), 100+r.IntN(9000), 2+r.IntN(80)),
	}}
}

// beside links to the parts before and after the n-th, as address spells them.
func (p *page) beside(n int, address func(n int) string) {
	for _, k := range []int{n - 1, n + 1} {
		if k >= 1 && k <= Parts {
			p.links = append(p.links, link{address(k), fmt.Sprintf("Typhoon, part %d", k)})
		}
	}
}

// list links to all parts.
func (p *page) list(address func(n int) string) {
	for n := range Parts {
		p.links = append(p.links, link{address(n + 1), fmt.Sprintf("Typhoon, part %d", n+1)})
	}
}

func at(format string) func(n int) string {
	return func(n int) string { return fmt.Sprintf(format, n) }
}

// slashDiary: the list names each day with a final slash, the days each other without.
func slashDiary(u *url.URL) page {
	n := number(u.Path)
	if u.Path == "/2020/04/" {
		p := page{title: "Typhoon diary", text: []string{"A diary of the typhoon."}}
		p.list(at("/2020/04/typhoon-diary-day-%d/"))
		return p
	} else if n == 0 {
		return page{title: "Not here"}
	}
	p := part("Diary", n)
	p.beside(n, at("/2020/04/typhoon-diary-day-%d"))
	return p
}

// listedBulletins: a list of bulletins that differ in their figures.
func listedBulletins(u *url.URL) page {
	n := number(u.Path)
	if n == 0 {
		p := page{title: "Typhoon bulletins", text: []string{"All bulletins."}}
		p.list(at("/bulletins/%d/"))
		return p
	}
	p := figures("Bulletin", n)
	p.beside(n, at("/bulletins/%d"))
	return p
}

// chainedBulletins: each bulletin names the next one and a chart, and there is no list.
func chainedBulletins(u *url.URL) page {
	n := number(u.Path)
	if n == 0 || !strings.HasPrefix(u.Path, "/bulletin/") {
		return page{title: "Chart"}
	}
	p := figures("Wire", n)
	p.beside(n, at("/bulletin/%d"))
	p.links = append(p.links, link{fmt.Sprintf("/charts/track/%d", n), "chart"})
	return p
}

// situationReports: nearly all of each is the same; two files belong to it.
func situationReports(u *url.URL) page {
	n := number(u.Path)
	if n == 0 {
		p := page{title: "Typhoon updates", text: []string{"All situation reports."}}
		p.list(at("/updates/situation-report-%d/"))
		return p
	}
	p := figures("Situation report", n)
	p.text = append(stormy[:8:8], p.text[1:]...)
	p.beside(n, at("/updates/situation-report-%d"))
	p.links = append(p.links, link{fmt.Sprintf("/files/map-%d.pdf", n), "map"}, link{fmt.Sprintf("/files/table-%d.xlsx", n), "table"})
	return p
}

// schemeLetters: a page names the next one with https, the one before with http and www.
func schemeLetters(u *url.URL) page {
	n := number(u.Path)
	p := part("Letter", max(n, 1))
	p.beside(n, func(k int) string {
		if k < n {
			return fmt.Sprintf("http://www.stormletters.example/letter/%d", k)
		}
		return fmt.Sprintf("https://stormletters.example/letter/%d", k)
	})
	p.links = append(p.links, link{fmt.Sprintf("http://stormletters.example/letter/%d", min(n+1, Parts)), "next letter on the typhoon"})
	return p
}

// trackedColumn: each link says from where the reader came.
func trackedColumn(u *url.URL) page {
	n := number(u.Path)
	if n == 0 {
		p := page{title: "Typhoon column", text: []string{"All columns."}}
		p.list(at("/column/typhoon-%d"))
		return p
	}
	p := part("Column", n)
	p.beside(n, func(k int) string { return fmt.Sprintf("/column/typhoon-%d?utm_source=column&utm_campaign=%d", k, n) })
	return p
}

// printedNews: each page has a form to print and one for telephones.
func printedNews(u *url.URL) page {
	n := number(strings.TrimSuffix(u.Path, "/amp/"))
	if n == 0 {
		p := page{title: "Typhoon news", text: []string{"All news."}}
		p.list(at("/news/%d"))
		return p
	}
	p := part("News", n)
	p.beside(n, at("/news/%d"))
	p.links = append(p.links, link{fmt.Sprintf("/news/%d?print=1", n), "print"}, link{fmt.Sprintf("/news/%d/amp/", n), "telephone"})
	return p
}

// forumThread: pages of a thread, each with a form to answer, which is the same page for all.
func forumThread(u *url.URL) page {
	n := number(u.Query().Get("page"))
	if n == 0 {
		return page{title: "Log in"}
	}
	p := part("Thread on the typhoon", n)
	p.beside(n, at("/thread/77?page=%d"))
	for i := range 3 {
		p.links = append(p.links, link{fmt.Sprintf("/answer/%d/%d", n, i), "answer"})
	}
	return p
}

// chapters: folders with an index page, and both are named.
func chapters(u *url.URL) page {
	n := number(strings.TrimSuffix(u.Path, "index.html"))
	if n == 0 {
		p := page{title: "A book of typhoons", text: []string{"All chapters."}}
		p.list(at("/book/chapter-%d/"))
		return p
	}
	p := part("Chapter on the typhoon", n)
	p.beside(n, at("/book/chapter-%d/index.html"))
	return p
}

// harbourLog: a diary whose pages name a calendar without end.
func harbourLog(u *url.URL) page {
	if _, err := time.Parse("/on/2006/01/02", u.Path); err == nil {
		return calendar(u)
	}
	n := number(u.Path)
	if n == 0 {
		return page{title: "Harbour log of the typhoon", text: []string{"A log of the harbour."},
			links: []link{{"/on/2024/05/18", "Typhoon calendar"}, {"/on/2024/05/19", "Typhoon calendar"}, {"/log/1", "Typhoon log"}}}
	}
	p := part("Harbour log", n)
	p.beside(n, at("/log/%d"))
	p.links = append(p.links, link{fmt.Sprintf("/on/2024/06/%02d", 1+n%28), "Typhoon calendar"})
	return p
}
