package hostiletest

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// names attack in the domain name system. Where a name leads anywhere, the
// page there links to more such names.
func names() []Site {
	linked := handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
		html(w)
		n := h.Count.Add(1)
		for i := range int64(10) { // some hundred hosts; those without end are among the traps
			fmt.Fprint(w, link("http://"+h.Other((n*10+i)%200)+"/"), link(fmt.Sprintf("/%d", (n*10+i)%50)))
		}
	})
	one := func(h *Host, q Query, ttl uint32) []record {
		all := plain(h.address(q.Name), q)
		all[0].TTL = ttl
		return all
	}
	inside := []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(10, 9, 9, 9), net.IPv4(169, 254, 169, 254), net.IPv4(192, 168, 1, 1), net.IPv6loopback,
		net.ParseIP("::ffff:127.0.0.1"), net.ParseIP("64:ff9b::7f00:1"), net.ParseIP("fd00::1"), net.ParseIP("fe80::1"), net.IPv4(0, 0, 0, 0), net.IPv4(100, 64, 0, 1)}
	site := func(name, what string, hosts int, dns func(*Host, Query) []record) Site {
		return Site{Name: name, What: what, Hosts: hosts, HTTP: linked, DNS: dns}
	}
	silent := func(*Host, Query) []record { return nil }
	all := []Site{
		site("dns-silent", "no answer", many, silent),
		site("dns-slow", "answers after four seconds", many, func(h *Host, q Query) []record {
			h.World.sleep(4 * time.Second)
			return one(h, q, 0)
		}),
		site("dns-thousand", "a thousand addresses, none of which answers", 3, func(h *Host, q Query) []record {
			if q.IPv6 {
				return []record{{}}
			}
			var all []record
			for i := range 1000 {
				all = append(all, record{IP: net.IPv4(12, 0, byte(i>>8), byte(i)), TTL: 60})
			}
			return all
		}),
		site("dns-rebinding", "public first, then not, by turns, with a TTL of 0", 6, func(h *Host, q Query) []record {
			if n := h.Requests.Load() + int64(len(q.Name)); n%2 == 1 {
				return []record{{IP: inside[int(n)%4], TTL: 0}}
			}
			return one(h, q, 0)
		}),
		site("dns-private", "addresses that are not public, each kind", many, func(h *Host, q Query) []record {
			return []record{{IP: inside[len(q.Name)%len(inside)], TTL: 60}, {IP: inside[int(q.Name[0])%len(inside)], TTL: 60}}
		}),
		site("dns-mixed", "a public address and one that is not in one answer", 4, func(h *Host, q Query) []record {
			return append([]record{{IP: inside[int(q.Name[0])%4], TTL: 60}, {IP: net.IPv6loopback, TTL: 60}}, one(h, q, 60)...)
		}),
		site("dns-cname-loop", "aliases in a circle", 4, func(h *Host, q Query) []record {
			return []record{{CNAME: "a." + h.domain()}, {Owner: "a." + h.domain(), CNAME: q.Name}}
		}),
		site("dns-cname-chain", "aliases of aliases without an end", 4, func(h *Host, q Query) []record {
			all := []record{{CNAME: "c0." + h.domain()}}
			for i := range 300 {
				all = append(all, record{Owner: fmt.Sprintf("c%d.%s", i, h.domain()), CNAME: fmt.Sprintf("c%d.%s", i+1, h.domain())})
			}
			return all
		}),
		site("dns-cname-neighbour", "an alias of its neighbour: many domains that are the neighbour's server", 6, func(h *Host, q Query) []record {
			return append([]record{{CNAME: h.Neighbour}}, record{Owner: h.Neighbour, IP: h.neighbourAddress(), TTL: 1})
		}),
		site("dns-poison", "records of its neighbour's name in every answer", 4, func(h *Host, q Query) []record {
			return append(one(h, q, 0), record{Owner: h.Neighbour, IP: net.IPv4(127, 0, 0, 1), TTL: 1 << 30})
		}),
		site("dns-flaps", "the name is there at every other question", 6, func(h *Host, q Query) []record {
			if time.Now().Second()%2 == 0 {
				return []record{{Code: dnsmessage.RCodeNameError}}
			}
			return one(h, q, 0)
		}),
		site("dns-servfail", "SERVFAIL and REFUSED", many, func(h *Host, q Query) []record {
			return []record{{Code: []dnsmessage.RCode{dnsmessage.RCodeServerFailure, dnsmessage.RCodeRefused, dnsmessage.RCodeFormatError}[len(q.Name)%3]}}
		}),
		site("dns-garbage", "answers that are none", many, func(_ *Host, q Query) []record {
			return []record{{Raw: []byte("\x81\x80\x00\x01\xff\xff\x00\x00\x00\x00\xc0\x0c\xc0\x0c" + strings.Repeat("\xc0\x0c", 400))}}
		}),
		site("dns-empty", "no error and no address", many, func(*Host, Query) []record { return []record{{}} }),
		site("dns-long-ttl", "a TTL of 2^32-1", 4, func(h *Host, q Query) []record { return one(h, q, 1<<32-1) }),
		site("dns-moves", "another address at every question", 4, func(h *Host, q Query) []record {
			if q.IPv6 {
				return []record{{}}
			}
			return []record{{IP: h.address(fmt.Sprint(time.Now().UnixNano()))}}
		}),
		site("dns-dead-address", "addresses where nothing answers", many, func(_ *Host, q Query) []record { return plain(net.IPv4(12, 1, 2, byte(len(q.Name))), q) }),
		site("dns-many-slow", "every page names hosts whose names take four seconds", 1, func(h *Host, q Query) []record {
			if q.Name != h.domain() {
				h.World.sleep(4 * time.Second)
			}
			return one(h, q, 60)
		}),
	}
	all[0].Short = true
	return all
}
