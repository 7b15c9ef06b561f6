// Package warc keeps answers as they came over the wire, in files of the WARC
// format, version 1.1 (ISO 28500:2017), and reads such files, its own and those
// of others.
//
//	header.go    the named fields of a record
//	digest.go    labelled digests
//	writer.go    Writer: records to bytes, one gzip member per record
//	reader.go    Reader: bytes to records, strict or tolerant
//	fields.go    the lines of a record's header
//	check.go     what the strict Reader demands of a record's fields
//	verify.go    digests checked while a block is read
//	message.go   the HTTP message within a block
//	names.go     names of files
//	archiver.go  Archiver: keeps the answers of a crawl, a crawl.Archiver
//	capture.go   the records of one answer
//	restore.go   what a killed process left is put in order
//	folder.go    Folder: answers by where they stand
//	cdxj.go      an index of a Folder for replay tools
//	surt.go      its keys
//
// A visit becomes, for each request that it took (redirects first), a request
// record and a response record; a metadata record at the end says how the page
// was judged. Where a page's payload equals an earlier one byte by byte, a
// revisit record refers to that instead of repeating it.
//
// Digests are SHA-1 in Base32. The standard recommends none, but this is what
// the standard's examples, Heritrix, Wget and Common Crawl write, so that
// equal payloads can be found across archives. They guard against decay, not
// against forgers.
//
// What is fetched and judged is decided elsewhere; which visits are kept is the
// caller's rule.
package warc
