package replay

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/gzip"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
)

// spot is where a record stands. The zero spot is none.
type spot struct {
	file   int32 // 1, 2, ...: index into Archive.files, plus one
	offset int64
}

// finds is what is known while the files are read.
type finds struct {
	latest map[uint64]int64 // by hash of the key: when the answer in Archive.spots was archived, Unix microseconds
	// originals are the response records by the hashes of what a revisit record
	// may say of them; revisits wait for their originals, which may stand in a
	// later file.
	originals map[uint64]spot
	revisits  []revisit
}

type revisit struct {
	at   spot
	refs []uint64
}

// read finds all answers.
func (a *Archive) read() {
	f := &finds{latest: map[uint64]int64{}, originals: map[uint64]spot{}}
	a.spots, a.firsts = map[uint64]spot{}, map[spot]spot{}
	for i, name := range a.files {
		if err := a.readFile(f, int32(i+1), name); err != nil {
			a.faults = append(a.faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	for _, r := range f.revisits {
		for _, ref := range r.refs {
			if s, ok := f.originals[ref]; ok {
				a.firsts[r.at] = s
				break
			}
		}
	}
}

func (a *Archive) readFile(f *finds, n int32, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	r := warc.NewReader(file)
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if rec.Inner {
			return a.unpack(f, n, name)
		}
		if t := rec.Type(); t == warc.TypeResponse || t == warc.TypeRevisit {
			a.note(f, spot{n, rec.Offset}, rec)
		}
	}
}

// unpack reads a file that is compressed as a whole, or has several records to a
// gzip member, so that none can be found again by its place: it is unpacked into
// a temporary file, which Close removes.
func (a *Archive) unpack(f *finds, n int32, name string) error {
	f.forget(a, n)
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // only read
	z, err := gzip.NewReader(from)
	if err != nil {
		return err
	}
	to, err := os.CreateTemp("", "ontocrawl-*"+warc.Ext)
	if err != nil {
		return err
	}
	a.files[n-1] = to.Name()
	a.temporary = append(a.temporary, to.Name())
	_, cut := io.Copy(to, z) // what was unpacked before an error can be read
	if err := errors.Join(cut, to.Close()); err != nil {
		a.faults = append(a.faults, fmt.Errorf("%s: unpacking it to %s: %w", name, to.Name(), err))
	}
	return a.readFile(f, n, to.Name())
}

// forget takes back what was found in a file.
func (f *finds) forget(a *Archive, n int32) {
	in := func(_ uint64, s spot) bool { return s.file == n }
	for hash, s := range a.spots {
		if s.file == n {
			delete(f.latest, hash)
		}
	}
	maps.DeleteFunc(a.spots, in)
	maps.DeleteFunc(f.originals, in)
	f.revisits = slices.DeleteFunc(f.revisits, func(r revisit) bool { return r.at.file == n })
}

// note takes a record that holds an answer.
func (a *Archive) note(f *finds, s spot, rec *warc.Record) {
	h := rec.Header
	key, err := urlkey.Canonical(h.URI(warc.FieldTargetURI))
	if err != nil {
		return // dns: and others that no link leads to
	}
	at, _ := h.Time(warc.FieldDate)
	hash := xxhash.Sum64String(key)
	if last, ok := f.latest[hash]; !ok || at.UnixMicro() >= last {
		f.latest[hash], a.spots[hash] = at.UnixMicro(), s
	}
	if rec.Type() == warc.TypeRevisit {
		f.revisits = append(f.revisits, revisit{at: s, refs: identities(
			h.URI(warc.FieldRefersTo), h.URI(warc.FieldRefersToURI), h.Get(warc.FieldRefersToDate), h.Get(warc.FieldPayloadDigest))})
		return
	}
	for _, id := range identities(h.URI(warc.FieldRecordID), h.URI(warc.FieldTargetURI), h.Get(warc.FieldDate), h.Get(warc.FieldPayloadDigest)) {
		if _, ok := f.originals[id]; !ok {
			f.originals[id] = s
		}
	}
}

// identities hashes what a record can be known by, the surest first.
func identities(id, uri, date, digest string) []uint64 {
	var all []uint64
	if id != "" {
		all = append(all, xxhash.Sum64String("id "+id))
	}
	if uri != "" && date != "" {
		all = append(all, xxhash.Sum64String("capture "+uri+" "+date))
	}
	if digest != "" {
		all = append(all, xxhash.Sum64String("digest "+strings.ToLower(digest)))
	}
	return all
}

// find looks up a canonical key. next is where it redirects to for want of an
// answer: few archives hold both schemes.
func (a *Archive) find(key string) (s spot, next string) {
	if s, ok := a.spots[xxhash.Sum64String(key)]; ok {
		return s, ""
	}
	scheme, rest, _ := strings.Cut(key, "://")
	other := map[string]string{"http": "https", "https": "http"}[scheme] + "://" + rest
	if _, ok := a.spots[xxhash.Sum64String(other)]; ok {
		return spot{}, other
	}
	return spot{}, ""
}

// exchange reads the answer at s.
func (a *Archive) exchange(s spot) (crawl.Exchange, error) {
	e, kind, err := a.exchangeAt(s)
	if err != nil || kind != warc.TypeRevisit {
		return e, err
	}
	first, ok := a.firsts[s]
	if !ok {
		return e, fmt.Errorf("%s at byte %d: the archive holds only that this equals an earlier answer, and that one is not in it", a.files[s.file-1], s.offset)
	}
	o, _, err := a.exchangeAt(first)
	if err != nil {
		return e, err
	}
	return warc.Revisited(e, o), nil
}

func (a *Archive) exchangeAt(s spot) (e crawl.Exchange, kind string, err error) {
	name := a.files[s.file-1]
	file, err := os.Open(name)
	if err != nil {
		return e, "", err
	}
	defer file.Close() //nolint:errcheck // only read
	rec, err := warc.NewReader(io.NewSectionReader(file, s.offset, 1<<62)).Next()
	if err == nil {
		kind = rec.Type()
		e, err = warc.Exchange(rec)
	}
	if err != nil {
		return e, kind, fmt.Errorf("%s at byte %d: %w", name, s.offset, err)
	}
	return e, kind, nil
}
