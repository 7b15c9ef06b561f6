package traptest

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// First returns the traps that the trap guard was tuned on.
func First() []Trap {
	return []Trap{
		{"subdomains", "typhoonfarm.example", "http://start.typhoonfarm.example/", subdomains},
		{"session in path", "stormshop.example", "http://stormshop.example/", sessionInPath},
		{"calendar", "stormdays.example", "http://stormdays.example/on/2024/05/18", calendar},
		{"facets", "stormgear.example", "http://stormgear.example/search?kind=shutter", facets},
		{"nonsense", "stormwords.example", "http://stormwords.example/read/1", nonsense},
	}
}

// subdomains: every name answers with the same sentences in another order, and links to
// five more names.
func subdomains(u *url.URL) page {
	r := drawn(u.Host)
	text := slices.Clone(stormy)
	r.Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
	p := page{title: "Typhoon news of " + strings.Split(u.Host, ".")[0], text: []string{strings.Join(text[:9], " ")}}
	for range 5 {
		name := strings.ToLower(invented(r))
		p.links = append(p.links, link{"http://" + name + ".typhoonfarm.example/", "Typhoon " + name})
	}
	return p
}

// sessionInPath: a shop of 12 pages that gives every visitor, and so every page, a new id.
func sessionInPath(u *url.URL) page {
	r := drawn(u.Path)
	n, _ := strconv.Atoi(u.Path[strings.LastIndexByte(u.Path, '/')+1:])
	p := page{title: fmt.Sprintf("Typhoon shutters, page %d", n%12), text: []string{stormy[n%12], stormy[(n+5)%12], stormy[(n+7)%12]}}
	for range 8 {
		p.links = append(p.links, link{fmt.Sprintf("/s/%08x%08x/typhoon/%d", r.Uint32(), r.Uint32(), r.IntN(12)), "Typhoon shutters"})
	}
	return p
}

// calendar: a page for every day of all times, with what always happens there.
func calendar(u *url.URL) page {
	day, err := time.Parse("/on/2006/01/02", u.Path)
	if err != nil {
		day = time.Date(2024, 5, 18, 0, 0, 0, 0, time.UTC)
	}
	p := page{title: "Typhoons on " + day.Format("2 January 2006"), text: []string{
		"Typhoon talks, typhoon walks and a lecture on storm surge. Every day at ten in the hall of the observatory.",
		"No other typhoon is expected on " + day.Format("Monday, 2 January 2006") + ".",
	}}
	for _, d := range []int{-365, -30, -7, -1, 1, 7, 30, 365} {
		p.links = append(p.links, link{day.AddDate(0, 0, d).Format("/on/2006/01/02"), "Typhoons on " + day.AddDate(0, 0, d).Format("2 January")})
	}
	return p
}

var facetNames = []string{"kind", "colour", "size", "maker", "price", "wind", "coast", "year"}

// facets: a shop in which each choice is added to those made before.
func facets(u *url.URL) page {
	q := u.Query()
	p := page{title: "Typhoon gear", text: []string{stormy[len(u.RawQuery)%12], stormy[len(u.RawQuery)%7]}}
	for _, name := range facetNames {
		for i := range 4 {
			next := url.Values{}
			for k, v := range q {
				next[k] = v
			}
			next.Set(name, fmt.Sprint(i))
			p.links = append(p.links, link{"/search?" + next.Encode(), fmt.Sprintf("typhoon gear: %s %d", name, i)})
		}
	}
	return p
}

var words = strings.Fields(strings.NewReplacer(".", "", ",", "").Replace(strings.ToLower(strings.Join(stormy, " "))))

// nonsense: the words of the sentences, shuffled: each page is new text on topic.
func nonsense(u *url.URL) page {
	r := drawn(u.Path)
	var p page
	for range 4 {
		var s []string
		for range 30 {
			s = append(s, pick(r, words))
		}
		p.text = append(p.text, strings.Join(s, " ")+" typhoon.")
	}
	p.title = "Typhoon " + pick(r, words) + " " + pick(r, words)
	for range 6 {
		p.links = append(p.links, link{fmt.Sprintf("/read/%d", r.IntN(1e9)), "Typhoon " + pick(r, words)})
	}
	return p
}
