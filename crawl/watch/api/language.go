package api

import (
	"net/http"

	"golang.org/x/text/language"

	"github.com/ontocrawl/ontocrawl/message"
)

// Spoken returns the language in which to answer a person who accepts the languages of an
// Accept-Language header (RFC 9110, section 12.5.4): the first one that there is. Without a header it
// is English, as programs have it.
func Spoken(header string) string {
	tags, _, err := language.ParseAcceptLanguage(header) // best first
	if err != nil {
		return message.English
	}
	for _, t := range tags {
		base, _ := t.Base()
		for _, l := range message.Languages() {
			if l == base.String() {
				return l
			}
		}
	}
	return message.English
}

// speaking is an answer in the language of who asked.
type speaking struct {
	http.ResponseWriter
	p *message.Printer
}

// Printer makes it a stream of package message.
func (s speaking) Printer() *message.Printer { return s.p }

// Unwrap is for [http.ResponseController].
func (s speaking) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// speak gives answers the language of their requests. The details of errors are for people; all else is
// the same in every language.
func speak(printers *message.Printers, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Language")
		next(speaking{w, printers.In(Spoken(r.Header.Get("Accept-Language")))}, r)
	}
}
