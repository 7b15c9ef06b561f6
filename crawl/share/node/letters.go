package node

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// An entry of a log of letters: its version, the lives of the senders in it, and a batch of
// letters. The first entry of a life shuts out the lives before it, so that nothing that a
// process sends which was asleep while its part was begun anew is ever heard.

// entryVersion is the version of the form of an entry.
//
//	1
const entryVersion = 1

// Of one entry.
const (
	mostLetters = 200
	// Letters are collected for so long, or until so many wait: each entry is written to the disks of most brokers, and a part
	// that has links waits for none. A polite crawl writes few letters a second to each part; a fast one sends as soon
	// as it has a batch, so that a link does not come many pages late.
	batchFor     = time.Second
	batchLetters = 16
	batchForIdle = 50 * time.Millisecond // to a part that has nothing to do
)

// errEntryVersion: an entry that another version of the program reads. Nothing is wrong with it.
var errEntryVersion = errors.New("crawl/share/node: letters of another version")

// encodeEntry writes letters of senders whose lives are given.
func encodeEntry(codec *binenc.Codec, lives map[int]int, letters []*crawl.Letter) ([]byte, error) {
	var w binenc.Writer
	w.Byte(entryVersion)
	w.Uint(uint64(len(lives)))
	for _, from := range slices.Sorted(maps.Keys(lives)) {
		w.Uint(uint64(from))
		w.Uint(uint64(lives[from]))
	}
	batch, err := codec.Encode(&binenc.Batch{Letters: letters})
	if err != nil {
		return nil, err
	}
	w.Bytes(batch)
	return w.Data(), nil
}

// inbox reads the entries of one log in order.
type inbox struct {
	codec *binenc.Codec
	lives map[int]int // by sender: the latest life that has been seen
}

// open returns the letters of an entry, without letters of lives that are over.
func (in *inbox) open(e broker.Entry) (letters []*crawl.Letter, err error) {
	r := binenc.NewReader(e.Data)
	if v := r.Byte(); r.Err() == nil && v != entryVersion {
		return nil, english.Errorf("%w: entry %d has version %d; this program reads %d", errEntryVersion, e.Seq, v, entryVersion)
	}
	lives := map[int]int{}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		from, life := int(min(r.Uint(), math.MaxInt32)), int(min(r.Uint(), math.MaxInt32))
		lives[from] = life
	}
	data := r.Bytes()
	if err := r.Close(); err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	b, err := in.codec.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	if in.lives == nil {
		in.lives = map[int]int{}
	}
	for from, life := range lives {
		in.lives[from] = max(in.lives[from], life)
	}
	return slices.DeleteFunc(b.Letters, func(l *crawl.Letter) bool {
		life, said := lives[l.From]
		return said && life < in.lives[l.From]
	}), nil
}

// fence appends an entry without letters to the log of a part, and returns its number.
func (n *node) fence(ctx context.Context, to int, lives map[int]int) (int64, error) {
	data, err := encodeEntry(n.codec, lives, nil)
	if err != nil {
		return 0, err
	}
	id := "fence-" + n.life
	for _, from := range slices.Sorted(maps.Keys(lives)) {
		id += fmt.Sprintf("-%d.%d", from, lives[from])
	}
	return broker.Append(ctx, n.b, letterLog(to), id, broker.Any, data)
}

// post sends the letters of the parts here. Those to one part go in one row, so that the
// order of a sender holds.
type post struct {
	n      *node
	idle   func(part int) bool // it has nothing to do
	failed func(error)
	id     string // of this row of entries, for no other's repetition to be taken for one of it

	mu     sync.Mutex
	to     []queue
	lives  []int // by sender: the life that writes letters here
	unsent []int // by sender
	all    cluster.Sent
}

type queue struct {
	letters []outgoing
	ready   chan struct{} // has room for one
	sent    int           // entries
	last    int64         // the number of the last entry that was confirmed; 0: none
}

// outgoing is a letter with the life of its sender that wrote it. The table may have a later life when it is sent: that
// is of another process, which gives the same number to another letter.
type outgoing struct {
	*crawl.Letter
	life int
}

func newPost(n *node, idle func(part int) bool, failed func(error)) *post {
	p := &post{n: n, idle: idle, failed: failed, id: rand.Text(), to: make([]queue, n.o.Parts), lives: make([]int, n.o.Parts), unsent: make([]int, n.o.Parts)}
	for i := range p.to {
		p.to[i].ready = make(chan struct{}, 1)
	}
	return p
}

// began notes which life of a part writes letters from now on, and reports whether it is another one than before.
func (p *post) began(part, life int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	other := p.lives[part] != life
	p.lives[part] = life
	return other
}

// put lets a letter wait to be sent.
func (p *post) put(from, to int, l *crawl.Letter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unsent[from]++
	p.to[to].letters = append(p.to[to].letters, outgoing{l, p.lives[from]})
	select {
	case p.to[to].ready <- struct{}{}:
	default:
	}
}

