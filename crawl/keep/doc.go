// Package keep keeps what a crawl did, so that a kill loses nothing. The packages below it do the work.
//
// In: visits, texts and answers. Out: a run folder: journal, checkpoints, pages.jsonl, WARC files;
// each is read back here.
// Face: binenc, rundir, state, warc.
// For commands only: nothing.
// Imports: crawl.
//
// All packages here may change; docs/library.md lists those that do not.
package keep
