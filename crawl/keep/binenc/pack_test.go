package binenc_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

func newPacker(t testing.TB, known ...*crawl.Dictionary) *binenc.Packer {
	t.Helper()
	k, err := binenc.NewPacker(known)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

func pack(t testing.TB, k *binenc.Packer, p *crawl.Page) *crawl.Text {
	t.Helper()
	text, err := k.Pack(p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// menued is page n of a host whose pages share a menu.
func menued(host string, n int) *crawl.Page {
	p := &crawl.Page{URL: fmt.Sprintf("http://%s/%d", host, n), Host: host, Title: fmt.Sprint("page ", n)}
	for i := range 60 {
		p.Blocks = append(p.Blocks, block(fmt.Sprintf("menu entry %d of the site %s, item %x", i, host, xxhash.Sum64String(fmt.Sprint(host, i))), crawl.GroupAnchor))
	}
	p.Blocks = append(p.Blocks, block(fmt.Sprint("the text of page ", n), crawl.GroupBody))
	return p
}

// TestDictionary: what the pages of a host share takes next to no space, from its eighth
// page on, and in the next process at once.
func TestDictionary(t *testing.T) {
	k, u := newPacker(t), new(binenc.Unpacker)
	defer u.Close()
	var d *crawl.Dictionary
	check := func(k *binenc.Packer, n int, want bool) {
		t.Helper()
		p := menued("a.example", n)
		text := pack(t, k, p)
		if (text.Dictionary != nil) != want || want && len(text.Packed) > 150 {
			t.Errorf("page %d: %d bytes, dictionary %v", n, len(text.Packed), text.Dictionary != nil)
		}
		got, err := u.Unpack(text)
		if diff := cmp.Diff(p, got.Page); err != nil || diff != "" {
			t.Errorf("page %d: %v (-want +got):\n%s", n, err, diff)
		}
		d = text.Dictionary
	}
	for n := range 20 {
		check(k, n, n >= 8)
		if n == 12 {
			k.Rest()
		}
	}
	check(newPacker(t, d), 20, true)
	check(newPacker(t), 21, false)
}

// However many hosts there are, few have a dictionary.
func TestFewDictionaries(t *testing.T) {
	k, ids := newPacker(t), map[uint64]bool{}
	for n := range 10 {
		for h := range 50 {
			if d := pack(t, k, menued(fmt.Sprintf("h%d.example", h), n)).Dictionary; d != nil {
				ids[d.ID] = true
			}
		}
	}
	if len(ids) != 32 {
		t.Errorf("%d dictionaries, want 32", len(ids))
	}
}

func TestConcurrently(t *testing.T) {
	k, u := newPacker(t), new(binenc.Unpacker)
	defer u.Close()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for n := range 50 {
				p := menued(fmt.Sprintf("h%d.example", n%3), 100*g+n)
				text, err := k.Pack(p)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := u.Unpack(text)
				if d := cmp.Diff(p, got.Page); err != nil || d != "" {
					t.Errorf("%v\n%s", err, d)
				}
			}
		})
	}
	wg.Wait()
}

// What cannot be unpacked is refused, and a later version says which it is.
func TestRefused(t *testing.T) {
	good := pack(t, newPacker(t), storm()).Packed
	u := new(binenc.Unpacker)
	defer u.Close()
	later := append([]byte{9}, good[1:]...)
	var version *binenc.VersionError
	if _, err := u.Unpack(&crawl.Text{Packed: later}); !errors.As(err, &version) || version.Version != 9 {
		t.Errorf("version 9: %v", err)
	}
	bomb := pack(t, newPacker(t), &crawl.Page{Blocks: []crawl.Block{block(strings.Repeat("x", binenc.MaxText), crawl.GroupBody)}})
	k := newPacker(t)
	for n := range 8 {
		pack(t, k, menued("a.example", n))
	}
	needs := pack(t, k, menued("a.example", 8))
	other := &crawl.Dictionary{ID: 7, Data: slices.Clone(needs.Dictionary.Data)}
	slices.Reverse(other.Data)
	for name, text := range map[string]*crawl.Text{
		"a wrong dictionary": {Packed: needs.Packed, Dictionary: other},
		"nothing":            {}, "short": {Packed: good[:1]}, "cut": {Packed: good[:len(good)/2]},
		"a dictionary too much": {Packed: good, Dictionary: &crawl.Dictionary{ID: 1, Data: []byte("abcdefgh")}},
		"no dictionary":         {Packed: append([]byte{1, 1}, good[2:]...)},
		"no frame":              {Packed: []byte{1, 0, 'x', 'y'}},
		"frames":                {Packed: append(bomb.Packed, bomb.Packed[2:]...)},
	} {
		if got, err := u.Unpack(text); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
