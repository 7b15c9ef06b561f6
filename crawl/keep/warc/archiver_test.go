package warc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc/warctest"
)

func TestArchiverSuite(t *testing.T) {
	warctest.Archiver(t, func(dir string) (warctest.Opened, error) { return Open(dir, Options{}) },
		func(dir string, ref crawl.Ref) ([]crawl.Exchange, error) {
			f, err := OpenFolder(dir)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return f.Exchanges(ref)
		})
}

func TestArchiverRecords(t *testing.T) {
	dir := t.TempDir()
	v := openArchiver(t, dir, nil, Options{
		Info: Header{{"software", "ontocrawl/test"}, {"robots", "classic"}},
		Describe: func(x *crawl.Visit) ([]byte, error) {
			return fmt.Appendf(nil, `{"relevance":%v}`, x.Score.Relevance), nil
		},
	})
	x := answer(1, "http://a.example/new", "<title>台风</title>")
	hop := crawl.Exchange{
		URL: "http://a.example/old page", At: x.FetchedAt, IP: "::ffff:192.0.2.1",
		Request: []byte("GET /old HTTP/1.1\r\n\r\n"),
		Head:    []byte("HTTP/1.1 301 Moved\r\nTransfer-Encoding: chunked\r\nLocation: /new\r\n\r\n"),
	}
	x.Response.Exchanges = append([]crawl.Exchange{hop}, x.Response.Exchanges...)
	x.Response.Exchanges[1].Truncated = "length"
	ref := keep(t, v, x)
	ok(t, v.Sync())
	ok(t, v.Close())

	name, file := only(t, dir)
	if ref.File != filepath.Base(name) || ref.Offset+ref.Length != int64(len(file)) {
		t.Errorf("ref %+v of a file of %d bytes", ref, len(file))
	}
	recs, blocks := strictly(t, file)
	var kinds []string
	for _, r := range recs {
		kinds = append(kinds, r.Type())
	}
	if want := []string{"warcinfo", "request", "response", "request", "response", "metadata"}; !slices.Equal(kinds, want) {
		t.Fatalf("records %v, want %v", kinds, want)
	}
	if recs[1].Offset != ref.Offset {
		t.Errorf("first record of the visit at %d, ref %+v", recs[1].Offset, ref)
	}
	if !strings.HasPrefix(blocks[0], "software: ontocrawl/test\r\nrobots: classic\r\nformat: WARC File Format 1.1\r\n") {
		t.Errorf("warcinfo %q", blocks[0])
	}
	wantBlock := []string{"GET /old HTTP/1.1\r\n\r\n", "HTTP/1.1 301 Moved\r\nX-Crawler-Transfer-Encoding: chunked\r\nLocation: /new\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>台风</title>", `{"relevance":0.5}`}
	if d := cmp.Diff(wantBlock, blocks[1:]); d != "" {
		t.Error(d)
	}
	id := func(i int) string { return recs[i].Header.Get(FieldRecordID) }
	for _, x := range []struct {
		rec         int
		field, want string
	}{
		{1, FieldTargetURI, "http://a.example/old%20page"}, {1, FieldConcurrentTo, id(2)}, {1, fieldIPAddress, "192.0.2.1"},
		{2, FieldTargetURI, "http://a.example/old%20page"}, {2, FieldContentType, "application/http;msgtype=response"},
		{3, FieldConcurrentTo, id(4)}, {4, fieldTruncated, "length"}, {4, FieldDate, "2026-03-01T12:00:01.123456Z"},
		{4, fieldWarcinfoID, id(0)}, {0, fieldFilename, ref.File}, {5, FieldConcurrentTo, id(4)}, {5, FieldRefersTo, id(4)},
		{5, FieldContentType, "application/json"}, {5, FieldTargetURI, "http://a.example/new"},
		// printf '<title>台风</title>' | sha1sum, in Base32
		{4, FieldPayloadDigest, Digest([]byte("<title>台风</title>"))},
	} {
		if got := recs[x.rec].Header.Get(x.field); got != x.want {
			t.Errorf("record %d: %s is %q, want %q", x.rec, x.field, got, x.want)
		}
	}
}

