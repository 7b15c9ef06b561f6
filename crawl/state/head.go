package state

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// head is the witness: a small file outside of Badger that holds the seq up to
// which the journal is durable. It is written after Badger's sync, so it is
// never ahead of the journal; a journal that ends before it has lost files.
// Badger alone cannot tell: without a write ahead log file, or with a MANIFEST
// cut short, it opens as a smaller database.
//
// The file holds two slots, written in turn, so that a torn write leaves the
// one before.
type head struct {
	f         *os.File
	committed int
	slot      int64
}

const (
	headName  = "HEAD"
	headMagic = "ontocrawl state 1\n"
	slotSize  = 32
)

// openHead opens or makes the witness of a journal that ends at seq.
func openHead(dir string, seq int) (*head, error) {
	f, err := os.OpenFile(filepath.Join(dir, headName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("crawl/state: %w", err)
	}
	h := &head{f: f}
	b := make([]byte, len(headMagic)+2*slotSize)
	n, err := io.ReadFull(f, b)
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("crawl/state: %w", err)
	case n == 0 && seq == 0:
		err = h.init()
	case !h.read(b[:n]):
		err = damaged(dir, "file "+headName+" is missing or broken, so the journal cannot be trusted to be whole")
	default:
		err = nil
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return h, nil
}

func (h *head) init() error {
	if _, err := h.f.WriteAt([]byte(headMagic), 0); err != nil {
		return fmt.Errorf("crawl/state: %w", err)
	}
	if err := h.write(0); err != nil {
		return fmt.Errorf("crawl/state: %w", err)
	}
	return syncDir(filepath.Dir(h.f.Name()))
}

// read takes the newer of the slots that are whole.
func (h *head) read(b []byte) bool {
	if len(b) < len(headMagic) || string(b[:len(headMagic)]) != headMagic {
		return false
	}
	found := false
	for slot := range int64(2) {
		off := len(headMagic) + int(slot)*slotSize
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
	if _, err := h.f.WriteAt(slot, int64(len(headMagic))+h.slot*slotSize); err != nil {
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
