package strategytest

import (
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Fleeting returns a Part of data that gives a few bytes at a time and spoils all the room that
// it is lent: what keeps a part of that room is found out.
func Fleeting(data []byte) crawl.Part { return &fleeting{data} }

type fleeting struct{ data []byte }

func (f *fleeting) Len() int { return len(f.data) }

func (f *fleeting) Read(b []byte) (int, error) {
	if len(f.data) == 0 {
		return 0, io.EOF
	}
	for i := range b {
		b[i] = 0xee
	}
	n := copy(b[:min(len(b), 3)], f.data)
	f.data = f.data[n:]
	return n, nil
}