func TestRevisit(t *testing.T) {
	dir := t.TempDir()
	v := openArchiver(t, dir, nil, Options{Again: true})
	first := answer(1, "http://a.example/1", "same body")
	same := answer(2, "http://b.example/2", "same body")
	other := answer(3, "http://b.example/3", "another body")
	clash := answer(4, "http://b.example/4", "not equal, but of one hash")
	clash.Page.Hash = first.Page.Hash
	again := answer(5, "http://b.example/2", "")
	again.Response.Status = 304
	again.Response.Exchanges[0].Head = []byte("HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n")
	j := journal{first, same, other}
	for _, x := range j {
		keep(t, v, x)
	}
	ok(t, v.Close())
	v = openArchiver(t, dir, j, Options{Again: true}) // what was kept is known after a restart
	keep(t, v, clash)
	keep(t, v, again)
	last := answer(6, "http://c.example/6", "same body")
	keep(t, v, last)
	ok(t, v.Close())

	_, file := only(t, dir)
	recs, blocks := strictly(t, file)
	var got []string
	for i, r := range recs {
		if r.Type() == TypeResponse || r.Type() == TypeRevisit {
			got = append(got, r.Type()+" "+r.Header.Get(FieldTargetURI))
		}
		if r.Type() != TypeRevisit {
			continue
		}
		h := r.Header
		if h.Get(FieldRefersToURI) != "http://a.example/1" || h.Get(FieldRefersToDate) != "2026-03-01T12:00:01.123456Z" ||
			h.Get(FieldRefersTo) != recs[2].Header.Get(FieldRecordID) {
			t.Errorf("%s refers to %v", h.Get(FieldTargetURI), h)
		}
		if i == len(recs)-1 && (h.Get(fieldProfile) != profileIdentical || h.Get(fieldTruncated) != "length" ||
			h.Get(FieldPayloadDigest) != recs[2].Header.Get(FieldPayloadDigest) ||
			blocks[i] != "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n") {
			t.Errorf("%v %q", h, blocks[i])
		}
	}
	want := []string{"response http://a.example/1", "revisit http://b.example/2", "response http://b.example/3",
		"response http://b.example/4", "revisit http://b.example/2", "revisit http://c.example/6"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}

	f, err := OpenFolder(dir)
	ok(t, err)
	defer f.Close()
	for _, x := range []*crawl.Visit{first, same, other, clash, again, last} {
		all, err := f.Exchanges(x.Stored)
		ok(t, err)
		want := x.Response.Exchanges[0]
		if x == again {
			want.Head, want.Body = first.Response.Exchanges[0].Head, []byte("same body")
		}
		if d := cmp.Diff([]crawl.Exchange{want}, all); d != "" {
			t.Errorf("visit %d: %s", x.Seq, d)
		}
	}
}

func TestKeepRule(t *testing.T) {
	dir := t.TempDir()
	v := openArchiver(t, dir, nil, Options{Keep: func(x *crawl.Visit) (p Parts) {
		if x.Score.Relevant {
			p = Answer
		}
		return p
	}})
	dull, failed := answer(1, "http://a.example/1", "x"), &crawl.Visit{Seq: 2}
	dull.Score.Relevant = false
	for _, x := range []*crawl.Visit{dull, failed} {
		if ref := keep(t, v, x); ref != (crawl.Ref{}) {
			t.Errorf("visit %d is kept at %+v", x.Seq, ref)
		}
	}
	ok(t, v.Sync())
	ok(t, v.Close())
	if names := warcs(t, dir); len(names) != 0 {
		t.Errorf("files %v for nothing", names)
	}
}

func TestRotation(t *testing.T) {
	dir := t.TempDir()
	var j journal
	v := openArchiver(t, dir, nil, Options{MaxSize: 2000})
	for i := range 8 {
		x := answer(i+1, fmt.Sprintf("http://a.example/%d", i), pageBody(i))
		keep(t, v, x)
		j = append(j, x)
		if i == 4 {
			ok(t, v.Close())
			v = openArchiver(t, dir, j, Options{MaxSize: 2000})
		}
	}
	ok(t, v.Close())
	names := warcs(t, dir)
	if len(names) < 3 {
		t.Fatalf("only %d files", len(names))
	}
	answers := 0
	for i, name := range names {
		if serialOf(v.names, filepath.Base(name)) != i+1 {
			t.Errorf("file %d is called %s", i+1, name)
		}
		b, err := os.ReadFile(name)
		ok(t, err)
		if i < len(names)-1 && (len(b) < 2000 || len(b) > 4000) {
			t.Errorf("%s has %d bytes", name, len(b))
		}
		recs, _ := strictly(t, b)
		if recs[0].Type() != TypeWarcinfo {
			t.Errorf("%s begins with %s", name, recs[0].Type())
		}
		for _, r := range recs[1:] {
			if r.Header.Get(fieldWarcinfoID) != recs[0].Header.Get(FieldRecordID) {
				t.Errorf("%s: record of another warcinfo", name)
			}
			if r.Type() == TypeResponse {
				answers++
			}
		}
	}
	if answers != 8 {
		t.Errorf("%d answers, want 8", answers)
	}
}

