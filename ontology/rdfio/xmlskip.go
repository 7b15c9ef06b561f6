package rdfio

import "bytes"

func (x *XML) scanComment(b []byte) (int, error) {
	n := bytes.Index(b[4:], []byte("--"))
	if n < 0 || len(b) < 4+n+3 {
		return 0, x.short("expected \"-->\" at the end of the comment")
	}
	if b[4+n+2] != '>' {
		return 0, x.ErrorIn(4+n, "\"--\" inside a comment; it may only end one")
	}
	if _, err := x.check(b[4:4+n], 4); err != nil {
		return 0, err
	}
	x.Kind, x.Data = XMLComment, b[4:4+n]
	return 4 + n + 3, nil
}

func (x *XML) scanInst(b []byte) (n int, done bool, err error) {
	n = bytes.Index(b[2:], []byte("?>"))
	if n < 0 {
		return 0, false, x.short("expected \"?>\" at the end of the processing instruction")
	}
	n += 2
	name := XMLName(b[2:n])
	if name == 0 {
		return 0, false, x.ErrorIn(2, "expected a name after \"<?\", found %s", Found(b[2:]))
	}
	x.Tag = b[2 : 2+name]
	if bytes.EqualFold(x.Tag, []byte("xml")) {
		if x.begun {
			return 0, false, x.Errorf("the XML declaration must be the first thing in the file; delete what stands before it")
		}
		return n + 2, false, nil
	}
	rest := b[2+name : n]
	if len(rest) > 0 && FirstNonSpace(rest) == 0 {
		return 0, false, x.ErrorIn(2+name, "expected a blank after the name of the processing instruction")
	}
	if _, err := x.check(rest, 2+name); err != nil {
		return 0, false, err
	}
	x.Kind, x.Data = XMLInst, rest[FirstNonSpace(rest):]
	return n + 2, true, nil
}
