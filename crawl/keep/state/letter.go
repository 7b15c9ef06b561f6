package state

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A letter that a part of a crawl has heard is an entry of its journal, between the visits,
// in the order in which it was heard. Its place and its sender's number are kept for good;
// the letter itself, like the links of a visit, until a checkpoint covers it. The number is
// also the sender's mark: what was heard is never heard again.

// heardVersion is the version of a visit record that is a letter.
const heardVersion = 9

func appendHeard(b []byte, v *crawl.Visit) []byte {
	w := binenc.AppendTo(b)
	w.Byte(heardVersion)
	w.Int(int64(v.Seq))
	w.Uint(uint64(v.Heard.From))
	w.Uint(v.Heard.Number)
	return w.Data()
}

func decodeHeard(b []byte) (*crawl.Visit, error) {
	r := binenc.NewReader(b)
	r.Byte()
	v := &crawl.Visit{Seq: r.IntIn(1, math.MaxInt), Heard: new(crawl.Letter)}
	v.Heard.From, v.Heard.Number = int(min(r.Uint(), math.MaxInt32)), r.Uint()
	return v, r.Close()
}

// readHeard fills the letter of v from its replay record.
func readHeard(b []byte, v *crawl.Visit) error {
	l, err := binenc.DecodeLetter(b)
	if err != nil {
		return err
	}
	v.Heard = l
	return nil
}
