package export

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"io/fs"
	"strings"
)

// This part writes a concept graph as one self-contained HTML file: no network, no server, no library.
// It shows the hierarchy as a tree from left to right with other relations across. Readers search,
// fold, filter and click, in Chinese and English.
//
//	page/     the parts: HTML, CSS, JavaScript
//
// The parts under page/ run as one script, in the order of assets.go:
//
//	words.js    the words of the page, in both languages
//	dom.js      elements made of text, never of markup
//	model.js    the graph: concepts, edges, names, synonym groups
//	forest.js   the tree of the relations shown
//	layout.js   positions of visible concepts
//	camera.js   pan, zoom, fit
//	colours.js  the theme's colours and the scale of weights
//	labels.js   names cut to width, and room for them
//	scene.js    the content of a frame, and the concept at a point
//	lines.js    the forms of the lines
//	painter.js  the canvas: lines, concepts, names
//	search.js   finding a concept by any of its names
//	similarity.js a concept's similarity to the topic, factor by factor
//	panel.js    one concept in full
//	rail.js     levels, relations, scale of weights
//	drawer.js   the rail in a narrow window
//	tip.js      the name beside the mouse
//	glide.js    from one layout to the next
//	shift.js    what was dragged out of its place
//	view.js     what is unfolded, shown and chosen
//	pointer.js  mouse, pen, fingers
//	keys.js     keyboard
//	main.js     all of it put together
//
// docs/adr/0010-view-is-a-tree-on-a-canvas.md explains why the picture is a tree. Similarity is given
// as plain values: semsim computes it, and cmd opens the file in a browser.

//go:embed page
var page embed.FS

// generator marks a file written by this package.
const generator = `<meta name="generator" content="ontocrawl ontology view">`

// scripts returns the parts of the page's program in execution order.
func scripts() []string {
	return []string{
		"words", "dom", "model", "forest", "layout", "camera", "colours", "labels", "scene", "lines", "painter",
		"search", "similarity", "panel", "rail", "drawer", "tip", "glide", "shift", "view", "pointer", "keys", "main",
	}
}

// IsPage reports whether Write wrote the file that begins with head. Callers check this
// before they overwrite a file.
func IsPage(head []byte) bool { return bytes.Contains(head[:min(len(head), 512)], []byte(generator)) }

// assemble joins the parts of the page and its data.
func assemble(w io.Writer, p Page, data []byte) error {
	skeleton, err := part("page.html")
	if err != nil {
		return err
	}
	style, err := part("style.css")
	if err != nil {
		return err
	}
	script, err := program()
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(
		"{{generator}}", generator,
		"{{policy}}", html.EscapeString(policy(script, style)),
		"{{lang}}", cmp.Or(p.Lang, "en"),
		"{{title}}", html.EscapeString(p.Title),
		"{{style}}", style,
		"{{data}}", string(data),
		"{{script}}", script,
	).WriteString(w, skeleton)
	return err
}

func part(name string) (string, error) {
	b, err := fs.ReadFile(page, "page/"+name)
	return string(b), err
}

// program wraps all scripts in one function, which is their common scope.
func program() (string, error) {
	var b strings.Builder
	b.WriteString("(() => {\n\"use strict\";\n") // not translated: JavaScript
	for _, name := range scripts() {
		s, err := part(name + ".js")
		if err != nil {
			return "", err
		}
		b.WriteString(s)
		b.WriteByte('\n')
	}
	b.WriteString("})();\n")
	return b.String(), nil
}

// policy returns the Content-Security-Policy (W3C CSP level 3): this script and this
// style by hash, the icon, and nothing else. So even if a label became markup, it could
// not run or load anything.
func policy(script, style string) string {
	return fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'", // not translated: a header field
		hash(script), hash(style))
}

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
