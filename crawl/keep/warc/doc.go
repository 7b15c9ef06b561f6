// Package warc keeps answers as they came over the wire, in WARC files, version 1.1
// (ISO 28500:2017). It reads its own files and files of other programs.
//
//	header.go    the named fields of a record, and their lines
//	digest.go    labelled digests, checked while a block is read
//	writer.go    Writer: records to bytes, one gzip member per record
//	reader.go    Reader: bytes to records, strict or tolerant
//	check.go     the strict Reader's rules for fields
//	message.go   the HTTP message within a block
//	archiver.go  Archiver: keeps the answers of a crawl, a crawl.Archiver
//	capture.go   the records of one answer
//	restore.go   repairs the archive after a kill; names of files
//	link.go      files that several folders share
//	folder.go    Folder: answers by their place
//	holes.go     damage in a file found, and filled so that the rest can be read
//	filler.go    a record of exactly the size of a hole
//	cdxj.go      an index of a Folder for replay tools, and its keys
//
// A visit becomes a request record and a response record for each of its requests,
// redirects first, and a metadata record with the judgement. If a payload equals an
// earlier one byte by byte, a revisit record refers to that one.
//
// Digests are SHA-1 in Base32, as in the standard's examples, Heritrix, Wget and
// Common Crawl, so equal payloads can be found across archives. They detect decay,
// not forgery.
//
// The caller decides which visits are kept.
package warc
