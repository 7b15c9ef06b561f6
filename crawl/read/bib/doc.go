// Package bib reads bibliographies in BibTeX as pages: title, keywords and abstract of each entry.
//
//	bib.go    Read: a file as entries, and what of it could not be read
//	scan.go   fields and values
//	latex.go  markup of LaTeX as text
//	page.go   Entry.Page
//
// The grammar follows "BibTeXing" (Patashnik 1988), as far as reference managers write it:
// values in braces or quotes, numbers, names of @string, joined by #. What a person reads in
// an entry is kept; commands of LaTeX are taken out.
package bib
