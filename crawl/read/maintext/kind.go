package maintext

import (
	"math"
	"net/url"
	"strings"
)

// kindScore sums what the tokens of a page say of its kind. Each token counts once.
type kindScore struct {
	sum  [2][numKinds]int32
	log  [numKinds]float32 // probabilities, once all is summed: for the blocks
	page [numKinds]float32 // and for the kind itself
	seen []uint64          // by entry
}

func (s *kindScore) reset(m *Model) {
	s.sum, s.log, s.page = [2][numKinds]int32{}, [numKinds]float32{}, [numKinds]float32{}
	s.seen = cleared(s.seen, len(m.Entries)/64+1)
}

func (s *kindScore) add(m *Model, e *Entry) {
	i := e.at
	if s.seen[i/64]>>(i%64)&1 != 0 {
		return
	}
	s.seen[i/64] |= 1 << (i % 64)
	for k := range e.kinds {
		s.sum[0][k] += int32(e.kinds[k])
		s.sum[1][k] += int32(e.page[k])
	}
}

func (a *analysis) addKind(token uint32) {
	if e := a.m.entry(token); e != nil {
		a.kind.add(a.m, e)
	}
}

// kindByTokens adds the tokens that are not of blocks and elements, and finds the
// probabilities.
func (a *analysis) kindByTokens() {
	a.buf = pageTokens(a.d, a.buf[:0])
	for _, t := range a.buf {
		a.addKind(t)
	}
	for _, t := range a.title {
		a.addKind(t)
	}
	a.kind.log = logs(&a.m.Bias, &a.kind.sum[0])
	a.kind.page = logs(&a.m.PageBias, &a.kind.sum[1])
}

// logs are the log probabilities of the kinds by the sums of their weights.
func logs(bias *[numKinds]float32, sums *[numKinds]int32) (log [numKinds]float32) {
	z, most, sum := [numKinds]float64{}, math.Inf(-1), 0.
	for k := range z {
		z[k] = float64(bias[k]) + float64(sums[k])/32
		most = max(most, z[k])
	}
	for k := range z {
		z[k] = math.Exp(z[k] - most)
		sum += z[k]
	}
	for k := range z {
		log[k] = float32(math.Log(z[k]/sum + 1e-4))
	}
	return log
}

// pageTokens appends the tokens of the address, of meta elements and of structured data.
func pageTokens(d *Doc, to []uint32) []uint32 {
	to = addressTokens(d.URL, to)
	for _, m := range d.Meta {
		switch {
		case m.Name == "og:type":
			to = append(to, fromKind.token(m.Content[:min(len(m.Content), 20)]))
		case m.Name == "generator":
			first, _, _ := strings.Cut(m.Content, " ")
			to = append(to, fromMaker.token(first[:min(len(first), 12)]))
		}
		for _, s := range []string{"product:", "article:", "og:price", "citation", "twitter:label", "twitter:data"} {
			if strings.HasPrefix(m.Name, s) {
				to = append(to, fromMeta.token(m.Name))
			}
		}
	}
	for _, s := range d.Data {
		for _, t := range dataTypes(s) {
			to = append(to, fromData.token(t))
		}
	}
	return to
}

func addressTokens(address string, to []uint32) []uint32 {
	u, err := url.Parse(address)
	if err != nil {
		return to
	}
	if first, rest, ok := strings.Cut(u.Hostname(), "."); ok && first != "www" && strings.Contains(rest, ".") {
		to = append(to, fromHost.token(first))
	}
	path := strings.Trim(u.Path, "/")
	for path != "" {
		step, rest, more := strings.Cut(path, "/")
		if more || len(step) < 25 {
			to = words(step, fromPath, to, len(to)+8)
		}
		path = rest
	}
	if u.RawQuery != "" {
		to = append(to, fromQuery.token("?"))
		to = words(u.RawQuery, fromQuery, to, len(to)+6)
	}
	return to
}

// dataTypes are the values of @type in a script of JSON-LD, a few.
func dataTypes(s string) (types []string) {
	for len(types) < 40 {
		_, rest, ok := strings.Cut(s, `"@type"`)
		if !ok {
			break
		}
		rest = strings.TrimLeft(rest, " \t\r\n:[")
		if len(rest) > 0 && rest[0] == '"' {
			if t, _, ok := strings.Cut(rest[1:], `"`); ok && len(t) < 40 {
				types = append(types, t)
			}
		}
		s = rest
	}
	return types
}
