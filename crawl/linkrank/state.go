package linkrank

import "github.com/ontocrawl/ontocrawl/crawl/snapshot"

const recipeVersion = 1

// MarshalBinary implements [crawl.Checkpointer].
func (r *Recipe) MarshalBinary() ([]byte, error) {
	var w snapshot.Writer
	w.Header("recipe", recipeVersion)
	r.table.write(&w)
	r.clusters.write(&w)
	w.Uint(uint64(len(r.pagesOn)))
	for _, n := range r.pagesOn {
		w.Uint(uint64(n))
	}
	for i := range r.nodes {
		n := &r.nodes[i]
		w.Bool(n.done)
		w.Float32(n.r)
		w.Float32(n.inherit)
		w.Bool(n.evidence != nil)
		if n.evidence != nil {
			n.evidence.write(&w)
		}
	}
	r.model.write(&w)
	return w.Data(), nil
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error r is empty.
func (r *Recipe) UnmarshalBinary(data []byte) error {
	in := snapshot.NewReader(data)
	in.Header("recipe", recipeVersion)
	r.table.read(in)
	r.clusters.read(in)
	r.pagesOn = make([]int32, 0, in.Len(1))
	for len(r.pagesOn) < cap(r.pagesOn) {
		r.pagesOn = append(r.pagesOn, int32(in.Uint()&(1<<31-1)))
	}
	r.nodes = nil
	for range r.urls {
		if in.Err() != nil {
			break
		}
		n := recipeNode{done: in.Bool(), r: in.Float32(), inherit: in.Float32()}
		if in.Bool() {
			n.evidence = readEvidence(in, len(r.clusters.all), len(r.urls))
		}
		r.nodes = append(r.nodes, n)
	}
	r.model.read(in)
	if err := in.Close(); err != nil {
		*r = *NewRecipe(0)
		return err
	}
	return nil
}

func (e *evidence) write(w *snapshot.Writer) {
	for _, v := range e.terms {
		w.Float32(v)
	}
	w.Float(e.sumR)
	for _, v := range [...]float32{e.maxR, e.inherit, e.child, e.language} {
		w.Float32(v)
	}
	w.Uint(uint64(e.pages))
	w.Uint(uint64(e.atHome))
	w.Int(int64(e.from))
	for _, c := range [...]int32{e.home, e.template, e.prefix1, e.prefix2, e.host} {
		w.Int(int64(c))
	}
	w.Uint(uint64(e.depth))
	w.Bool(e.pager)
	w.Bool(e.main)
	w.Uint(uint64(e.ins))
	for _, in := range e.in[:e.ins] {
		w.Int(int64(in.list))
		w.Int(int64(in.path))
		w.Int(int64(in.hub))
	}
	writeHashed(w, e.hashed)
}

func readEvidence(r *snapshot.Reader, clusters, nodes int) *evidence {
	e := new(evidence)
	for i := range e.terms {
		e.terms[i] = r.Float32()
	}
	e.sumR = notNegative(r)
	for _, v := range [...]*float32{&e.maxR, &e.inherit, &e.child, &e.language} {
		*v = r.Float32()
	}
	e.pages = int(r.Uint() & (1<<31 - 1))
	e.atHome = int(r.Uint() & (1<<31 - 1))
	e.from = int32(r.IntIn(-1, nodes-1))
	e.home = int32(r.IntIn(-1, clusters-1))
	of := func() int32 { return int32(r.IntIn(0, clusters-1)) }
	for _, c := range [...]*int32{&e.template, &e.prefix1, &e.prefix2, &e.host} {
		*c = of()
	}
	e.depth = int32(r.Uint() & (1<<31 - 1))
	e.pager, e.main = r.Bool(), r.Bool()
	if e.ins = r.Len(3); e.ins > maxInLinks {
		r.Fail("%d in-links remembered", e.ins)
		e.ins = 0
	}
	for i := range e.in[:e.ins] {
		e.in[i] = inLink{list: of(), path: of(), hub: of()}
	}
	e.hashed = readHashed(r)
	return e
}
