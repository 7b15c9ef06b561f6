package maintext

// rower fills the rows of one page, block by block.
type rower struct {
	*analysis
	heading int // index of the last one
	level   uint8
	headSum float32
	headMin float32
	page    row
}

func (a *analysis) rower() rower {
	r := rower{analysis: a, heading: -1, level: 9}
	root := &nodeInfo{}
	if len(a.nodes) > 0 {
		root = &a.nodes[0]
	}
	p := &r.page
	p[fPageWords], p[fPageProse] = logOf(a.totalWords), a.totalProse/max(1, a.totalWords)
	p[fPageLinked], p[fPageBlocks], p[fPageLinks] = a.totalLinked/max(1, a.totalWords), logOf(float32(len(a.blocks))), logOf(float32(root.links))
	p[fPageH1], p[fPageArticles] = float32(a.h1), logOf(float32(a.articles))
	p[fPageMain] = bit(a.hasMain)
	p[fPageParagraphs], p[fPageItems] = logOf(float32(root.paragraphs)), logOf(float32(root.items))
	copy(p[fKind:], a.kind.log[:])
	return r
}

func bit(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// fill writes the row of block i. Blocks are taken in order.
func (r *rower) fill(i int, row *row) {
	*row = r.page
	at := r.d.Blocks[i].Node
	b, n := &r.blocks[i], &r.nodes[at]
	r.own(i, b, row)
	r.around(at, n, row)
	r.place(i, b, row)
	r.neighbours(i, row)
}

func (r *rower) own(i int, b *blockInfo, row *row) {
	s := &r.sigs[b.sig]
	prose, all := max(1, r.totalProse), max(1, r.totalWords)
	row[fSigProse], row[fSigShare], row[fSigCount] = s.prose/prose, s.words/all, s.n
	row[fSigWords], row[fSigLinked] = s.words/s.n, s.linked/max(1, s.words)
	row[fWordSum], row[fWordMin], row[fWordMax] = b.wordSum, b.wordMin, b.wordMax
	row[fDup], row[fDupBefore] = float32(b.same), float32(b.before)
	row[fWords], row[fLinked], row[fLinks] = b.words, b.share, float32(r.d.Blocks[i].Links)
	row[fSentences], row[fSentenceWords] = b.sentences, b.words/(b.sentences+1)
	row[fEnd], row[fMarks], row[fWordLength], row[fDigits] = float32(b.end), b.marks, b.length, b.digits
	row[fAlt] = float32(r.d.Blocks[i].Alt) / float32(max(1, len(r.d.Blocks[i].Text)))
	row[fTitle] = b.title
}

// flagFeatures are the features that are flags of the node.
var flagFeatures = [...]struct {
	f    int
	flag uint32
}{{fHalf, inHalf}, {fMost, inMost}, {fTop, inTop}, {fNav, inNav}, {fHeader, inHeader}, {fFooter, inFooter}, {fAside, inAside}, {fMain, inMain},
	{fArticle, inArticle}, {fForm, inForm}, {fTable, inTable}, {fList, inList}, {fFigure, inFigure}}

func (r *rower) around(at int32, n *nodeInfo, row *row) {
	for _, f := range flagFeatures {
		if n.flags&f.flag != 0 {
			row[f.f] = 1
		}
	}
	row[fTopDepth] = -1
	if n.flags&inTop != 0 {
		row[fTopDepth] = float32(n.depth - r.nodes[r.top].depth)
	}
	row[fNameSum], row[fNameMin], row[fNameMax], row[fNameNear], row[fNameDist] = n.sum, n.least, n.most, n.near, n.dist
	row[fTag], row[fDepth] = tagClass(r.d.Nodes[at].Tag), float32(n.depth)
	prose, all := max(1, r.totalProse), max(1, r.totalWords)
	row[fOwnProse], row[fRepeatOwn] = n.prose/prose, float32(n.repeat)
	p1 := r.up(at)
	p2 := r.up(p1)
	p3 := r.up(r.up(p2))
	x1, x2, x3 := &r.nodes[p1], &r.nodes[p2], &r.nodes[p3]
	row[fParentLinked], row[fParentProse] = x1.linked/max(1, x1.words), x1.prose/prose
	row[fGrandLinked], row[fGrandProse], row[fGrandShare] = x2.linked/max(1, x2.words), x2.prose/prose, x2.words/all
	row[fGrand2Linked], row[fGrand2Prose], row[fGrand2Mean] = x3.linked/max(1, x3.words), x3.prose/prose, x3.words/float32(max(1, x3.blocks))
	repeat, steps := int32(0), 40
	for k := 0; k < 40; k++ {
		x := &r.nodes[at]
		if steps == 40 && x.prose >= .5*prose {
			steps = k
		}
		if k < 7 && x.prose < .8*prose && tagClass(r.d.Nodes[at].Tag) != 0 {
			repeat = max(repeat, x.repeat)
		}
		if k >= 7 && steps < 40 || r.d.Nodes[at].Parent < 0 {
			break
		}
		at = r.d.Nodes[at].Parent
	}
	row[fToHalf], row[fRepeat] = float32(steps), float32(repeat)
}

// up is the parent of a node; the document has itself.
func (r *rower) up(at int32) int32 { return max(0, r.d.Nodes[at].Parent) }

func (r *rower) place(i int, b *blockInfo, row *row) {
	all := max(1, r.totalWords)
	row[fPlace], row[fWordsBefore] = (r.wordsTo[i]+b.words/2)/all, r.wordsTo[i]
	row[fProseBefore], row[fWordsAfter] = r.proseTo[i]/max(1, r.totalProse), r.totalWords-r.wordsTo[i+1]
	row[fIndex] = float32(i) / float32(len(r.blocks))
	row[fHeadlineDist], row[fHeadlineWords] = -99, -9999
	if r.headline >= 0 {
		row[fHeadlineDist] = float32(max(-50, min(200, i-r.headline)))
		row[fHeadlineWords] = r.wordsTo[i] - r.wordsTo[r.headline]
	}
	tag := r.d.Nodes[r.d.Blocks[i].Node].Tag
	row[fHeadingDist] = 99
	if r.heading >= 0 {
		row[fHeadingDist] = float32(min(60, i-r.heading))
		row[fHeadSum], row[fHeadMin] = r.headSum, r.headMin
	}
	row[fHeadingLevel] = float32(r.level)
	if isHeading(tag) {
		row[fHeadingDist], row[fHeadSum], row[fHeadMin] = 99, 0, 0
		r.newHeading(i, tag.String()[1]-'0')
		row[fHeadingLevel] = float32(r.level)
	}
}

// newHeading looks up the words of a heading for what stands below it.
func (r *rower) newHeading(i int, level uint8) {
	r.heading, r.level, r.headSum, r.headMin = i, level, 0, 0
	if r.d.Blocks[i].Words > 10 {
		return
	}
	r.buf = words(r.d.Blocks[i].Text, fromTitle, r.buf[:0], titleWords)
	for _, t := range r.buf {
		if e := r.m.entry(t ^ wordBit); e != nil && e.head != 0 {
			r.headSum += hint(e.head)
			r.headMin = min(r.headMin, hint(e.head))
		}
	}
}

func (r *rower) neighbours(i int, row *row) {
	for _, f := range [...]int{fPrevWords, fPrevLinked, fPrevProse, fPrevTag, fNextWords, fNextLinked, fNextProse, fNextTag, fNext2Words, fNext2Linked} {
		row[f] = -1
	}
	if i > 0 {
		x := &r.blocks[i-1]
		row[fPrevWords], row[fPrevLinked], row[fPrevProse], row[fPrevTag] = x.words, x.share, bit(x.prose > 0), tagClass(r.d.Nodes[r.d.Blocks[i-1].Node].Tag)
	}
	if i+1 < len(r.blocks) {
		x := &r.blocks[i+1]
		row[fNextWords], row[fNextLinked], row[fNextProse], row[fNextTag] = x.words, x.share, bit(x.prose > 0), tagClass(r.d.Nodes[r.d.Blocks[i+1].Node].Tag)
	}
	if i+2 < len(r.blocks) {
		x := &r.blocks[i+2]
		row[fNext2Words], row[fNext2Linked] = x.words, x.share
	}
	row[fNearLinked], row[fNearProse] = r.window(i, 4)
	row[fWideLinked], row[fWideProse] = r.window(i, 12)
}

// window is the share of links and the prose of the blocks around i.
func (r *rower) window(i, n int) (linked, prose float32) {
	from, to := max(0, i-n), min(len(r.blocks), i+n+1)
	return (r.linkedTo[to] - r.linkedTo[from]) / max(1, r.wordsTo[to]-r.wordsTo[from]), r.proseTo[to] - r.proseTo[from]
}
