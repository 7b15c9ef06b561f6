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
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// location is the place of a record. The zero location is none.
type location struct {
	file   int32 // 1, 2, ...: index into Archive.files, plus one
	offset int64
}

// scan holds what is known while the files are read.
type scan struct {
	latest map[uint64]int64 // by hash of the key: when the answer in Archive.answers was archived, Unix microseconds
	// targets are the response records by the identities that revisit records use.
	// revisits wait for their targets, which may be in a later file.
	targets  map[uint64]location
	revisits []revisit
}

type revisit struct {
	at   location
	refs []uint64
}

// read finds all answers.
func (a *Archive) read() {
	f := &scan{latest: map[uint64]int64{}, targets: map[uint64]location{}}
	a.answers, a.originals = map[uint64]location{}, map[location]location{}
	for i, name := range a.files {
		if err := a.readFile(f, int32(i+1), name); err != nil {
			a.faults = append(a.faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	for _, r := range f.revisits {
		for _, ref := range r.refs {
			if s, ok := f.targets[ref]; ok {
				a.originals[r.at] = s
				break
			}
		}
	}
}

func (a *Archive) readFile(f *scan, n int32, name string) error {
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
			a.note(f, location{n, rec.Offset}, rec)
		}
	}
}

// unpack reads a file that is compressed as a whole, or has several records in a gzip
// member, so that their offsets are useless. It unpacks the file into a temporary one,
// which Close removes.
func (a *Archive) unpack(f *scan, n int32, name string) error {
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
	if a.remove == nil {
		if a.unpacked, a.remove, err = atomicfile.TempFolder("ontocrawl-unpacked"); err != nil {
			return err
		}
	}
	to, err := os.CreateTemp(a.unpacked, "*"+warc.Ext)
	if err != nil {
		return err
	}
	a.files[n-1] = to.Name()
	_, cut := io.Copy(to, z) // the part before an error can be read
	if err := errors.Join(cut, to.Close()); err != nil {
		a.faults = append(a.faults, english.Errorf("%s: unpacking it to %s: %w", name, to.Name(), err))
	}
	return a.readFile(f, n, to.Name())
}

// forget removes what was found in a file.
func (f *scan) forget(a *Archive, n int32) {
	in := func(_ uint64, s location) bool { return s.file == n }
	for hash, s := range a.answers {
		if s.file == n {
			delete(f.latest, hash)
		}
	}
	maps.DeleteFunc(a.answers, in)
	maps.DeleteFunc(f.targets, in)
	f.revisits = slices.DeleteFunc(f.revisits, func(r revisit) bool { return r.at.file == n })
}

// note adds a record that holds an answer.
func (a *Archive) note(f *scan, s location, rec *warc.Record) {
	h := rec.Header
	key, err := urlkey.Canonical(h.URI(warc.FieldTargetURI))
	if err != nil {
		return // dns: and other records that no link leads to
	}
	at, _ := h.Time(warc.FieldDate)
	hash := xxhash.Sum64String(key)
	if last, ok := f.latest[hash]; !ok || at.UnixMicro() >= last {
		f.latest[hash], a.answers[hash] = at.UnixMicro(), s
	}
	if rec.Type() == warc.TypeRevisit {
		f.revisits = append(f.revisits, revisit{at: s, refs: identities(
			h.URI(warc.FieldRefersTo), h.URI(warc.FieldRefersToURI), h.Get(warc.FieldRefersToDate), h.Get(warc.FieldPayloadDigest))})
		return
	}
	for _, id := range identities(h.URI(warc.FieldRecordID), h.URI(warc.FieldTargetURI), h.Get(warc.FieldDate), h.Get(warc.FieldPayloadDigest)) {
		if _, ok := f.targets[id]; !ok {
			f.targets[id] = s
		}
	}
}

// identities are hashes that identify a record, the most reliable first.
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

// find looks up a canonical key. Without an answer, next is the same URL in the other
// scheme if that has one: few archives hold both.
func (a *Archive) find(key string) (s location, next string) {
	if s, ok := a.answers[xxhash.Sum64String(key)]; ok {
		return s, ""
	}
	scheme, rest, _ := strings.Cut(key, "://")
	other := map[string]string{"http": "https", "https": "http"}[scheme] + "://" + rest
	if _, ok := a.answers[xxhash.Sum64String(other)]; ok {
		return location{}, other
	}
	return location{}, ""
}

// exchange reads the answer at s.
func (a *Archive) exchange(s location) (crawl.Exchange, error) {
	e, kind, err := a.exchangeAt(s)
	if err != nil || kind != warc.TypeRevisit {
		return e, err
	}
	first, ok := a.originals[s]
	if !ok {
		return e, english.Errorf("%s at byte %d: the archive holds only that this equals an earlier answer, and that one is not in it", a.files[s.file-1], s.offset)
	}
	o, _, err := a.exchangeAt(first)
	if err != nil {
		return e, err
	}
	return warc.Revisited(e, o), nil
}

func (a *Archive) exchangeAt(s location) (e crawl.Exchange, kind string, err error) {
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
		return e, kind, english.Errorf("%s at byte %d: %w", name, s.offset, err)
	}
	return e, kind, nil
}
