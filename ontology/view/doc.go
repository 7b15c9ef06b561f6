// Package view draws a concept graph as one HTML file that needs nothing
// else: no network, no server, no library. Opened from disk it shows the
// hierarchy as a tree from left to right with the other relations across it,
// to search, to fold, to filter and to click on, in Chinese and English.
//
//	view.go   Page and Topic: what is shown; Write
//	data.go   the graph as the page reads it
//	fold.go   traditional characters a query may be written in
//	assets.go the page's own parts put together, under a policy that lets
//	          nothing else run
//	page/     those parts: HTML, CSS, JavaScript
//
// The parts under page/ run as one script, in the order of assets.go:
//
//	words.js    what the page says, in both languages
//	dom.js      elements made of text, never of markup
//	model.js    the graph: concepts, edges, names, synonym groups
//	forest.js   what hangs under what for the relations shown
//	layout.js   where each visible concept stands
//	camera.js   pan, zoom, fit
//	colours.js  the theme's colours and the scale of weights
//	labels.js   names cut to width, and room for them
//	scene.js    what one frame shows, and what lies at a point
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
// Why the picture is a tree and not a cloud of springs stands in
// docs/adr/0010-view-is-a-tree-on-a-canvas.md. Similarity is handed in as plain
// values: computing it is left to semsim, opening the file in a browser to cmd.
package view
