package strategytest

import (
	"bytes"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Fleeting returns a Part of data that gives 1 to 61 bytes at a time and spoils all the room that
// it is lent: what keeps a part of that room is found out.
func Fleeting(data []byte) crawl.Part { return &fleeting{data: data} }

type fleeting struct {
	data []byte
	few  int
}

// spoilt is copied: room is 256 kB for each few bytes, which a loop would be slow to fill.
var spoilt = bytes.Repeat([]byte{0xee}, 4<<10)

func (f *fleeting) Len() int { return len(f.data) }

func (f *fleeting) Read(b []byte) (int, error) {
	if len(f.data) == 0 {
		return 0, io.EOF
	}
	for room := b; len(room) > 0; {
		room = room[copy(room, spoilt):]
	}
	f.few = (f.few + 7) % 61
	n := copy(b[:min(len(b), f.few+1)], f.data)
	f.data = f.data[n:]
	return n, nil
}
