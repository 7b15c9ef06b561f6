package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// head is the witness: a small file outside of Badger that holds the seq up to
// which the journal is durable. It is written after Badger's sync, so it is
// never ahead of the journal; a journal that ends before it has lost files.
// Badger alone cannot tell: without a write ahead log file, or with a MANIFEST
// compress short, it opens as a smaller database.
//
// The file holds two slots, written in turn, so that a torn write leaves the
// one before.
type head struct {
	f         *os.File
	format    int
	start     int64 // of the slots
	committed int
	slot      int64
}

const (
	headName   = "HEAD"
	headPrefix = "ontocrawl state " // the format and a newline follow
	slotSize   = 32
)

// headMagic is the first line of a witness of that format.
func headMagic(format int) string { return fmt.Sprintf("%s%d\n", headPrefix, format) }

// headFormat returns the format that the first line of b names, and the length
// of that line; 0 if there is no such line.
func headFormat(b []byte) (format, size int) {
	rest, ok := bytes.CutPrefix(b, []byte(headPrefix))
	number, _, ended := bytes.Cut(rest, []byte{'\n'})
	format, err := strconv.Atoi(string(number))
	if !ok || !ended || err != nil || format < 1 {
		return 0, 0
	}
	return format, len(headPrefix) + len(number) + 1
}

// checkFormat returns a *crawl.FormatError if a newer program wrote the state in
// dir.
func checkFormat(dir string) error {
	f, err := os.Open(filepath.Join(dir, headName))
	if err != nil {
		return nil // it is new, or Open reports what is wrong
	}
	defer f.Close()
	b := make([]byte, 64)
	n, _ := io.ReadFull(f, b)
	if format, _ := headFormat(b[:n]); format > crawl.RunFormat {
		return &crawl.FormatError{Dir: dir, Format: format}
	}
	return nil
}

// openHead opens or makes the witness of a journal that ends at seq.
func openHead(dir string, seq int) (*head, error) {
	f, err := os.OpenFile(filepath.Join(dir, headName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("crawl/state: %w", err)
	}
	h := &head{f: f}
	b := make([]byte, 64+2*slotSize)
	n, err := io.ReadFull(f, b)
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("crawl/state: %w", err)
	case n == 0 && seq == 0:
		err = h.init()
	case !h.read(b[:n]):
		err = damaged(dir, "file "+headName+" is missing or broken, so the journal cannot be trusted to be whole")
	default:
		err = h.upgrade()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return h, nil
}

func (h *head) init() error {
	h.start = int64(len(headMagic(crawl.RunFormat)))
	_, err := h.f.WriteAt([]byte(headMagic(crawl.RunFormat)), 0)
	if err == nil {
		err = h.write(0)
	}
	if err != nil {
		return fmt.Errorf("crawl/state: %w", err)
	}
	return syncDir(filepath.Dir(h.f.Name()))
}

// upgrade names the present format: from here on records may have its versions.
// The lines of all formats up to 9 have one length.
func (h *head) upgrade() error {
	if h.format == crawl.RunFormat {
		return nil
	}
	_, err := h.f.WriteAt([]byte(headMagic(crawl.RunFormat)), 0)
	if err == nil {
		err = h.f.Sync()
	}
	if err != nil {
		return fmt.Errorf("crawl/state: %w", err)
	}
	h.format = crawl.RunFormat
	return nil
}

// read takes the newer of the slots that are whole.
func (h *head) read(b []byte) bool {
	format, start := headFormat(b)
	if format == 0 || format > crawl.RunFormat {
		return false
	}
	h.format, h.start = format, int64(start)
	found := false
	for slot := range int64(2) {
		off := start + int(slot)*slotSize
		if len(b) < off+12 {
			break
		}
		body, err := unseal(b[off : off+12])
		if err != nil {
			continue
		}
		if n := int(binary.LittleEndian.Uint64(body)); !found || n > h.committed {
			h.committed, h.slot, found = n, 1-slot, true
		}
	}
	return found
}

func (h *head) write(seq int) error {
	slot := make([]byte, slotSize)
	copy(slot, sealed(binary.LittleEndian.AppendUint64(nil, uint64(seq))))
	if _, err := h.f.WriteAt(slot, h.start+h.slot*slotSize); err != nil {
		return err
	}
	if err := h.f.Sync(); err != nil {
		return err
	}
	h.committed, h.slot = seq, 1-h.slot
	return nil
}

func (h *head) close() error { return h.f.Close() }

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
