package warc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// capture composes the records of a visit: robots.txt files, then request and answer
// of every exchange, then the metadata. before is the size of the robots.txt records.
func (v *Archiver) capture(x *crawl.Visit, parts Parts) (before int64, err error) {
	if parts&Robots != 0 {
		for i := range x.Robots {
			if err := v.pair(&x.Robots[i], NewID(), nil); err != nil {
				return 0, err
			}
		}
		before = int64(v.out.Len())
	}
	if parts&Account != 0 {
		return before, v.metadata(x, &crawl.Exchange{URL: x.Choice.URL, At: x.FetchedAt}, "")
	}
	last := ""
	for i := range x.Response.Exchanges {
		e := &x.Response.Exchanges[i]
		last = NewID()
		var first *original
		if i == len(x.Response.Exchanges)-1 {
			first = v.original(x, e)
		}
		if err := v.pair(e, last, first); err != nil {
			return 0, err
		}
	}
	e := x.Response.Exchanges[len(x.Response.Exchanges)-1]
	e.IP = ""
	return before, v.metadata(x, &e, last)
}

// pair writes a request and its answer; id is the answer's record ID.
func (v *Archiver) pair(e *crawl.Exchange, id string, first *original) error {
	if err := v.request(e, id); err != nil {
		return err
	}
	return v.answer(e, id, first)
}

// common returns the fields that all records of an exchange share. They are one
// capture event and so have one date (5.4).
func (v *Archiver) common(kind, id string, e *crawl.Exchange) Header {
	h := Header{
		{FieldType, kind}, {FieldRecordID, id}, {fieldWarcinfoID, v.info},
		{FieldTargetURI, uri(e.URL)}, {FieldDate, date(e.At)},
	}
	if ip, err := netip.ParseAddr(e.IP); err == nil {
		h = append(h, Field{fieldIPAddress, ip.Unmap().WithZone("").String()})
	}
	return h
}

func (v *Archiver) request(e *crawl.Exchange, answer string) error {
	if len(e.Request) == 0 {
		return nil
	}
	h := append(v.common(TypeRequest, NewID(), e),
		Field{FieldConcurrentTo, answer}, Field{FieldContentType, "application/http;msgtype=request"})
	_, err := v.writer.Write(h, e.Request)
	return err
}

// answer writes a response record, or a revisit record if first is not nil.
func (v *Archiver) answer(e *crawl.Exchange, id string, first *original) error {
	head := archivedHead(e.Head)
	kind := TypeResponse
	if first != nil {
		kind = TypeRevisit
	}
	h := v.common(kind, id, e)
	if first != nil {
		h = append(h, Field{fieldProfile, first.profile}, Field{FieldRefersTo, first.id},
			Field{FieldRefersToURI, first.uri}, Field{FieldRefersToDate, first.date},
			Field{fieldRefersToFile, first.file}, Field{fieldRefersToOffset, first.offset})
	}
	if first == nil || first.profile == profileIdentical {
		h = append(h, Field{FieldPayloadDigest, Digest(e.Body)})
	}
	switch {
	case first != nil && first.profile == profileIdentical:
		h = append(h, Field{fieldTruncated, "length"}) // the payload is left out (6.7.2)
	case isToken(e.Truncated):
		h = append(h, Field{fieldTruncated, e.Truncated})
	}
	h = append(h, Field{FieldContentType, "application/http;msgtype=response"})
	if first != nil {
		_, err := v.writer.Write(h, head)
		return err
	}
	_, err := v.writer.Write(h, head, e.Body)
	return err
}

// archivedHead returns head for a body without its transfer coding: a reader must not
// look for chunks. The field Transfer-Encoding gets the name that Common Crawl uses.
func archivedHead(head []byte) []byte {
	const name = "\ntransfer-encoding:"
	i := bytes.Index(bytes.ToLower(head), []byte(name))
	if i < 0 {
		return head
	}
	out := append(bytes.Clone(head[:i+1]), "X-Crawler-"...)
	return append(out, archivedHead(head[i+1:])...)
}

