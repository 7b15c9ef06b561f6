package page

import (
	"slices"
	"strings"
	"testing"
)

// codeTexts are the blocks of listings and formulas.
func codeTexts(t *testing.T, body string) (code, prose []string) {
	t.Helper()
	p := parseHTML(t, body)
	for _, b := range p.Blocks {
		if b.Code {
			code = append(code, b.Text)
		} else {
			prose = append(prose, b.Text)
		}
	}
	if one, tree, ok := bothWays([]byte(body), "text/html; charset=utf-8"); ok && (one.CodeWords != tree.CodeWords || one.Words != tree.Words) {
		t.Errorf("%q: one pass %d of %d, tree %d of %d", body, one.CodeWords, one.Words, tree.CodeWords, tree.Words)
	}
	return code, prose
}

func TestCode(t *testing.T) {
	for _, c := range []struct {
		name, body  string
		code, prose []string
	}{
		{"pre", "<p>a<pre>x = 1\ny = 2</pre>b", []string{"x = 1 y = 2"}, []string{"a", "b"}},
		{"pre with code", "<pre><code>for the use of the code and the rest of it in the program that is to be run for the test of the day</code></pre>", []string{"for the use of the code and the rest of it in the program that is to be run for the test of the day"}, nil},
		{"a bulletin in pre", "<pre>THE CENTER OF HURRICANE IRMA WAS LOCATED NEAR LATITUDE 18.5 NORTH. THE STORM IS MOVING TO THE WEST. A TURN IS EXPECTED.</pre>", nil,
			[]string{"THE CENTER OF HURRICANE IRMA WAS LOCATED NEAR LATITUDE 18.5 NORTH. THE STORM IS MOVING TO THE WEST. A TURN IS EXPECTED."}},
		{"a Chinese bulletin in pre", "<pre>" + strings.Repeat("台风将于今晚登陆广东沿海。", 5) + "</pre>", nil, []string{strings.Repeat("台风将于今晚登陆广东沿海。", 5)}},
		{"a program with a comment in pre", "<pre>" + strings.Repeat("/* the end of the list is the last of the items */ if (x) { y[i] = z; }", 3) + "</pre>", []string{strings.Repeat("/* the end of the list is the last of the items */ if (x) { y[i] = z; }", 3)}, nil},
		{"one word of code is text", "<p>Call <code>open</code> or <kbd>q</kbd>.", nil, []string{"Call open or q."}},
		{"alone in its block", "<table><tr><td><code>open</code><td>opens it</table>", []string{"open"}, []string{"opens it"}},
		{"several words", "<p>Run <code>git commit -a</code>, then <samp>two words</samp>", []string{"git commit -a", "two words"}, []string{"Run", ", then"}},
		{"without a space before", "<p>(<b>see</b><code>a <b>b</b></code>) end", []string{"a b"}, []string{"(see", ") end"}},
		{"in a link", "<p>See <a href=x><code>two words</code></a> here", nil, []string{"See two words here"}},
		{"in headings", "<h1><code>git commit</code></h1><h3>The <code>git log</code> command</h3>", nil, []string{"git commit", "The git log command"}},
		{"never closed", "<p><code>x</p><p>The storm is one of the worst in the history of the state, and the end of it is not in sight for the people.", []string{"x"},
			[]string{"The storm is one of the worst in the history of the state, and the end of it is not in sight for the people."}},
		{"nested", "<pre>a<pre>b<code>c<code>d</code></code></pre></pre>e<code>f <samp>g <kbd>h</kbd></samp></code>", []string{"a", "bcd", "f g h"}, []string{"e"}},
		{"line numbers", "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>", []string{"1 2", "a b"}, nil},
		{"rows with numbers", "<table><tr><td>1<td><pre>a b</pre><tr><td>2<td><code>c d</code></table>", []string{"1", "a b", "2", "c d"}, nil},
		{"highlighters", "<div class='syntaxhighlighter java'><div class=line><code>int</code> <code>x;</code></div></div>", []string{"int x;"}, nil},
		{"a table of numbers", "<table><tr><td>1<td>Typhoon Tip<tr><td>2<td>Typhoon Nancy</table>", nil, []string{"1", "Typhoon Tip", "2", "Typhoon Nancy"}},
		{"MathML", "<p>The speed <math><mi>v</mi><mo>=</mo><mfrac><mi>s</mi><mi>t</mi></mfrac><annotation encoding='application/x-tex'>v=\\frac st</annotation></math> is high", []string{"v=stv=\\frac st"}, []string{"The speed", "is high"}},
		{"KaTeX", "<p>so <span class=katex><span class=katex-mathml><math><mi>v</mi></math></span><span class=katex-html aria-hidden=true>v</span></span> is", []string{"v"}, []string{"so", "is"}},
		{"MathJax", "<p>so <span class=MathJax_Preview>v</span><script type='math/tex'>v^2</script> is", []string{"v"}, []string{"so", "is"}},
		{"a formula as a picture", "<p>so <span class=mwe-math-element><img alt='{\\displaystyle v^2}' src=x></span> is", []string{`{\displaystyle v^2}`}, []string{"so", "is"}},
		{"a picture in MediaWiki", "<p>so <img class=tex alt='\\frac a b' src=x> is <img class=tex alt=v src=x> and <img alt='a storm' src=x>", []string{`\frac a b`}, []string{"so", "is v and a storm"}},
		{"TeX in the text", "<p>$$ E = mc^2 $$<p>\\[ a \\]<p>\\begin{eq} a \\end{eq}<p>$5 and $6", []string{"$$ E = mc^2 $$", `\[ a \]`, `\begin{eq} a \end{eq}`}, []string{"$5 and $6"}},
	} {
		code, prose := codeTexts(t, c.body)
		if !slices.Equal(code, c.code) || !slices.Equal(prose, c.prose) {
			t.Errorf("%s:\ncode  %q\nwant  %q\nprose %q\nwant  %q", c.name, code, c.code, prose, c.prose)
		}
	}
}

