package document

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
)

// childWord, as the last argument, makes the test's own binary the process that runs
// Child.
const childWord = "read-pdf"

func TestMain(m *testing.M) {
	switch os.Args[len(os.Args)-1] {
	case childWord:
		os.Exit(Child(os.Stdin, os.Stdout))
	case "talk":
		for {
			os.Stdout.WriteString("storm ") //nolint:errcheck // it is killed
		}
	case "sleep":
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

// patient is a time limit that a loaded machine does not reach.
const patient = 5 * time.Minute

func self(word string) []string { return []string{os.Args[0], "-test.run=^$", word} }

// A reader that does not end is killed: by the time of the document, or with the crawl.
func TestSlowPDF(t *testing.T) {
	c := New(Options{Pdftotext: "-", Self: self("sleep"), Timeout: 50 * time.Millisecond})
	if _, err := c.convert(t.Context(), doctype.PDF, []byte("%PDF-1.4")); !errors.Is(err, errSlow) {
		t.Errorf("%v", err)
	}
	c = New(Options{Pdftotext: "-", Self: self("sleep"), Timeout: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.convert(ctx, doctype.PDF, []byte("%PDF-1.4")); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, crawl.ErrNotPage) {
		t.Errorf("%v", err)
	}
}

func TestNoReaderOfPDF(t *testing.T) {
	for _, o := range []Options{{Pdftotext: "-"}, {Pdftotext: "/no/such/program"}, {Pdftotext: "-", Self: []string{"/no/such/program"}}} {
		if _, err := read(t, New(o), "", []byte("%PDF-1.4")); !errors.Is(err, errNoReader) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestTalkative: a program that writes without end is stopped when enough is read, and
// long before its time is over.
func TestTalkative(t *testing.T) {
	c := New(Options{Timeout: patient})
	var got bytes.Buffer
	end, err := c.run(t.Context(), program{args: self("talk"), read: func(r io.Reader) error {
		_, err := got.ReadFrom(io.LimitReader(r, 1<<20))
		return err
	}})
	if err != nil || !end.early || got.Len() != 1<<20 {
		t.Errorf("%+v, %v, %d bytes", end, err, got.Len())
	}
}