// metadata writes what Describe returns for x, as metadata of the capture event e and
// of its answer, if that is kept.
func (v *Archiver) metadata(x *crawl.Visit, e *crawl.Exchange, answer string) error {
	if v.opt.Describe == nil {
		return nil
	}
	text, err := v.opt.Describe(x)
	if err != nil {
		return fmt.Errorf("visit %d: %w", x.Seq, err)
	}
	h := v.common(TypeMetadata, NewID(), e)
	if answer != "" {
		h = append(h, Field{FieldConcurrentTo, answer}, Field{FieldRefersTo, answer})
	}
	_, err = v.writer.Write(append(h, Field{FieldContentType, "application/json"}), text)
	return err
}

// original is the record that a revisit refers to.
type original struct {
	profile, id, uri, date string
	file, offset           string
}

// original returns the earlier record that makes the last answer of x a revisit, or
// nil: the payload was kept before (the hash finds it, the digest decides), or the
// server says that it has not changed.
func (v *Archiver) original(x *crawl.Visit, e *crawl.Exchange) *original {
	profile, key := profileIdentical, uint64(0)
	switch {
	case x.Response.Status == http.StatusNotModified:
		profile, key = profileNotModified, urlKey(x.Response.Final)
	case len(e.Body) == 0:
		return nil
	default:
		key = bodyKey(x)
	}
	p, ok := v.firsts[key]
	if !ok {
		return nil
	}
	h, at, err := v.recordAt(p)
	if err != nil {
		v.opt.Logger.Warn("an earlier record of the archive cannot be read; the answer is kept in full", "file", v.files[p.file], "offset", p.offset, "err", err)
		delete(v.firsts, key) // this answer becomes the first
		return nil
	}
	if profile == profileIdentical && !sameDigest(h.Get(FieldPayloadDigest), Digest(e.Body)) {
		return nil
	}
	if h.Get(FieldType) == TypeRevisit { // its payload is in a still earlier record
		return &original{profile, h.Get(FieldRefersTo), h.Get(FieldRefersToURI), h.Get(FieldRefersToDate), h.Get(fieldRefersToFile), h.Get(fieldRefersToOffset)}
	}
	return &original{profile, h.Get(FieldRecordID), h.Get(FieldTargetURI), h.Get(FieldDate), v.files[p.file], strconv.FormatInt(at, 10)}
}

// recordAt reads the header of the answer among the records at p, and its place in
// the file.
func (v *Archiver) recordAt(p place) (found Header, at int64, err error) {
	file, err := v.root.Open(v.files[p.file])
	if err != nil {
		return nil, 0, err
	}
	defer file.Close() //nolint:errcheck // only read
	r := NewReader(io.NewSectionReader(file, p.offset, int64(p.length)))
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) && found != nil {
			return found, at, nil
		}
		if err != nil {
			return nil, 0, err
		}
		if t := rec.Type(); t == TypeResponse || t == TypeRevisit {
			found, at = rec.Header, p.offset+rec.Offset
		}
	}
}

// learn remembers the place of the answer of x, except of a page that asks not to be
// kept.
func (v *Archiver) learn(x *crawl.Visit, ref crawl.Ref) {
	if x.Page == nil || x.Page.NoIndex || ref.Length > math.MaxInt32 {
		return
	}
	if n := len(v.files); n == 0 || v.files[n-1] != ref.File {
		v.files = append(v.files, ref.File)
	}
	p := place{file: int32(len(v.files) - 1), offset: ref.Offset, length: int32(ref.Length)}
	if _, ok := v.firsts[bodyKey(x)]; !ok {
		v.firsts[bodyKey(x)] = p
	}
	if v.opt.Again {
		v.firsts[urlKey(x.Page.Final)] = p
	}
}

// bodyKey is the key of the payload of x in firsts; 0 if x has no page.
func bodyKey(x *crawl.Visit) uint64 {
	if x.Page == nil {
		return 0
	}
	return mix('b', x.Page.Hash)
}

func urlKey(url string) uint64 { return mix('u', xxhash.Sum64String(url)) }

func mix(kind byte, h uint64) uint64 {
	return xxhash.Sum64(binary.LittleEndian.AppendUint64([]byte{kind}, h))
}
