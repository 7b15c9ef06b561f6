package crawl

// Text holds what is kept of a page to judge it again without fetching it. Package
// crawl/keep/binenc makes and reads it.
type Text struct {
	Packed     []byte
	Dictionary *Dictionary // nil if Packed needs none
}

// Dictionary is text of a host. What other pages of the host repeat of it takes no
// space in their Texts.
type Dictionary struct {
	ID   uint64 // hash of Host and Data; not 0
	Host string
	Data []byte
}

// Keeper gives back the visits of a [State] with the Text of their pages (Visit.Text). One
// goroutine calls it.
type Keeper interface {
	// Visit returns recorded visit seq, durable or not, without Links and Blocks.
	Visit(seq int) (*Visit, error)
	// Text returns the Text that was recorded with visit seq, nil if there is none. It
	// is there until a later visit that says what is at the address now (a page, or 404
	// or 410) is durable.
	Text(seq int) (*Text, error)
	// Dictionaries returns the dictionaries of the recorded Texts.
	Dictionaries() ([]*Dictionary, error)
}
