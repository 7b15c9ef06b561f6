package traptest

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// second returns the traps that were written when the rules and numbers of the trap guard
// stood.
func second() []Trap {
	return []Trap{
		{"session in query", "galenotes.example", "http://galenotes.example/list?sid=0", sessionInQuery},
		{"sort orders", "windtable.example", "http://windtable.example/typhoons?sort=name", sortOrders},
		{"mirrored trees", "surgebook.example", "http://surgebook.example/atlas/typhoon", mirroredTrees},
		{"paging", "cyclonelog.example", "http://cyclonelog.example/archive/1", paging},
		{"search permutations", "stormfinder.example", "http://stormfinder.example/find/typhoon+warning+coast", permutations},
		{"relative links", "landfall.example", "http://landfall.example/typhoon/", relativeLinks},
	}
}

// essay is the n-th of 30 articles of a site: honest text, but no more of it.
func essay(site string, n int) (title string, text []string) {
	r := drawn(site, "essay", fmt.Sprint(n%30))
	name := invented(r)
	return "Typhoon " + name, report(r, name)[:3]
}

// sessionInQuery: 30 articles; every link carries an id that is new on every page, and
// tells where the reader came from.
func sessionInQuery(u *url.URL) page {
	r := drawn(u.RawQuery)
	n, _ := strconv.Atoi(u.Query().Get("n"))
	title, text := essay(u.Host, n)
	p := page{title: title, text: text}
	for range 7 {
		p.links = append(p.links, link{fmt.Sprintf("/list?n=%d&sid=%x&from=%d", r.IntN(30), r.Uint64(), n), "Typhoon notes"})
	}
	return p
}

// sortOrders: a table of 40 typhoons on ten pages, by any list of columns.
func sortOrders(u *url.URL) page {
	q := u.Query()
	by, start := strings.Split(q.Get("sort"), ","), 0
	if n, err := strconv.Atoi(q.Get("page")); err == nil {
		start = n % 10
	}
	order := drawn(by...).Perm(40)
	p := page{title: "Typhoons by " + strings.Join(by, ", ")}
	for _, i := range order[4*start : 4*start+4] {
		title, text := essay(u.Host, i)
		p.text = append(p.text, title+". "+text[0])
	}
	for _, column := range []string{"name", "wind", "rain", "year", "coast", "-name", "-wind"} {
		sort := url.QueryEscape(strings.Join(append([]string{column}, by[:min(len(by), 4)]...), ","))
		p.links = append(p.links, link{"/typhoons?sort=" + sort, "typhoons by " + column},
			link{fmt.Sprintf("/typhoons?sort=%s&page=%d", sort, start+1), "more typhoons"})
	}
	return p
}

// mirroredTrees: each folder holds every other folder, and all hold the same articles.
func mirroredTrees(u *url.URL) page {
	path := strings.TrimSuffix(u.Path, "/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	title, text := essay(u.Host, len(last))
	p := page{title: title, text: text}
	for _, folder := range []string{"atlas", "coast", "pacific", "season", "records"} {
		dir := path[:strings.LastIndexByte(path, '/')]
		p.links = append(p.links, link{dir + "/" + folder + "/" + last, "Typhoon atlas: " + folder},
			link{"/" + folder + dir + "/" + folder + "s", "Typhoons of the " + folder})
	}
	return p
}

// paging: the list goes on behind its end, with what was on it before.
func paging(u *url.URL) page {
	n, _ := strconv.Atoi(u.Path[strings.LastIndexByte(u.Path, '/')+1:])
	p := page{title: fmt.Sprintf("Typhoon log, page %d", n)}
	for i := range 5 {
		title, text := essay(u.Host, 5*n+i)
		p.text = append(p.text, fmt.Sprintf("No. %d: %s. %s", 5*n+i, title, text[0]))
	}
	for _, next := range []int{n + 1, n + 2, n + 10, 2 * n} {
		p.links = append(p.links, link{fmt.Sprintf("/archive/%d", next), "older typhoons"})
	}
	return p
}

// permutations: a search that offers the same words in every order, with one more.
func permutations(u *url.URL) page {
	_, asked, _ := strings.Cut(u.Path, "/find/")
	words := strings.Split(asked, "+")
	r := drawn(asked)
	p := page{title: "Search: " + strings.Join(words, " ")}
	for range 4 {
		title, text := essay(u.Host, r.IntN(30))
		p.text = append(p.text, title+". "+text[1], "Found for "+strings.Join(words, " and ")+".")
	}
	for range 8 {
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		more := append(append([]string{}, words[:min(len(words), 6)]...), pick(r, []string{"typhoon", "surge", "wind", "harbour", "island"}))
		p.links = append(p.links, link{"/find/" + strings.Join(more, "+"), "typhoon " + strings.Join(more, " ")})
	}
	return p
}

// relativeLinks: links without a slash at their beginning grow the path with every step.
func relativeLinks(u *url.URL) page {
	depth := strings.Count(u.Path, "/")
	title, text := essay(u.Host, depth)
	p := page{title: title, text: text}
	for i := range 4 {
		p.links = append(p.links, link{fmt.Sprintf("typhoon-%d/", i), "Typhoons"}, link{fmt.Sprintf("news%d/typhoon/", i), "Typhoon news"})
	}
	return p
}