// waiting is how many letters of a part wait to be sent; -1: of all parts.
func (p *post) waiting(part int) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if part >= 0 {
		return p.unsent[part]
	}
	for _, u := range p.unsent {
		n += u
	}
	return n
}

// run sends until ctx ends.
func (p *post) run(ctx context.Context) {
	var wg sync.WaitGroup
	for to := range p.to {
		wg.Go(func() {
			if err := p.send(ctx, to); err != nil && ctx.Err() == nil {
				p.failed(english.Errorf("letters to part %d: %w", to, err))
			}
		})
	}
	wg.Wait()
}

func (p *post) send(ctx context.Context, to int) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.to[to].ready:
		}
		p.collect(ctx, to)
		for {
			letters, lives := p.next(to)
			if len(letters) == 0 {
				break
			}
			if err := p.append(ctx, to, letters, lives); err != nil {
				return err
			}
			p.sent(letters)
		}
	}
}

// collect waits while letters to a part may be collected.
func (p *post) collect(ctx context.Context, to int) {
	for began := time.Now(); time.Since(began) < batchFor && p.waitingFor(to) < batchLetters; {
		p.n.wait(ctx, batchForIdle)
		if ctx.Err() != nil || p.idle(to) {
			return
		}
	}
}

// waitingFor is how many letters to a part wait to be sent.
func (p *post) waitingFor(to int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.to[to].letters)
}

// next takes letters to a part out of its queue, as many as go into one entry, which has one life of each sender.
func (p *post) next(to int) (letters []*crawl.Letter, lives map[int]int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := &p.to[to]
	lives = map[int]int{}
	for _, l := range q.letters[:min(len(q.letters), mostLetters)] {
		if life, ok := lives[l.From]; ok && life != l.life {
			break
		}
		lives[l.From] = l.life
		letters = append(letters, l.Letter)
	}
	q.letters = q.letters[len(letters):]
	return letters, lives
}

func (p *post) sent(letters []*crawl.Letter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range letters {
		p.unsent[l.From]--
	}
}

// append appends letters to the log of a part, in as many entries as they need.
func (p *post) append(ctx context.Context, to int, letters []*crawl.Letter, lives map[int]int) error {
	data, err := encodeEntry(p.n.codec, lives, letters)
	if err != nil {
		return err
	}
	if len(data) > broker.MaxData && len(letters) > 1 {
		half := len(letters) / 2
		if err := p.append(ctx, to, letters[:half], lives); err != nil {
			return err // none may come before these
		}
		return p.append(ctx, to, letters[half:], lives)
	}
	p.mu.Lock()
	p.to[to].sent++
	id := fmt.Sprintf("%s-%d-%d", p.id, to, p.to[to].sent)
	p.mu.Unlock()
	seq, err := broker.Append(ctx, p.n.b, letterLog(to), id, broker.Any, data)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to[to].last = max(p.to[to].last, seq)
	p.all.Letters, p.all.Entries, p.all.LetterBytes = p.all.Letters+int64(len(letters)), p.all.Entries+1, p.all.LetterBytes+int64(len(data))
	return nil
}

// lasts returns the number of the last entry that was confirmed, by the part whose log it is in.
func (p *post) lasts() map[int]int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := map[int]int64{}
	for to := range p.to {
		if n := p.to[to].last; n > 0 {
			last[to] = n
		}
	}
	return last
}

// total counts what was sent.
func (p *post) total() cluster.Sent {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all
}

// enough is how many letters may wait in memory at a part before its reader pauses.
const enough = 2000

// read gives a part here the letters of its log, until ctx ends or the part is closed.
func (w *work) read(ctx context.Context, part int) error {
	in, cursor := inbox{codec: w.n.codec}, w.cursor(part)
	begin := func(from cut) {
		in.lives = maps.Clone(from.Lives)
		cursor.begin(from)
	}
	err := w.n.readLog(ctx, part, begin, func(e broker.Entry) error {
		letters, err := in.open(e)
		if err != nil && !errors.Is(err, errEntryVersion) {
			err = w.refuse(part, e, err)
		}
		if err != nil {
			return err
		}
		cursor.pass(e.Seq, in.lives, letters)
		letters = slices.DeleteFunc(letters, func(l *crawl.Letter) bool { return l.Number <= w.shared.Crawl.ReceivedUpTo(part, l.From) })
		waits, ok := w.shared.Crawl.Deliver(part, e.Seq, letters)
		for ; ok && waits > enough; waits, ok = w.shared.Crawl.Deliver(part, e.Seq, nil) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(20 * time.Millisecond):
			}
		}
		if !ok {
			return context.Canceled
		}
		return nil
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		return english.Errorf("letters to part %d: %w", part, err)
	}
	return nil
}
