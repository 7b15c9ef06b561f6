// Package message shows texts for people in the language of the reader. What programs read
// (JSON, the keys of logs, names of settings, exit codes) never passes through it.
//
// The key of a message is its English text, a format of package fmt. A translation
// that is missing shows the English text, so nothing that works can break for want of one.
// The zero Printer, and nil, are English: a library that knows nothing of languages needs
// nothing.
//
// The language belongs to what a person reads: [To] gives a stream a language, and [Fprintf] writes in
// the language of the stream. What packages have to say is made with package english, as values; whoever shows
// them uses [Printer.Error] and [Printer.Say] ([ADR 42], ADR 62).
//
//	printer.go  Printer: texts, formats, names of languages
//	printers.go Printers by language, for servers
//	error.go    errors that can be shown in any language
//	writer.go   streams with a language
//	log.go      logs with their messages in a language
//	recorded.go texts that were kept in English, such as reasons in a journal
//	catalog.go  the translations that are embedded
//	po.go       the reader of PO files, the format of GNU gettext
//	wrap.go     lines of a width, for scripts without spaces too
//	zh/         the translations to Chinese, one file per area
//
// [ADR 42]: docs/adr/0042-english-is-the-key.md
package message
