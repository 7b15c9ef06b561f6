package fca

import "slices"

// Context says which objects have which attributes. Both are numbers from 0 on. The zero
// Context has neither.
type Context struct {
	objects int
	columns []bitset // by attribute: the objects that have it
}

// NewContext returns a context in which no object has an attribute. Negative numbers count as 0.
func NewContext(objects, attributes int) *Context {
	c := &Context{objects: max(0, objects), columns: make([]bitset, max(0, attributes))}
	for i := range c.columns {
		c.columns[i] = newBits(c.objects)
	}
	return c
}

// Objects is the number of objects, Attributes the number of attributes.
func (c *Context) Objects() int    { return c.objects }
func (c *Context) Attributes() int { return len(c.columns) }

// Set gives the object the attribute. As with a slice, it panics on numbers outside of the context.
func (c *Context) Set(object, attribute int) {
	c.column(object, attribute).set(object)
}

func (c *Context) column(object, attribute int) bitset {
	if uint(object) >= uint(c.objects) {
		panic("fca: object out of range")
	}
	return c.columns[attribute]
}

// Extent returns the objects that have all of the attributes; of none, all objects.
func (c *Context) Extent(attributes ...int) []int { return c.extent(attributes).list() }

func (c *Context) extent(attributes []int) bitset {
	e := fullBits(c.objects)
	for _, a := range attributes {
		e.meet(e, c.columns[a])
	}
	return e
}

// Intent returns the attributes that all of the objects have; of none, all attributes.
func (c *Context) Intent(objects ...int) []int {
	e := newBits(c.objects)
	for _, o := range objects {
		if uint(o) >= uint(c.objects) {
			panic("fca: object out of range")
		}
		e.set(o)
	}
	return c.intent(e).list()
}

func (c *Context) intent(extent bitset) bitset {
	in := newBits(len(c.columns))
	for a, col := range c.columns {
		if extent.within(col) {
			in.set(a)
		}
	}
	return in
}

// Support is the number of objects that have all of the attributes.
func (c *Context) Support(attributes ...int) int { return c.extent(attributes).count() }

// Above returns the attributes right above the attribute in the order of attributes: a is
// below b if every object with a has b, and some object has b and not a. Right above are
// those with none between. An attribute without objects is below nothing, since nothing
// is known of it. Attributes with the same objects are equal: neither is above the other.
func (c *Context) Above(attribute int) []int {
	of := c.columns[attribute]
	n := of.count()
	if n == 0 {
		return nil
	}
	var above []int
	for b, col := range c.columns {
		if of.within(col) && col.count() > n {
			above = append(above, b)
		}
	}
	all := slices.Clone(above)
	return slices.DeleteFunc(above, func(b int) bool {
		return slices.ContainsFunc(all, func(m int) bool {
			return c.columns[m].within(c.columns[b]) && c.columns[m].count() < c.columns[b].count()
		})
	})
}

// equal returns the other attributes that the same objects have, if there is such an object.
func (c *Context) equal(attribute int) (equal []int) {
	of := c.columns[attribute]
	if of.count() == 0 {
		return nil
	}
	for b, col := range c.columns {
		if b != attribute && slices.Equal(of, col) {
			equal = append(equal, b)
		}
	}
	return equal
}
