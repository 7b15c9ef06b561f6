// Package view writes a concept graph as one self-contained HTML file: no network, no
// server, no library. It shows the hierarchy as a tree from left to right with other
// relations across. Readers search, fold, filter and click, in Chinese and English.
//
//	view.go   Page and Topic: the content; Write
//	data.go   the graph as the page reads it
//	fold.go   traditional characters for queries
//	assets.go joins the parts of the page, under a policy that blocks
//	          everything else
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
// docs/adr/0010-view-is-a-tree-on-a-canvas.md explains why the picture is a tree.
// Similarity is given as plain values: semsim computes it, and cmd opens the file in a
// browser.
package view
