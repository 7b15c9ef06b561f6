package warc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// plain is a record of which the header and the block are given, the lengths
// right.
func plain(header, block string) string {
	return fmt.Sprintf("WARC/1.1\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", strings.ReplaceAll(header, "\n", "\r\n"), len(block), block)
}

func zip(parts ...string) string {
	var b bytes.Buffer
	for _, p := range parts {
		z := gzip.NewWriter(&b)
		z.Write([]byte(p))
		z.Close()
	}
	return b.String()
}

const (
	ids      = "WARC-Record-ID: <urn:uuid:1>\nWARC-Date: 2026-03-01T00:00:00Z\n"
	request  = "WARC-Type: request\n" + ids + "WARC-Target-URI: http://a.example/\n"
	info     = "WARC-Type: warcinfo\n" + ids
	exchange = "HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody"
	reply    = "WARC-Type: response\n" + ids + "WARC-Target-URI: http://a.example/\nContent-Type: application/http;msgtype=response\n"
)

// readAll reads file to its end.
func readAll(r *Reader) (kinds, blocks []string, err error) {
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return kinds, blocks, nil
		}
		if err != nil {
			return kinds, blocks, err
		}
		b, err := io.ReadAll(rec)
		if err != nil {
			return kinds, blocks, err
		}
		kinds, blocks = append(kinds, rec.Type()), append(blocks, string(b))
	}
}

