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
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// head is the file HEAD, outside of Badger: the format of the state, and the seq up to
// which the journal is durable. It is written after Badger's sync, so a journal that
// ends before that seq has lost files, which Badger cannot tell. Two slots are written
// in turn, so a torn write leaves the other.
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

// headMagic is the first line of HEAD in that format.
func headMagic(format int) string { return fmt.Sprintf("%s%d\n", headPrefix, format) }

// headFormat returns the format in the first line of b and the length of that line,
// or 0.
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
	if format := Format(dir); format > crawl.RunFormat {
		return &crawl.FormatError{Dir: dir, Format: format}
	}
	return nil
}

// Format is the format of the state in dir; 0 if there is none, or none that this
// program knows.
func Format(dir string) int {
	f, err := os.Open(filepath.Join(dir, headName))
	if err != nil {
		return 0
	}
	defer f.Close() //nolint:errcheck // only read
	b := make([]byte, 64)
	n, _ := io.ReadFull(f, b)
	format, _ := headFormat(b[:n])
	return format
}

// openHead opens or makes HEAD for a journal that ends at seq.
func openHead(dir string, seq int) (*head, error) {
	f, err := os.OpenFile(filepath.Join(dir, headName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/state: %w", err)
	}
	h := &head{f: f}
	b := make([]byte, 64+2*slotSize)
	n, err := io.ReadFull(f, b)
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("crawl/keep/state: %w", err)
	case seq == 0 && unborn(b[:n]):
		err = h.init()
	case !h.read(b[:n]):
		err = damaged(dir, english.Phrasef("file %s is missing or broken, so nobody can tell whether the journal is complete", headName))
	default:
		err = h.upgrade()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return h, nil
}

// unborn reports whether b is a HEAD that no journal has used: empty, or what a process wrote
// of it that was killed while it made the file. The first commit makes it longer.
func unborn(b []byte) bool {
	magic := headMagic(crawl.RunFormat)
	if len(b) <= len(magic) {
		return strings.HasPrefix(magic, string(b))
	}
	return bytes.HasPrefix(b, []byte(magic)) && len(b) <= len(magic)+slotSize && !new(head).read(b)
}

func (h *head) init() error {
	h.start = int64(len(headMagic(crawl.RunFormat)))
	if err := h.stamp(func() error { return h.write(0) }); err != nil {
		return err
	}
	return atomicfile.SyncDir(nil, filepath.Dir(h.f.Name()))
}

// upgrade writes the present format: records may have its versions from now on. The
// first line has one length in all formats up to 9.
func (h *head) upgrade() error {
	if h.format == crawl.RunFormat {
		return nil
	}
	h.format = crawl.RunFormat
	return h.stamp(h.f.Sync)
}

// stamp writes the first line and calls sync.
func (h *head) stamp(sync func() error) error {
	_, err := h.f.WriteAt([]byte(headMagic(crawl.RunFormat)), 0)
	if err == nil {
		err = sync()
	}
	if err != nil {
		return fmt.Errorf("crawl/keep/state: %w", err)
	}
	return nil
}

// read takes the newer of the intact slots.
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
