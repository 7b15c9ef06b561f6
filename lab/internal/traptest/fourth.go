package traptest

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Fourth returns the traps that look like a series.
func Fourth() []Trap {
	return []Trap{
		{"calendar with true pages", "truedays.example", "http://truedays.example/on/2024/05/18", trueDays},
		{"figures without end", "figurefarm.example", "http://figurefarm.example/bulletin/1", endlessFigures},
		{"diary of shuffled words", "shuffled.example", "http://shuffled.example/diary/day-1/", shuffledDiary},
		{"one page in every spelling", "onepage.example", "http://onepage.example/typhoon/", everySpelling},
		{"one page for everything", "everywhere.example", "http://everywhere.example/typhoon/1", everywhere},
		{"days one by one", "nextday.example", "http://nextday.example/on/2024/05/18", nextDay},
	}
}

// trueDays: a calendar in which one day of 25 has a true report.
func trueDays(u *url.URL) page {
	p := calendar(u)
	if day, err := time.Parse("/on/2006/01/02", u.Path); err == nil && day.YearDay()%25 == 0 {
		r := drawn(u.Path)
		p.text = append(p.text, report(r, invented(r))...)
	}
	return p
}

// endlessFigures: bulletins with drawn figures, each with a next one.
func endlessFigures(u *url.URL) page {
	n, _ := strconv.Atoi(u.Path[strings.LastIndexByte(u.Path, '/')+1:])
	p := figures("Bulletin", n)
	p.links = append(p.links, link{fmt.Sprintf("/bulletin/%d", n+1), "Next typhoon bulletin"})
	return p
}

// shuffledDiary: days of shuffled words, each with a next one.
func shuffledDiary(u *url.URL) page {
	path := strings.Trim(u.Path, "/")
	n, _ := strconv.Atoi(path[strings.LastIndexByte(path, '-')+1:])
	p := nonsense(u)
	p.title = fmt.Sprintf("Typhoon diary, day %d", n)
	p.links = []link{{fmt.Sprintf("/diary/day-%d/", n+1), "Typhoon diary, next day"}}
	return p
}

// everySpelling: a page that names itself in every spelling, each time in others.
func everySpelling(u *url.URL) page {
	p := page{title: "Typhoon", text: report(drawn("onepage"), "Onepage")}
	r := drawn(u.String())
	for range 5 {
		p.links = append(p.links, link{fmt.Sprintf("/typhoon/?utm_source=%x", r.Uint32()), "Typhoon"}, link{fmt.Sprintf("/typhoon/?print=%x", r.Uint32()), "Typhoon to print"})
	}
	return p
}

// everywhere: the same page at every address.
func everywhere(u *url.URL) page {
	p := page{title: "Typhoon", text: report(drawn("everywhere"), "Everywhere")}
	r := drawn(u.Path)
	for range 5 {
		p.links = append(p.links, link{fmt.Sprintf("/typhoon/%d", r.Uint32()), "Typhoon"})
	}
	return p
}

// nextDay: a calendar that names the next day alone.
func nextDay(u *url.URL) page {
	p := calendar(u)
	p.links = p.links[4:5]
	return p
}
