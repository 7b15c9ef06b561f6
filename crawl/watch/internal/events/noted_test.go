package events

import (
	"encoding/binary"
	"testing"
	"time"
)

// Notes of earlier versions have the seconds of an instant in eight bytes.
func TestNoted(t *testing.T) {
	at := time.Date(2026, 7, 25, 11, 30, 0, 0, time.UTC)
	for note, want := range map[string]string{
		string(binary.BigEndian.AppendUint64(nil, uint64(at.Unix()))): "2026-07-25T11:30:00Z",
		"2026-07-25": "2026-07-25", "2026-07-25T11:30:00+08:00": "2026-07-25T11:30:00+08:00", "": "", "soon": "",
	} {
		if got := noted([]byte(note)).String(); got != want {
			t.Errorf("%q: %s, want %s", note, got, want)
		}
	}
}
