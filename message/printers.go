package message

import "sync"

// Printers makes Printers and keeps them, for servers that answer in the language of each
// request: reading a catalogue takes some milliseconds. The zero value is ready for use, in parallel too.
type Printers struct{ made sync.Map } // by language

// In returns the Printer of a language or locale, as [New] does.
func (s *Printers) In(locale string) *Printer {
	lang := Language(locale)
	if lang == English {
		return nil
	}
	if p, ok := s.made.Load(lang); ok {
		return p.(*Printer)
	}
	p, _ := s.made.LoadOrStore(lang, New(lang))
	return p.(*Printer)
}
