package traptest

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// third returns the traps that no rule or number of the trap guard was tuned on.
func third() []Trap {
	return []Trap{
		{"faceted shop", "galeshop.example", "http://galeshop.example/c/shutters/", facetedShop},
		{"mirrored hosts and folders", "tidebook.example", "http://www.tidebook.example/tide/typhoon/1", mirroredHosts},
		{"chained words", "stormchain.example", "http://stormchain.example/story/typhoon-landfall", chainedWords},
		{"weekdays in paths", "surgedays.example", "http://surgedays.example/events/monday/week-1/morning/", weekdays},
		{"session in subdomain and path", "cyclonepost.example", "http://start.cyclonepost.example/in/typhoon/1", sessionEverywhere},
		{"tags of tags", "windtags.example", "http://windtags.example/tag/typhoon/", tagsOfTags},
		{"forms of a page", "stormprint.example", "http://stormprint.example/typhoon/1.html", formsOfPage},
		{"dead ends", "stormlist.example", "http://stormlist.example/", deadEnds},
		{"members", "typhoonforum.example", "http://typhoonforum.example/member/1", members},
	}
}

// menu are links of a site that stand on each of its pages.
func menu(names ...string) (all []link) {
	for _, n := range names {
		all = append(all, link{"/" + n + "/", n})
	}
	return all
}

// goods is the n-th of 20 things of a shop.
func goods(n int) (title, text string) {
	r := drawn("goods", fmt.Sprint(n%20))
	name := invented(r)
	return name + " typhoon shutter", fmt.Sprintf("The %s shutter of %s holds in a typhoon of %d kilometres an hour. It was tried in %s, where %s sells it with %s screws.",
		name, invented(r), 100+r.IntN(100), invented(r), invented(r), invented(r))
}

// facetedShop: 20 things, each with a page, and lists of them by any row of choices in the
// path; a menu on every page.
func facetedShop(u *url.URL) page {
	p := page{links: menu("about", "help", "delivery", "c/shutters", "c/lamps", "c/pumps")}
	if n, err := strconv.Atoi(strings.TrimPrefix(u.Path, "/p/")); err == nil {
		title, text := goods(n)
		p.title, p.text = title, []string{text, "Delivered within three days, if no typhoon is near."}
		p.links = append(p.links, link{"/c/shutters/", "All shutters"})
		return p
	}
	chosen := strings.Split(strings.Trim(u.Path, "/"), "/")
	r := drawn(chosen...)
	p.title = "Typhoon shutters: " + strings.Join(chosen[1:], ", ")
	for range 4 {
		n := r.IntN(20)
		title, text := goods(n)
		p.text = append(p.text, title+". "+text)
		p.links = append(p.links, link{fmt.Sprint("/p/", n), title})
	}
	for _, facet := range []string{"colour", "size", "maker", "wind", "price", "sort"} {
		for _, value := range []string{"low", "mid", "high"} {
			p.links = append(p.links, link{strings.TrimSuffix(u.Path, "/") + "/" + facet + "-" + value + "/", "typhoon shutters, " + facet + " " + value})
		}
	}
	return p
}

// mirroredHosts: 15 articles below every folder of every host, and both have names.
func mirroredHosts(u *url.URL) page {
	r := drawn(u.Host, u.Path)
	segments := strings.Split(strings.Trim(u.Path, "/"), "/")
	n, _ := strconv.Atoi(segments[len(segments)-1])
	title, text := essay("tidebook", n%15)
	p := page{title: title, text: text}
	for i := range 4 {
		mirror := strings.ToLower(invented(r))
		p.links = append(p.links,
			link{fmt.Sprintf("http://%s.tidebook.example/tide/typhoon/%d", mirror, n+i), "Typhoon " + mirror},
			link{fmt.Sprintf("/%s/tide/typhoon/%d", mirror, (n+i)%15), "Typhoon tides"})
	}
	return p
}

// chainedWords: each word follows one that it follows in a text on typhoons: every page is
// new, reads like a report, and has the words of all others.
func chainedWords(u *url.URL) page {
	follow := map[string][]string{}
	var corpus []string
	for n := range 12 {
		r := drawn("corpus", fmt.Sprint(n))
		corpus = append(corpus, report(r, invented(r))...)
	}
	all := strings.Fields(strings.NewReplacer(".", "", ",", "", ";", "").Replace(strings.Join(append(corpus, stormy...), " ")))
	for i := range all[1:] {
		follow[all[i]] = append(follow[all[i]], all[i+1])
	}
	r := drawn(u.Path)
	var p page
	for range 5 {
		word := "The"
		var s []string
		for range 25 {
			s = append(s, word)
			if next := follow[word]; len(next) > 0 {
				word = pick(r, next)
			} else {
				word = "typhoon"
			}
		}
		p.text = append(p.text, strings.Join(s, " ")+".")
	}
	p.title = "Typhoon: " + pick(r, all) + " " + pick(r, all)
	for range 5 {
		p.links = append(p.links, link{"/story/" + strings.ToLower(pick(r, all)+"-"+pick(r, all)+"-"+pick(r, all)), "Typhoon " + pick(r, all)})
	}
	return p
}

