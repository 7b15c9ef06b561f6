package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// neighbourPages is the number of pages of a healthy neighbour.
const neighbourPages = 40

// serveNeighbour is a healthy site: pages on typhoons, each with links to three
// others, all reached from "/" in four steps.
func serveNeighbour(w http.ResponseWriter, r *http.Request) {
	n := 0
	if r.URL.Path != "/" {
		var err error
		if n, err = strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/typhoon/")); err != nil || n < 1 || n >= neighbourPages {
			http.NotFound(w, r)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, neighbourPage(n)) //nolint:errcheck // the client may have gone
}

func neighbourPage(n int) string {
	harbour := [...]string{"Amber", "Birch", "Cedar", "Dune", "Elm", "Flint", "Grove", "Heron"}[n%8] + [...]string{"port", "haven", " Bay", " Point", "mouth"}[n/8]
	title := fmt.Sprintf("Typhoon report %d: landfall at %s", n, harbour)
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html lang=en><head><title>%s</title></head><body><h1>%s</h1>", title, title)
	fmt.Fprintf(&b, "<p>The typhoon made landfall at %s %d hours after the warning. Its storm surge rose to %d centimetres above the quay of %s, and the gale blew at %d knots.</p>", harbour, n+3, 90+7*n, harbour, 60+n)
	fmt.Fprintf(&b, "<p>In %s the typhoon warning stayed in force for %d hours; %d families left their houses. The super typhoon then turned north and became a tropical storm.</p><ul>", harbour, 10+n, 13*n+5)
	for k := 3*n + 1; k <= 3*n+3 && k < neighbourPages; k++ {
		fmt.Fprintf(&b, `<li><a href="/typhoon/%d">Typhoon report %d: the storm surge and the landfall</a></li>`, k, k)
	}
	b.WriteString("</ul></body></html>")
	return b.String()
}
