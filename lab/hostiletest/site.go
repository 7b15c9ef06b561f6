package hostiletest

import (
	"fmt"
	"hash/fnv"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A Site is one attack: what serves it, and where a crawl enters it. A site has
// one of HTTP, Conn, TLS and H2, or DNS alone.
type Site struct {
	Name  string // letters, digits and hyphens: a part of its host names
	Group string
	What  string // what it does, one line

	// Seeds are paths, or whole URLs in which HOST stands for the site's name.
	// None: the path "/".
	Seeds []string
	// Hosts is the number of hosts over which the seeds are repeated, each of
	// another registrable domain and address; 0 and 1 are one host.
	Hosts int
	// Robots says that HTTP answers /robots.txt itself; otherwise it is a 404.
	Robots bool
	// Secure says that the seeds begin with https. HTTP is served on both ports.
	Secure bool

	HTTP func(*Host) http.Handler    // made once for each crawl
	Conn func(*Host, net.Conn)       // a connection to port 80
	TLS  func(*Host, net.Conn)       // a connection to port 443, before any handshake
	H2   func(*Host, *h2)            // a connection to port 443 on which HTTP/2 was agreed
	DNS  func(*Host, Query) []record // names of the site; nil: not answered

	// Rare says that another site is much like it (rare.go): the long form leaves it out.
	Rare bool
	// Short says that the site is attacked with in the short form too.
	Short bool
	// Known says why the program is known to fail at this site (known.go); "" if it
	// passes. A site with a reason that passes is reported, not failed.
	Known string
}

// A Host is a site during one crawl.
type Host struct {
	*Site
	World     *World
	Index     int          // 0 for the first site of the world
	Neighbour string       // the host name of its healthy neighbour
	Requests  atomic.Int64 // how many were answered by HTTP
	Count     atomic.Int64 // for the site's own use
	Forbidden atomic.Int64 // requests that reached an address that is not public

	handler http.Handler
	mu      sync.Mutex
	asked   map[string]int // requests by registrable domain, of HTTP
}

// count notes a request for a host name.
func (h *Host) count(name string) {
	h.Requests.Add(1)
	labels := strings.Split(strings.ToLower(strings.TrimSuffix(name, ".")), ".")
	domain := strings.Join(labels[max(0, len(labels)-2):], ".")
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked == nil {
		h.asked = map[string]int{}
	}
	h.asked[domain]++
}

// busiest is the greatest number of requests that one registrable domain of the
// site got.
func (h *Host) busiest() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range h.asked {
		n = max(n, k)
	}
	return n
}

// domain is the host name of the site's first host.
func (h *Host) domain() string { return h.Name + ".example" }

// Other is a host name of the site on a registrable domain of its own.
func (h *Host) Other(part any) string { return fmt.Sprintf("%v-of-%s.example", part, h.Name) }

// names are the hosts that the seeds are repeated over.
func (h *Host) names() []string {
	names := []string{h.domain()}
	for i := 1; i < h.Hosts; i++ {
		names = append(names, h.Other(i))
	}
	return names
}

// urls are the seeds of the crawl that belong to the site.
func (h *Host) urls() []string {
	seeds, scheme := h.Seeds, "http://"
	if len(seeds) == 0 {
		seeds = []string{"/"}
	}
	if h.Secure || h.TLS != nil || h.H2 != nil {
		scheme = "https://"
	}
	var urls []string
	for _, name := range h.names() {
		for _, seed := range seeds {
			if strings.HasPrefix(seed, "/") {
				seed = scheme + name + seed
			}
			urls = append(urls, strings.ReplaceAll(seed, "HOST", name))
		}
	}
	return urls
}

// first is the first byte of every address in the world. 11.0.0.0/8 is public,
// assigned, and not announced; from the namespace nothing reaches it.
const first = 11

// address is where a host name of the site is: its second byte and a bit of the
// third name the site.
func (h *Host) address(name string) net.IP {
	n := uint32(1)
	if name != h.domain() {
		sum := fnv.New32a()
		sum.Write([]byte(name)) //nolint:errcheck // never fails
		n = sum.Sum32()
	}
	return net.IPv4(first, byte(firstSite+h.Index/2), byte(h.Index%2)<<7|byte(n>>8)&127, byte(n)|1)
}

func (h *Host) neighbourAddress() net.IP {
	return net.IPv4(first, byte(1+h.Index>>8), byte(h.Index), 1)
}

// most is how many sites have addresses.
const most = 2 * (256 - firstSite)

// firstSite is the second byte of the addresses of the first site. Those below
// it are the neighbours' and the world's own.
const firstSite = 16

// sites returns all sites, in the order of their groups.
func sites() []Site {
	var all []Site
	reasons, seldom := known(), rare()
	for _, group := range []struct {
		name  string
		sites []Site
	}{
		{"connections", connections()},
		{"TLS", handshakes()},
		{"HTTP/2", frames()},
		{"headers", headers()},
		{"bodies", bodies()},
		{"redirects", redirects()},
		{"robots.txt", robots()},
		{"sitemaps and feeds", sitemaps()},
		{"HTML", markup()},
		{"charsets", charsets()},
		{"URLs", urls()},
		{"traps", traps()},
		{"time", times()},
		{"types and identity", types()},
		{"DNS", names()},
	} {
		for _, s := range group.sites {
			s.Group, s.Known, s.Rare = group.name, reasons[s.Name], slices.Contains(seldom, s.Name)
			all = append(all, s)
		}
	}
	return all
}