func TestReader(t *testing.T) {
	a, b := plain(info, "software: x\r\n"), plain(request, "GET / HTTP/1.1\r\n\r\n")
	for _, x := range []struct {
		name, file string
		records    int
		strict     string // "" if the strict Reader takes it, else part of its error
		tolerant   string
	}{
		{"empty", "", 0, "", ""},
		{"plain", a + b, 2, "", ""},
		{"gzip", zip(a, b), 2, "", ""},
		{"gzip, then plain", zip(a) + b, 2, "", ""},
		{"gzip as a whole", zip(a + b), 2, "more than one record", ""},
		{"empty block", plain(info, ""), 1, "", ""},
		{"folded field", plain("WARC-Type: warcinfo\n"+ids+"X-Long: one\n  two\n\tthree\n", ""), 1, "", ""},
		{"unknown type", plain("WARC-Type: novelty\n"+ids, "x"), 1, "", ""},
		{"unknown field", plain(info+"X-New: ü\n", "x"), 1, "", ""},
		{"bare line feeds", strings.ReplaceAll(a, "\r\n", "\n"), 1, "does not end with CR LF", ""},
		{"no newlines at the end", strings.TrimRight(plain(info, "x"), "\r\n"), 1, "unexpected EOF", ""},
		{"newlines between", a + "\r\n\r\n" + b, 2, "it begins with", ""},
		{"version 1.0", strings.Replace(a, "1.1", "1.0", 1), 1, "", ""},
		{"version 0.18", strings.Replace(a, "1.1", "0.18", 1), 1, `version "0.18"`, ""},
		{"version 2.0", strings.Replace(a, "1.1", "2.0", 1), 0, `version "2.0"`, `version "2.0"`},
		{"not WARC", "<html>\r\n", 0, `record at byte 0: it begins with "<html"`, `it begins with "<html"`},
		{"zstd", "\x28\xb5\x2f\xfdxxxx", 0, "decompress the file first", "decompress the file first"},
		{"cut version", "WAR", 0, "unexpected EOF", "unexpected EOF"},
		{"cut header", a[:20], 0, "unexpected EOF", "unexpected EOF"},
		{"cut block", b[:len(b)-10], 0, "unexpected EOF", "unexpected EOF"},
		{"cut gzip", zip(a)[:40], 0, "unexpected EOF", "unexpected EOF"},
		{"cut gzip header", zip(a)[:5], 0, "unexpected EOF", "unexpected EOF"},
		{"second record at fault", a + "<html>", 1, fmt.Sprintf("byte %d: it begins", len(a)), "it begins"},
		{"no length", "WARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n", 0, "Content-Length is", "Content-Length is"},
		{"negative length", "WARC/1.1\r\nContent-Length: -1\r\n\r\n", 0, "Content-Length is", "Content-Length is"},
		{"signed length", "WARC/1.1\r\nContent-Length: +1\r\n\r\nx", 0, "Content-Length is", "Content-Length is"},
		{"length too long", strings.Replace(a, "Length: 13", "Length: 9999999999999", 1), 0, "unexpected EOF", "unexpected EOF"},
		{"length too short", strings.Replace(a, "Length: 13", "Length: 12", 1), 1, "not followed by two newlines", ""},
		{"no colon", plain(info+"nonsense\n", ""), 0, "has no colon", "has no colon"},
		{"space in a name", plain(info+"A B: c\n", ""), 1, `"A B" is not the name`, ""},
		{"control character", plain(info+"A: \x1b]52\n", ""), 1, "control characters", ""},
		{"not UTF-8", plain(info+"A: \xff\n", ""), 1, "not UTF-8", ""},
		{"indented first line", "WARC/1.1\r\n x\r\n\r\n", 0, "begins with an indented line", "begins with an indented line"},
		{"header too long", plain(info+"A: "+strings.Repeat("x", 70000)+"\n", ""), 0, "header is too long", "header is too long"},
		{"too many fields", plain(info+strings.Repeat("A: b\n", 1001), ""), 0, "too many fields", "too many fields"},
		{"no date", plain("WARC-Type: warcinfo\nWARC-Record-ID: <urn:a:b>\n", ""), 1, "it has no WARC-Date", ""},
		{"two dates", plain(info+"WARC-Date: 2026-03-01T00:00:00Z\n", ""), 1, "more than one WARC-Date", ""},
		{"local date", plain(strings.Replace(info, "00Z", "00+08:00", 1), ""), 1, "WARC-Date is", ""},
		{"date to the year", plain(strings.Replace(info, "2026-03-01T00:00:00Z", "2026", 1), ""), 1, "", ""},
		{"ID without brackets", plain("WARC-Type: warcinfo\nWARC-Record-ID: urn:a:b\nWARC-Date: 2026-03-01T00:00:00Z\n", ""), 1, "in angle brackets", ""},
		{"type in capitals", plain(strings.Replace(info, "warcinfo", "Warcinfo", 1), ""), 1, "in lower case", ""},
		{"request without URI", plain("WARC-Type: request\n"+ids, ""), 1, "needs a WARC-Target-URI", ""},
		{"URI in brackets", plain("WARC-Type: request\n"+ids+"WARC-Target-URI: <http://a.example/>\n", ""), 1, "which is not a URI", ""},
		{"URI with a space", plain("WARC-Type: request\n"+ids+"WARC-Target-URI: http://a.example/a b\n", ""), 1, "which is not a URI", ""},
		{"warcinfo with URI", plain(info+"WARC-Target-URI: http://a.example/\n", ""), 1, "must not have a WARC-Target-URI", ""},
		{"address", plain(request+"WARC-IP-Address: localhost\n", ""), 1, "WARC-IP-Address is", ""},
		{"two concurrent", plain(request+"WARC-Concurrent-To: <urn:a:b>\nWARC-Concurrent-To: <urn:a:c>\n", ""), 1, "", ""},
		{"revisit without profile", plain("WARC-Type: revisit\n"+ids+"WARC-Target-URI: http://a.example/\n", ""), 1, "needs a WARC-Profile", ""},
		{"revisit without digest", plain("WARC-Type: revisit\n"+ids+"WARC-Target-URI: http://a.example/\nWARC-Profile: "+profileIdentical+"\n", ""), 1, "needs a WARC-Payload-Digest", ""},
		{"block digest", plain(reply+"WARC-Block-Digest: "+Digest([]byte(exchange))+"\n", exchange), 1, "", ""},
		{"wrong block digest", plain(reply+"WARC-Block-Digest: "+Digest(nil)+"\n", exchange), 1, "WARC-Block-Digest does not match", ""},
		// printf body | sha1sum; printf body | md5sum; printf body | sha256sum | xxd -r -p | base64
		{"payload digest", plain(reply+"WARC-Payload-Digest: sha1:02083f4579e08a612425c0c1a17ee47add783b94\n", exchange), 1, "", ""},
		{"payload digest, Base32", plain(reply+"WARC-Payload-Digest: SHA-1:AIED6RLZ4CFGCJBFYDA2C7XEPLOXQO4U\n", exchange), 1, "", ""},
		{"wrong payload digest", plain(reply+"WARC-Payload-Digest: md5:00000000000000000000000000000000\n", exchange), 1, "WARC-Payload-Digest does not match", ""},
		{"digest of no value", plain(reply+"WARC-Payload-Digest: sha1:zzz\n", exchange), 1, "does not match", ""},
		{"unknown digest", plain(reply+"WARC-Payload-Digest: blake9:zzz\n", exchange), 1, "", ""},
		{"digest of chunks", plain(reply+"WARC-Payload-Digest: "+Digest([]byte("body"))+"\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"), 1, "", ""},
	} {
		for _, strict := range []bool{true, false} {
			r, want := NewReader(strings.NewReader(x.file)), x.tolerant
			if strict {
				r, want = NewStrictReader(iotest.OneByteReader(strings.NewReader(x.file))), x.strict
			}
			kinds, _, err := readAll(r)
			if want != "" {
				var fault *formatError
				if !errors.As(err, &fault) && !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(fmt.Sprint(err), want) {
					t.Errorf("%s, strict %v: %v, want %s", x.name, strict, err, want)
				}
				continue
			}
			if err != nil || len(kinds) != x.records {
				t.Errorf("%s, strict %v: %d records, want %d: %v", x.name, strict, len(kinds), x.records, err)
			}
		}
	}
}

