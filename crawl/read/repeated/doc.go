// Package repeated knows the texts that hosts repeat on their pages: menus, notices, the name of
// the site. A text may be called what it is called; what stands on most pages of a host is not
// what one of them says.
//
//	texts.go    Texts: how many pages of each host a text stands on
//	beside.go   what is no main text, because the host repeats it
//	segments.go the parts of a title
//	memory.go   the counts as bytes
package repeated
