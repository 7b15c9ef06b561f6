package extract

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/klauspost/compress/zstd"
)

// goldText is a text with what a person marked in it.
type goldText struct {
	name   string
	text   string
	ref    time.Time
	event  string // the storm or event that it tells of
	times  []Span
	places []Span
	words  []goldWord
	names  []Span
	qs     []goldQuantity
	warns  []goldWarning
}

type goldWord struct {
	Span
	class string
}

type goldQuantity struct {
	Span
	kind  Kind
	value float64
	unit  string
}

type goldWarning struct {
	Span
	about, colour string
}

// ownSentences reads sentences of our own: date, event, text. A mark is {T|time}, {P|place},
// {N|name}, {E.class|event word}, {Q.kind=value unit|quantity}, {W.about=colour|warning}.
func ownSentences(t *testing.T, file string) []goldText {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var all []goldText
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, "\t")
		ref, err := time.Parse(time.DateOnly, f[0])
		if err != nil || len(f) != 3 {
			t.Fatalf("%s:%d: %q %v", file, i+1, line, err)
		}
		g := goldText{name: file + ":" + strconv.Itoa(i+1), ref: ref, event: f[1]}
		g.read(t, f[2])
		all = append(all, g)
	}
	return all
}

// read takes the marks out of s.
func (g *goldText) read(t *testing.T, s string) {
	t.Helper()
	type open struct {
		label string
		at    int
	}
	var b strings.Builder
	var stack []open
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			label, _, ok := strings.Cut(s[i+1:], "|")
			if !ok {
				t.Fatalf("%s: a mark without |", g.name)
			}
			stack = append(stack, open{label, b.Len()})
			i += len(label) + 1
		case '}':
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			g.mark(t, o.label, Span{o.at, b.Len()})
		default:
			b.WriteByte(s[i])
		}
	}
	g.text = b.String()
}

func (g *goldText) mark(t *testing.T, label string, at Span) {
	t.Helper()
	kind, rest, _ := strings.Cut(label, ".")
	switch kind {
	case "T":
		g.times = append(g.times, at)
	case "P":
		g.places = append(g.places, at)
	case "N":
		g.names = append(g.names, at)
	case "E":
		g.words = append(g.words, goldWord{at, rest})
	case "W":
		about, colour, _ := strings.Cut(rest, "=")
		g.warns = append(g.warns, goldWarning{at, strings.ToLower(about), colour})
	case "Q":
		k, amount, _ := strings.Cut(rest, "=")
		number, unit, _ := strings.Cut(amount, " ")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatalf("%s: %s: %v", g.name, label, err)
		}
		g.qs = append(g.qs, goldQuantity{at, Kind(strings.Replace(k, "speed", "movement", 1)), v, unit})
	default:
		t.Fatalf("%s: unknown mark %q", g.name, label)
	}
}

// reports reads the annotated Chinese emergency reports, of one half by the SHA-256 of the
// file's name, and says how many files of it are not well-formed.
func reports(t *testing.T, test bool) []goldText {
	t.Helper()
	dir := os.Getenv("ONTOCRAWL_DATA")
	if dir == "" {
		t.Skip("ONTOCRAWL_DATA is not set: the annotated reports are not there")
	}
	file, err := os.Open(filepath.Join(dir, "events", "cec-events-dev.tar.zst"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("there are no annotated reports in ONTOCRAWL_DATA")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := zstd.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var all []goldText
	bad := 0
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(h.Name)
		if filepath.Ext(name) != ".xml" || (sha256.Sum256([]byte(name))[0]%2 == 1) != test {
			continue
		}
		texts, err := report(name, in)
		if err != nil {
			bad++
			continue
		}
		all = append(all, texts...)
	}
	t.Logf("%d files are not well-formed and were left out", bad)
	return all
}

// report reads one file: a text for each paragraph, without white space.
func report(name string, r io.Reader) ([]goldText, error) {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var all []goldText
	var ref time.Time
	var b strings.Builder
	type open struct {
		tag, class string
		at         int
	}
	var stack []open
	g := goldText{name: name}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			for i := range all {
				all[i].ref = ref
			}
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		switch x := tok.(type) {
		case xml.StartElement:
			class := ""
			for _, a := range x.Attr {
				if a.Name.Local == "type" {
					class = a.Value
				}
			}
			stack = append(stack, open{x.Name.Local, class, b.Len()})
		case xml.CharData:
			for _, c := range string(x) {
				if !unicode.IsSpace(c) {
					b.WriteRune(c)
				}
			}
		case xml.EndElement:
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			at := Span{o.at, b.Len()}
			switch o.tag {
			case "Time":
				g.times = append(g.times, at)
			case "Location":
				g.places = append(g.places, at)
			case "Denoter":
				g.words = append(g.words, goldWord{at, o.class})
			case "ReportTime":
				ref, _ = time.Parse("2006-1-2", b.String()[o.at:])
				b.Reset()
			case "Title", "Paragraph":
				g.text = b.String()
				if len(g.times)+len(g.places)+len(g.words) > 0 {
					all = append(all, g)
				}
				g = goldText{name: name}
				b.Reset()
			}
		}
	}
}
