// Package ablate measures what each part of a crawling method contributes: the
// method runs with the part and without it, from the same seeds.
//
//	study.go     their runs, compared with the runs of the whole method
package ablate
