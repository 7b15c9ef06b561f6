package learn

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Bounds of what is read of a page.
const (
	mostBlock  = 20_000 // bytes of a block
	mostBlocks = 5_000
	// repeatedWords is how many words a block must have to be left out where a page of the
	// same host has said it before: licences, notices. Short blocks, such as cells of tables, count.
	repeatedWords = 6
)

// Corpus is texts taken apart: those on the topic, and others for comparison.
type Corpus struct {
	pages []document
	other map[string]int // by term: the other pages that have it
	rest  int            // how many other pages there are
	words int
	dict  *lexicon.Dictionary
}

// document is a page taken apart.
type document struct {
	url, host string
	blocks    []block
}

type block struct {
	text  string
	title bool // the title, or the heading of the page
	words []word
}

// word is a word of a block.
type word struct {
	key        string // folded, without the s of a plural
	start, end int32
	bits       float64
	han        bool
	opens      bool // a sign stands before it
	edge       bool // a term may begin with it, and end unless it is a verb
	verb       bool // of a pattern
	inner      bool // it may stand within a term
}

// Read takes pages apart. on are the pages on the topic, whose terms are learned; other are
// pages of any kind, such as those that a crawl judged not relevant: what is as frequent in
// them is no term of the topic. Without other pages common words of the language are known
// instead. dict may be shared; nil means one of its own.
func Read(ctx context.Context, on, other []*crawl.Page, dict *lexicon.Dictionary) (*Corpus, error) {
	if dict == nil {
		dict = &lexicon.Dictionary{}
	}
	c := &Corpus{dict: dict, other: map[string]int{}}
	r := reader{dict: dict, grammar: functionwords.New(), verbs: patternVerbs(), said: map[string]bool{}}
	for _, p := range on {
		d, err := r.document(ctx, p)
		if err != nil {
			return nil, err
		}
		for i := range d.blocks {
			c.words += len(d.blocks[i].words)
		}
		c.pages = append(c.pages, d)
	}
	r.said = map[string]bool{}
	for _, p := range other {
		d, err := r.document(ctx, p)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for i := range d.blocks {
			grams(d.blocks[i].words, func(key string, _, _ int) { seen[key] = true })
		}
		for key := range seen {
			c.other[key]++
		}
		c.rest++
	}
	return c, nil
}

type reader struct {
	dict    *lexicon.Dictionary
	grammar functionwords.Set
	verbs   map[string]bool // of patterns
	said    map[string]bool // long blocks, by host
}

func (r *reader) document(ctx context.Context, p *crawl.Page) (d document, err error) {
	if err := ctx.Err(); err != nil {
		return d, err
	}
	d = document{url: p.Final, host: p.Host}
	for i := range p.Blocks[:min(len(p.Blocks), mostBlocks)] {
		b := &p.Blocks[i]
		if b.Region != crawl.RegionMain || b.Code || b.Trail || b.Text == "" {
			continue
		}
		text := b.Text
		if len(text) > mostBlock {
			text = strings.ToValidUTF8(text[:mostBlock], "")
		}
		words, err := r.words(text)
		if err != nil {
			return d, fmt.Errorf("crawl/judge/learn: %w", err)
		}
		if len(words) >= repeatedWords && !b.Title && !b.H1 {
			if key := p.Host + " " + text; r.said[key] {
				continue
			} else {
				r.said[key] = true
			}
		}
		d.blocks = append(d.blocks, block{text, b.Title || b.H1, words})
	}
	return d, nil
}

// grammarBits is the cost below which a Chinese word is one of the few hundred most common
// (我们, 没有), as in crawl/judge/samples.
const grammarBits = 10.5

func (r *reader) words(text string) (out []word, err error) {
	end := 0
	err = r.dict.Words(text, func(w lexicon.Word) bool {
		v := word{start: int32(w.Start), end: int32(w.End), bits: w.Bits, han: w.Han}
		v.opens = strings.Trim(text[end:w.Start], " -‐") != "" || len(out) > 0 && out[len(out)-1].han != w.Han
		end = w.End
		v.verb = r.verbs[w.Text]
		r.class(&v, w.Text)
		out = append(out, v)
		return true
	})
	return out, err
}

// class says what a word may do in a term.
func (r *reader) class(v *word, text string) {
	if v.han {
		v.key = text
		n := utf8.RuneCountInString(text)
		v.edge = !r.grammar.Has(text) && (n > 1 && v.bits >= grammarBits || n == 1 && !strings.ContainsAny(text, zhGrammar))
		v.inner = v.edge
		return
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
	v.key = singular(text)
	digit := strings.ContainsAny(text, "0123456789")
	v.edge = len(text) > 2 && !digit && !strings.ContainsAny(text, "'’") && !r.grammar.Has(text) && !strings.HasSuffix(text, "ly")
	v.inner = v.edge || len(text) > 1 && digit
}

// zhGrammar are Chinese characters that as words are grammar, numbers or common verbs: no term
// begins or ends with them.
const zhGrammar = `的了是这那我你您他她它们吗呢吧啊么在有和与或及不也都就而且但为以被把从到向对由于将会可能要很更最个些此其等上下中内外前后里时年月日号次只又还再已没让使给用做去来说看一二三四五六七八九十百千万亿两每各该本某若如请选按即则并之者所`

// singular is an English word without the s of a plural.
func singular(s string) string {
	switch {
	case len(s) < 4 || !strings.HasSuffix(s, "s") || strings.HasSuffix(s, "ss") || strings.HasSuffix(s, "us") || strings.HasSuffix(s, "is"):
		return s
	case strings.HasSuffix(s, "ies") && len(s) > 4:
		return s[:len(s)-3] + "y"
	}
	return s[:len(s)-1]
}

// Bounds of a term.
const (
	mostWords = 4  // English and Chinese
	mostHan   = 10 // characters
)

// grams calls yield with each run of words that may be a term: its key, its first word and the
// one after its last.
func grams(words []word, yield func(key string, from, to int)) {
	for i := range words {
		if !words[i].edge {
			continue
		}
		key, chars := "", 0
		for k := i; k < len(words) && k < i+mostWords; k++ {
			w := &words[k]
			if k > i && w.opens || !w.inner {
				break
			}
			if key != "" && !w.han {
				key += " "
			}
			key += w.key
			if w.han {
				if chars += utf8.RuneCountInString(w.key); chars > mostHan {
					break
				}
			}
			if w.edge && !w.verb && (!w.han || chars > 1) {
				yield(key, i, k+1)
			}
		}
	}
}

// keyOf returns the key of a label, equal to the key of a term with the same words.
func (c *Corpus) keyOf(label string) (string, error) {
	var b strings.Builder
	err := c.dict.Words(label, func(w lexicon.Word) bool {
		if b.Len() > 0 && !w.Han {
			b.WriteByte(' ')
		}
		if w.Han {
			b.WriteString(w.Text)
		} else {
			b.WriteString(singular(strings.TrimSuffix(strings.TrimSuffix(w.Text, "'s"), "’s")))
		}
		return true
	})
	return b.String(), err
}

// langOf is the language of a term: Chinese if it has a Chinese character, else English.
func langOf(term string) string {
	if names.Chinese(term) {
		return "zh"
	}
	return "en"
}