// TestProseLength: a page has the same prose with and without listings.
func TestProseLength(t *testing.T) {
	const before, after = "<title>台风</title><h1>台风Irma</h1><p>台风来了，三个字 and some words</p>", "<p>末尾一</p>"
	plain := parseHTML(t, before+after)
	for _, listing := range []string{
		"<pre>" + strings.Repeat("x[i] = y; // 注释三 ", 300) + "</pre>",
		"<pre><code class='language-go'>for i := range n { }</code></pre>",
		"<p><code>one two three</code></p>",
		"<table class=rouge-table><tr><td class=gutter><pre>1 2 3<td class=code><pre>a = b</table>",
		"<math><mi>三</mi><mo>=</mo><mn>5</mn></math>",
		"<p><kbd>Enter</kbd></p>",
	} {
		p := parseHTML(t, before+listing+after)
		if got := p.Words - p.CodeWords; got != plain.Words || p.CodeWords == 0 || plain.CodeWords != 0 {
			t.Errorf("%.40q: %d of %d words are code, without it there are %d", listing, p.CodeWords, p.Words, plain.Words)
		}
	}
	text := parseHTML(t, "<p>one two three four five six seven")
	mixed := parseHTML(t, "<p>one two three <code>a b c d</code> four five <samp>x y</samp> six seven")
	if mixed.Words-mixed.CodeWords != text.Words || mixed.CodeWords != 6 {
		t.Errorf("inside a sentence: %d of %d words are code", mixed.CodeWords, mixed.Words)
	}
}

// TestCodeBesideLinks: the anchors around a phrase of code, and in it, are found.
func TestCodeBesideLinks(t *testing.T) {
	p, anchors, err := parseAnswer(response("<p>(<a href=a>first</a>) x(<code>call <a href=b>second</a> now</code>) and <a href=c>third</a>"), true)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"first", "second", "third"} {
		at := anchors[i]
		if at.Block < 0 || p.Blocks[at.Block].Text[at.Start:at.End] != want || p.Links[i].Text != want {
			t.Errorf("link %d: %+v %q, want %q; blocks %q", i, at, p.Links[i].Text, want, texts(p))
		}
	}
	if p.Links[1].Context != "call … now" || p.Links[2].Context != ") and" {
		t.Errorf("contexts %q, %q", p.Links[1].Context, p.Links[2].Context)
	}
}

// TestLanguageOfProse: a long program in a Chinese page does not make it English.
func TestLanguageOfProse(t *testing.T) {
	p := parseHTML(t, "<p>台风登陆后迅速减弱为热带风暴并继续北上</p><pre>"+strings.Repeat("int x = y; ", 500)+"</pre>")
	if p.Lang != "zh" {
		t.Errorf("language %q", p.Lang)
	}
}
