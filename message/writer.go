package message

import (
	"fmt"
	"io"
	"sync"
)

// stream is a writer with a language. Its writes are whole: writes of two loggers do not mix.
type stream struct {
	mu sync.Mutex
	w  io.Writer
	p  *Printer
}

// Write implements [io.Writer].
func (s *stream) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(b)
}

// Printer returns the Printer of the language of s.
func (s *stream) Printer() *Printer { return s.p }

// Unwrap returns the writer below, for those who ask whether it is a terminal.
func (s *stream) Unwrap() io.Writer { return s.w }

// To gives w the language of p. Whoever writes to it with the functions of this package writes in that
// language; bytes that are written otherwise stay as they are. The result may be written to by
// several goroutines, also where w may not.
func To(w io.Writer, p *Printer) io.Writer {
	return &stream{w: Unwrap(w), p: p}
}

// Of returns the Printer of the language of w: the language of [To], else English.
func Of(w io.Writer) *Printer {
	if s, ok := w.(interface{ Printer() *Printer }); ok {
		return s.Printer()
	}
	return nil
}

// Unwrap returns the writer that was given to [To], or w itself.
func Unwrap(w io.Writer) io.Writer {
	if s, ok := w.(interface{ Unwrap() io.Writer }); ok {
		return s.Unwrap()
	}
	return w
}

// Fprintf is [fmt.Fprintf] in the language of w.
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	p := Of(w)
	return fmt.Fprintf(w, p.Text(format), p.args(args)...)
}

// Fprint writes an English text without verbs in the language of w.
func Fprint(w io.Writer, english string) (int, error) {
	return io.WriteString(w, Of(w).Text(english))
}