// What a Reader tells of places is where a Reader can begin.
func TestReaderOffsets(t *testing.T) {
	a, b, c := plain(info, "software: x\r\n"), plain(reply, exchange), plain(request, "GET /")
	for _, file := range []string{a + b + c, zip(a, b, c), zip(a) + b + zip(c)} {
		r := NewStrictReader(strings.NewReader(file))
		for i := 0; ; i++ {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				if i != 3 || r.End() != int64(len(file)) {
					t.Errorf("%d records, end %d of %d", i, r.End(), len(file))
				}
				break
			}
			ok(t, err)
			again, err := NewReader(strings.NewReader(file[rec.Offset:])).Next()
			ok(t, err)
			if again.Type() != rec.Type() || rec.Inner {
				t.Errorf("at %d stands %s, want %s", rec.Offset, again.Type(), rec.Type())
			}
		}
	}
	// Within one member only the first can be found again.
	r := NewReader(strings.NewReader(zip(a + b)))
	var inner []bool
	for rec, err := r.Next(); err == nil; rec, err = r.Next() {
		inner = append(inner, rec.Inner)
	}
	if !slices.Equal(inner, []bool{false, true}) {
		t.Errorf("inner: %v", inner)
	}
}

// What is written is read again, strictly, whatever the block holds.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file bytes.Buffer
		w := NewWriter(&file)
		if rapid.Bool().Draw(t, "plain") {
			w = newPlainWriter(&file)
		}
		blocks := rapid.SliceOfN(rapid.SliceOf(rapid.Byte()), 0, 4).Draw(t, "blocks")
		var offsets []int64
		for i, b := range blocks {
			cut := rapid.IntRange(0, len(b)).Draw(t, "cut")
			offsets = append(offsets, int64(file.Len()))
			n, err := w.Write(Header{{FieldType, TypeMetadata}, {FieldRecordID, NewID()}, {FieldDate, "2026-03-01T00:00:00.5Z"}, {"X-N", fmt.Sprint(i)}}, b[:cut], b[cut:])
			if err != nil || offsets[i]+n != int64(file.Len()) {
				t.Fatalf("%d bytes, %v", n, err)
			}
		}
		r := NewStrictReader(bytes.NewReader(file.Bytes()))
		for i := range blocks {
			rec, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(rec)
			if err != nil || !bytes.Equal(got, blocks[i]) || rec.Offset != offsets[i] || rec.Header.Get("x-n") != fmt.Sprint(i) {
				t.Fatalf("record %d: %q at %d, %v", i, got, rec.Offset, err)
			}
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	})
}

func TestWriterRefuses(t *testing.T) {
	var file bytes.Buffer
	for _, f := range []Field{{"A B", "x"}, {"", "x"}, {"A", "x\r\nWARC-Type: response"}, {"A", "\x00"}, {"A:", "x"}} {
		if n, err := NewWriter(&file).Write(Header{f}, nil); err == nil || n != 0 || file.Len() != 0 {
			t.Errorf("%q was written", f)
		}
	}
}

func TestURI(t *testing.T) {
	for in, want := range map[string]string{
		"http://a.example/?q=1#x": "http://a.example/?q=1#x", "http://a.example/a b": "http://a.example/a%20b",
		"http://a.example/台": "http://a.example/%E5%8F%B0", "http://a/\r\n<x>\"": "http://a/%0D%0A%3Cx%3E%22",
	} {
		if got := uri(in); got != want {
			t.Errorf("uri(%q) = %s, want %s", in, got, want)
		}
	}
}

func FuzzReader(f *testing.F) {
	a, b := plain(info, "software: x\r\n"), plain(reply+"WARC-Payload-Digest: "+Digest([]byte("body"))+"\n", exchange)
	for _, seed := range []string{a + b, zip(a, b), zip(a + b), zip(a)[:30], strings.ReplaceAll(a+b, "\r\n", "\n"), "WARC/1.0\r\n\r\n", "\x1f\x8b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		strict, _, err := readAll(NewStrictReader(bytes.NewReader(file)))
		tolerant, _, terr := readAll(NewReader(bytes.NewReader(file)))
		if len(tolerant) < len(strict) || err == nil && terr != nil {
			t.Errorf("the tolerant Reader takes %d records (%v), the strict one %d (%v)", len(tolerant), terr, len(strict), err)
		}
		r := NewReader(bytes.NewReader(file))
		for rec, err := r.Next(); err == nil; rec, err = r.Next() {
			if rec.Offset < 0 || rec.Offset > int64(len(file)) {
				t.Fatalf("a record at byte %d of %d", rec.Offset, len(file))
			}
			Exchange(rec) //nolint:errcheck // must not panic
		}
	})
}

func FuzzMessage(f *testing.F) {
	for _, seed := range []string{exchange, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", "HTTP/1.0 404\n\nx", "HTTP/1.1 200\r\nA: b\r\n c\r\n: d\r\n\r\n", "HTTP/1.1 200 OK"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, block []byte) {
		m, err := parseMessage(block)
		if err != nil {
			return
		}
		if m.Status < 100 || m.Status > 999 || !bytes.HasPrefix(block, m.Head) || len(m.Head)+len(m.Body) > len(block) {
			t.Errorf("status %d, head %q, body %q of %q", m.Status, m.Head, m.Body, block)
		}
	})
}

// newPlainWriter returns a Writer of records that are not compressed.
func newPlainWriter(w io.Writer) *Writer { return &Writer{w: w, plain: true} }