// A process may die after any byte: what the journal refers to stays, what
// comes after it goes, and the crawl goes on in the same file.
func TestCutAnywhere(t *testing.T) {
	dir := filepath.Join(quickDir(t), "warc")
	v := openArchiver(t, dir, nil, Options{})
	a, b, c := answer(1, "http://a.example/1", pageBody(1)), answer(2, "http://a.example/2", pageBody(2)), answer(3, "http://a.example/3", pageBody(3))
	for _, x := range []*crawl.Visit{a, b, c} {
		keep(t, v, x)
	}
	ok(t, v.Close())
	name, file := only(t, dir)
	for durable, j := range []journal{{}, {a}, {a, b}} {
		least, step := int64(0), int64(13) // every byte in one case, some in the others
		if durable > 0 {
			least = j[durable-1].Stored.Offset + j[durable-1].Stored.Length
		}
		if durable == 1 {
			step = 1
		}
		for n := least; n <= int64(len(file)); n += step {
			ok(t, os.RemoveAll(dir))
			ok(t, os.Mkdir(dir, 0o755))
			ok(t, os.WriteFile(name, file[:n], 0o644))
			v := openArchiver(t, dir, j, Options{})
			x := answer(9, "http://a.example/9", pageBody(9))
			ref := keep(t, v, x)
			ok(t, v.Close())
			got, content := only(t, dir)
			if durable > 0 && (got != name || ref.Offset != least || string(content[:least]) != string(file[:least])) {
				t.Fatalf("cut at %d of %d: went on in %s at %d", n, len(file), got, ref.Offset)
			}
			recs, _ := strictly(t, content)
			if len(recs) != 1+2*(durable+1) {
				t.Fatalf("cut at %d: %d records", n, len(recs))
			}
		}
	}
}

func TestRestoreFiles(t *testing.T) {
	dir := t.TempDir()
	v := openArchiver(t, dir, nil, Options{MaxSize: 1})
	var all journal
	for i := range 3 {
		x := answer(i+1, fmt.Sprintf("http://a.example/%d", i), pageBody(i))
		keep(t, v, x)
		all = append(all, x)
	}
	ok(t, v.Close())
	ok(t, os.WriteFile(filepath.Join(dir, "mine.warc.gz"), nil, 0o644))
	// Only the second visit is durable: the third file goes, foreign ones stay.
	v = openArchiver(t, dir, all[:2], Options{MaxSize: 1})
	ok(t, v.Close())
	if names := warcs(t, dir); len(names) != 3 || filepath.Base(names[0]) != "mine.warc.gz" || filepath.Base(names[2]) != all[1].Stored.File {
		t.Errorf("files %v", names)
	}
	// The last file was moved away: a new one with the next number.
	ok(t, os.Remove(filepath.Join(dir, all[1].Stored.File)))
	v = openArchiver(t, dir, all[:2], Options{MaxSize: 1})
	ref := keep(t, v, all[2])
	ok(t, v.Close())
	if serialOf(v.names, ref.File) != 3 {
		t.Errorf("kept in %s", ref.File)
	}
	// A journal that knows nothing deletes nothing.
	v = openArchiver(t, dir, journal{}, Options{})
	ok(t, v.Close())
	orphans, _ := filepath.Glob(filepath.Join(dir, "*.orphan"))
	if len(orphans) != 2 || len(warcs(t, dir)) != 1 {
		t.Errorf("orphans %v beside %v", orphans, warcs(t, dir))
	}
	ok(t, Clear(dir))
	if len(warcs(t, dir)) != 1 {
		t.Error("Clear deleted what was not ours")
	}
}

func TestDamage(t *testing.T) {
	for what, spoil := range map[string]func(b []byte, ref crawl.Ref) []byte{
		"too short": func(b []byte, ref crawl.Ref) []byte { return b[:len(b)-1] },
		"empty":     func(b []byte, ref crawl.Ref) []byte { return nil },
		"changed":   func(b []byte, ref crawl.Ref) []byte { b[ref.Offset+ref.Length-6] ^= 1; return b },
	} {
		dir := t.TempDir()
		v := openArchiver(t, dir, nil, Options{})
		x := answer(1, "http://a.example/", pageBody(1))
		keep(t, v, x)
		ok(t, v.Close())
		name, b := only(t, dir)
		b = spoil(b, x.Stored)
		ok(t, os.WriteFile(name, b, 0o644))
		v, err := Open(dir, Options{})
		ok(t, err)
		var damaged *DamagedError
		if err := v.Restore(journal{x}); !errors.As(err, &damaged) || damaged.Seq != 1 || damaged.File != x.Stored.File {
			t.Errorf("%s: %v", what, err)
		}
		ok(t, v.Close())
		if after, _ := os.ReadFile(name); string(after) != string(b) {
			t.Errorf("%s: the damaged file was changed", what)
		}
	}
}

