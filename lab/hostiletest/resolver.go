package hostiletest

import (
	"encoding/binary"
	"io"
	"net"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// A Query is a question about a name of a site.
type Query struct {
	Name string // in lower case, without the last dot
	IPv6 bool   // asks for AAAA
}

// A Record is one line of an answer.
type record struct {
	IP    net.IP // an A or AAAA record
	CNAME string // or a name to look up instead
	Owner string // whose record it is; "": the name asked for
	TTL   uint32
	Code  dnsmessage.RCode // the code of the whole answer
	Raw   []byte           // the whole answer after its first two bytes
}

// serveNames answers on UDP and TCP.
func (w *World) serveNames() error {
	udp, err := net.ListenPacket("udp", "127.0.0.1:53")
	if err != nil {
		return err
	}
	tcp, err := net.Listen("tcp", "127.0.0.1:53")
	if err != nil {
		udp.Close() //nolint:errcheck // the error before counts
		return err
	}
	w.closers = append(w.closers, udp, tcp)
	w.running.Go(func() {
		for buf := make([]byte, 4096); ; {
			n, from, err := udp.ReadFrom(buf)
			if err != nil {
				return
			}
			query := append([]byte(nil), buf[:n]...)
			go func() {
				if a := w.answer(query, 1200); a != nil {
					udp.WriteTo(a, from) //nolint:errcheck // as a datagram may be lost
				}
			}()
		}
	})
	w.running.Go(func() { w.accept(tcp, w.nameTCP) })
	return nil
}

func (w *World) nameTCP(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute)) //nolint:errcheck // a socket
	for {
		var size [2]byte
		if _, err := io.ReadFull(c, size[:]); err != nil {
			return
		}
		query := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(c, query); err != nil {
			return
		}
		a := w.answer(query, 65535)
		if a == nil {
			return
		}
		if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(a))), a...)); err != nil {
			return
		}
	}
}

// answer is the answer to a query, cut to the size; nil: none.
func (w *World) answer(query []byte, size int) []byte {
	var p dnsmessage.Parser
	head, err := p.Start(query)
	if err != nil {
		return nil
	}
	q, err := p.Question()
	if err != nil {
		return nil
	}
	records, known := w.lookUp(Query{Name: strings.ToLower(strings.TrimSuffix(q.Name.String(), ".")), IPv6: q.Type == dnsmessage.TypeAAAA})
	if records == nil && known {
		return nil
	}
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: head.ID, Response: true, RecursionDesired: true, RecursionAvailable: true}, Questions: []dnsmessage.Question{q}}
	if !known {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, r := range records {
		if r.Raw != nil {
			return append(append([]byte(nil), query[:2]...), r.Raw...)
		}
		if r.Code != 0 {
			m.RCode = r.Code
			continue
		}
		if res, ok := resource(q, r); ok {
			m.Answers = append(m.Answers, res)
		}
	}
	packed, err := m.Pack()
	if err != nil {
		return nil
	}
	if len(packed) > size {
		m.Truncated, m.Answers = true, m.Answers[:min(8, len(m.Answers))]
		packed, _ = m.Pack() //nolint:errcheck // it was packed before
	}
	return packed
}

// resource is a record as DNS has it; false if the question asks for another type.
func resource(q dnsmessage.Question, r record) (dnsmessage.Resource, bool) {
	owner := q.Name
	if r.Owner != "" {
		owner = dnsmessage.MustNewName(r.Owner + ".")
	}
	head := dnsmessage.ResourceHeader{Name: owner, Class: dnsmessage.ClassINET, TTL: r.TTL}
	switch four := r.IP.To4(); {
	case r.CNAME != "":
		return dnsmessage.Resource{Header: head, Body: &dnsmessage.CNAMEResource{CNAME: dnsmessage.MustNewName(r.CNAME + ".")}}, true
	case four != nil && q.Type == dnsmessage.TypeA:
		return dnsmessage.Resource{Header: head, Body: &dnsmessage.AResource{A: [4]byte(four)}}, true
	case len(r.IP) == net.IPv6len && q.Type == dnsmessage.TypeAAAA:
		return dnsmessage.Resource{Header: head, Body: &dnsmessage.AAAAResource{AAAA: [16]byte(r.IP)}}, true
	}
	return dnsmessage.Resource{}, false
}

// lookUp answers a query; false: there is no such name. No records: no answer.
func (w *World) lookUp(q Query) (records []record, known bool) {
	labels := strings.Split(q.Name, ".")
	if len(labels) < 2 || labels[len(labels)-1] != "example" {
		return nil, false
	}
	label := labels[len(labels)-2]
	if name, ok := strings.CutPrefix(label, "neighbour-"); ok && w.byName[name] != nil {
		return plain(w.byName[name].neighbourAddress(), q), true
	}
	name := label
	if i := strings.LastIndex(label, "-of-"); i >= 0 {
		name = label[i+4:]
	}
	h := w.byName[name]
	if h == nil {
		return nil, false
	}
	if h.DNS != nil {
		return h.DNS(h, q), true
	}
	return plain(h.address(q.Name), q), true
}

// plain is an answer of one IPv4 address, and that there is no other one.
func plain(ip net.IP, q Query) []record {
	if q.IPv6 {
		return []record{{}}
	}
	return []record{{IP: ip, TTL: 300}}
}