// weekdays: a programme by weekday, week and time of day, in words.
func weekdays(u *url.URL) page {
	s := strings.Split(strings.Trim(u.Path, "/"), "/")
	days := []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
	times := []string{"morning", "noon", "afternoon", "evening"}
	week := 1
	if len(s) == 4 {
		week, _ = strconv.Atoi(strings.TrimPrefix(s[2], "week-"))
	}
	p := page{title: "Typhoon watch: " + strings.Join(s[1:], " "), text: []string{
		"The typhoon desk is open. Nobody has entered anything for the " + s[len(s)-1] + " of this " + s[min(1, len(s)-1)] + ".",
		"Bring a lamp, water and a radio when a typhoon is near.",
	}}
	for _, d := range days {
		for _, w := range []int{week, week + 1, week + 4} {
			t := times[(len(d)+w)%4]
			p.links = append(p.links, link{fmt.Sprintf("/events/%s/week-%d/%s/", d, w, t), "typhoon watch, " + d + " " + t})
		}
	}
	return p
}

// sessionEverywhere: 18 articles; the visitor's id is a part of the host and of the path.
func sessionEverywhere(u *url.URL) page {
	r := drawn(u.Host, u.Path)
	n, _ := strconv.Atoi(u.Path[strings.LastIndexByte(u.Path, '/')+1:])
	title, text := essay("cyclonepost", n%18)
	p := page{title: title, text: text}
	for range 6 {
		p.links = append(p.links, link{fmt.Sprintf("http://v%x.cyclonepost.example/in-%s/typhoon/%d", r.Uint32(), strings.ToLower(invented(r)), r.IntN(18)), "Typhoon post"})
	}
	return p
}

// tagsOfTags: 20 articles, listed by every row of tags.
func tagsOfTags(u *url.URL) page {
	if n, err := strconv.Atoi(strings.TrimPrefix(u.Path, "/post/")); err == nil {
		title, text := essay("windtags", n%20)
		return page{title: title, text: text, links: menu("tag/typhoon", "tag/wind", "tag/rain")}
	}
	tags := strings.Split(strings.Trim(u.Path, "/"), "/")[1:]
	r := drawn(tags...)
	p := page{title: "Posts on " + strings.Join(tags, " and ")}
	for range 5 {
		n := r.IntN(20)
		title, text := essay("windtags", n)
		p.text = append(p.text, title+": "+text[0])
		p.links = append(p.links, link{fmt.Sprint("/post/", n), title})
	}
	for _, tag := range []string{"typhoon", "wind", "rain", "harbour", "roofs", "ferries", "schools", "islands"} {
		p.links = append(p.links, link{strings.TrimSuffix(u.Path, "/") + "/" + tag + "/", "typhoon: " + tag})
	}
	return p
}

// formsOfPage: 20 articles; each form of a page links to further forms of it: to print, in
// a size, from where the reader came.
func formsOfPage(u *url.URL) page {
	n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(u.Path, "/typhoon/"), ".html"))
	title, text := essay("stormprint", n%20)
	p := page{title: title, text: text}
	q := u.RawQuery
	if q != "" {
		q += "&"
	}
	for i, form := range []string{"print=1", "size=large", "lang=en", "view=plain"} {
		p.links = append(p.links, link{u.Path + "?" + q + form, title + ": " + form},
			link{fmt.Sprintf("/typhoon/%d.html?from=%d&%s", (n+i+1)%20, n, form), "Next typhoon"})
	}
	return p
}

// deadEnds: a front page with thousands of links; behind each a stock sentence and nothing.
func deadEnds(u *url.URL) page {
	p := page{title: "Typhoon list"}
	if u.Path != "/" {
		r := drawn(u.Path)
		p.title, p.text = "Typhoon "+u.Path[1:], []string{pick(r, stormy), pick(r, stormy)}
		return p
	}
	for i := range 3000 {
		p.links = append(p.links, link{"/typhoon-" + strings.ToLower(invented(drawn("dead", fmt.Sprint(i)))) + fmt.Sprint(i), "Typhoon"})
	}
	return p
}

// members: the members of a forum, who have written nothing, and their friends.
func members(u *url.URL) page {
	n, _ := strconv.Atoi(u.Path[strings.LastIndexByte(u.Path, '/')+1:])
	r := drawn(u.Path)
	name := invented(r) + " " + invented(r)
	p := page{title: name + ", member of the typhoon forum", text: []string{
		name + " has written no posts on typhoons yet. Last seen on " + fmt.Sprintf("%d %s", 1+r.IntN(28), pick(r, months)) + ".",
		"Members of the typhoon forum follow storms from all coasts.",
	}}
	for i := range 8 {
		p.links = append(p.links, link{fmt.Sprintf("/member/%d", 10*n+i), invented(r) + " " + invented(r) + ", typhoon forum"})
	}
	return p
}
