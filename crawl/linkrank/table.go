package linkrank

import "github.com/ontocrawl/ontocrawl/crawl/snapshot"

// table numbers URLs in the order in which they are heard of. A page that
// answered under another name has two URLs and one number.
type table struct {
	ids  map[string]int32
	urls []string // by number
	also []string // further names, in order; ids holds their numbers
}

// id returns the number of url.
func (t *table) id(url string) (int32, bool) {
	id, ok := t.ids[url]
	return id, ok
}

// intern returns the number of url, a new one if it has none.
func (t *table) intern(url string) (id int32, fresh bool) {
	if id, ok := t.ids[url]; ok {
		return id, false
	}
	if t.ids == nil {
		t.ids = make(map[string]int32)
	}
	id = int32(len(t.urls))
	t.ids[url] = id
	t.urls = append(t.urls, url)
	return id, true
}

// alias lets url be another name of id, unless it has a number of its own.
func (t *table) alias(url string, id int32) {
	if _, ok := t.ids[url]; !ok && url != "" {
		t.ids[url] = id
		t.also = append(t.also, url)
	}
}

func (t *table) write(w *snapshot.Writer) {
	w.Uint(uint64(len(t.urls)))
	for _, u := range t.urls {
		w.Spill()
		w.Name(u)
	}
	w.Uint(uint64(len(t.also)))
	for _, u := range t.also {
		w.Name(u)
		w.Uint(uint64(t.ids[u]))
	}
}

func (t *table) read(r *snapshot.Reader) {
	n := r.Len(1)
	*t = table{ids: make(map[string]int32, n), urls: make([]string, 0, n)}
	for ; n > 0 && r.Err() == nil; n-- {
		if _, fresh := t.intern(r.Name()); !fresh {
			r.Fail("a URL stands twice")
		}
	}
	for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
		u, id := r.Name(), r.Uint()
		if _, ok := t.ids[u]; ok || id >= uint64(len(t.urls)) {
			r.Fail("bad alias")
			return
		}
		t.alias(u, int32(id))
	}
}