// TestRestoreOutOfOrder: in a journal that was merged of parts, the last visit of a file need not be
// the last in the file. Nothing that the journal names is cut off.
func TestRestoreOutOfOrder(t *testing.T) {
	dir := t.TempDir()
	v := openArchiver(t, dir, nil, Options{})
	a, b, c, lost := answer(1, "http://a.example/1", "a"), answer(3, "http://b.example/2", "b"), answer(2, "http://c.example/3", "c"), answer(4, "http://d.example/4", "not durable")
	for _, x := range []*crawl.Visit{a, b, c, lost} {
		keep(t, v, x)
	}
	ok(t, v.Close())
	v = openArchiver(t, dir, journal{a, c, b}, Options{})
	d := answer(5, "http://e.example/5", "d")
	keep(t, v, d)
	ok(t, v.Close())

	f, err := OpenFolder(dir)
	ok(t, err)
	defer f.Close() //nolint:errcheck // only read
	for _, x := range []*crawl.Visit{a, b, c, d} {
		if all, err := f.Exchanges(x.Stored); err != nil || len(all) != 1 || all[0].URL != x.Choice.URL {
			t.Errorf("%s: %v, %v", x.Choice.URL, all, err)
		}
	}
	if d.Stored.Offset != c.Stored.Offset+c.Stored.Length {
		t.Errorf("the next record is at %d, want it where that of %s ends", d.Stored.Offset, c.Choice.URL)
	}
}

func TestRestoreRefusesForeignNames(t *testing.T) {
	for _, name := range []string{"../state/db", "a.warc.gz", "ontocrawl-20260301T120000Z-00001-0123abcd.warc.gz/x"} {
		v, err := Open(t.TempDir(), Options{})
		ok(t, err)
		if err := v.Restore(journal{{Seq: 1, Stored: crawl.Ref{File: name, Length: 1}}}); err == nil {
			t.Errorf("%q is taken for an archive", name)
		}
		ok(t, v.Close())
	}
}

// TestParts: what is kept of a visit beside its answer, and instead of it; what
// is cut off goes with its robots.txt.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	all := Options{
		Keep: func(x *crawl.Visit) Parts {
			return map[bool]Parts{true: Account | Robots, false: Answer | Account | Robots}[x.Page != nil && x.Page.NoIndex]
		},
		Describe: func(x *crawl.Visit) ([]byte, error) { return fmt.Appendf(nil, `{"seq":%d}`, x.Seq), nil },
	}
	rules := answer(0, "http://a.example/robots.txt", "User-agent: *\nDisallow: /3").Response.Exchanges
	open, secret := answer(1, "http://a.example/1", "one"), answer(2, "http://a.example/2", "two")
	secret.Page.NoIndex = true
	refused := &crawl.Visit{Seq: 3, Choice: crawl.Choice{URL: "http://a.example/3"}, FetchedAt: open.FetchedAt, Failure: crawl.Failure{Text: "disallowed"}}
	again := answer(4, "http://a.example/4", "two") // what secret said, which is not there to refer to
	lost := answer(5, "http://b.example/5", "five")
	open.Robots, lost.Robots = rules, rules
	v := openArchiver(t, dir, nil, all)
	var j journal
	for _, x := range []*crawl.Visit{open, secret, refused, again, lost} {
		if keep(t, v, x) == (crawl.Ref{}) {
			t.Errorf("nothing is kept of visit %d", x.Seq)
		}
		j = append(j, x)
	}
	ok(t, v.Close())
	v = openArchiver(t, dir, j[:4], all) // the fifth was not durable
	ok(t, v.Close())
	_, file := only(t, dir)
	recs, blocks := strictly(t, file)
	var got []string
	for i, r := range recs[1:] {
		s := r.Type() + " " + r.Header.URI(FieldTargetURI)
		if r.Type() == TypeMetadata {
			s += " " + blocks[i+1]
		}
		got = append(got, s)
	}
	want := []string{
		"request http://a.example/robots.txt", "response http://a.example/robots.txt",
		"request http://a.example/1", "response http://a.example/1", `metadata http://a.example/1 {"seq":1}`,
		`metadata http://a.example/2 {"seq":2}`,
		`metadata http://a.example/3 {"seq":3}`,
		"request http://a.example/4", "response http://a.example/4", `metadata http://a.example/4 {"seq":4}`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	f, err := OpenFolder(dir)
	ok(t, err)
	defer f.Close()
	if e, err := f.Exchanges(open.Stored); err != nil || len(e) != 1 || e[0].URL != "http://a.example/1" {
		t.Errorf("the answer of a visit with robots.txt: %+v, %v", e, err)
	}
	// Without a Describe there is nothing to say of what brought no answer.
	if ref := keep(t, openArchiver(t, t.TempDir(), nil, Options{Keep: all.Keep}), refused); ref != (crawl.Ref{}) {
		t.Errorf("kept at %+v", ref)
	}
}
