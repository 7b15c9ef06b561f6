package main

import (
	"archive/tar"
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// webs are the crawled webs.
var webs = []string{"lohelp-zh", "wikispeedia-en"}

// eachFile reads an archive through.
func eachFile(data, web string, yield func(name string, r io.Reader) error) error {
	f, err := os.Open(filepath.Join(data, "webs", web+".tar.zst"))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return err
	}
	defer z.Close()
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := yield(h.Name, t); err != nil {
			return err
		}
	}
}

// graph is the links of the web, from its links.tsv.
type graph struct {
	order []string // pages, in the order of the index
	links map[string][]string
}

func (g *graph) pages() int { return len(g.order) }

func readLinks(data string) (*graph, error) {
	g := &graph{links: map[string][]string{}}
	for _, web := range webs {
		err := eachFile(data, web, func(name string, r io.Reader) error {
			switch path.Base(name) {
			case "index.tsv":
				return eachLine(r, func(f []string) { g.order = append(g.order, f[0]) })
			case "links.tsv":
				return eachLine(r, func(f []string) {
					if len(f) > 1 {
						g.links[f[0]] = append(g.links[f[0]], f[1])
					}
				})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return g, nil
}

func eachLine(r io.Reader, yield func(fields []string)) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		yield(strings.Split(s.Text(), "\t"))
	}
	return s.Err()
}

// seeds returns pages from which links lead to every page: in the order of the index,
// each page that the pages before do not lead to.
func (g *graph) seeds() []string {
	seen := map[string]bool{}
	var seeds, queue []string
	for _, p := range g.order {
		if seen[p] {
			continue
		}
		seeds, queue, seen[p] = append(seeds, p), append(queue, p), true
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			for _, to := range g.links[at] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	return seeds
}

// answer is a stored page.
type answer struct {
	kind, length string
	body         []byte
}

// serve is the process that serves the web. It prints its address and ends when its
// standard input ends.
func serve(data string) error {
	pages := map[string]*answer{}
	for _, web := range webs {
		if err := readPages(data, web, pages); err != nil {
			return err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { //nolint:errcheck // it ends with the process
		key, err := urlkey.Canonical("http://" + r.Host + r.URL.RequestURI())
		a := pages[key]
		if err != nil || a == nil {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h["Content-Type"], h["Content-Length"] = []string{a.kind}, []string{a.length}
		w.Write(a.body) //nolint:errcheck // the client's loss
	}))
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func readPages(data, web string, pages map[string]*answer) error {
	files := map[string][]byte{}
	type row struct{ url, file, kind string }
	var index []row
	err := eachFile(data, web, func(name string, r io.Reader) error {
		if path.Base(name) == "index.tsv" {
			return eachLine(r, func(f []string) { index = append(index, row{f[0], f[1], f[2]}) })
		}
		body, err := io.ReadAll(r)
		files[path.Base(name)] = body
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range index {
		key, err := urlkey.Canonical(r.url)
		if err != nil {
			return err
		}
		body := files[r.file]
		pages[key] = &answer{r.kind, strconv.Itoa(len(body)), body}
	}
	return nil
}

// server is the serving process, seen from its parent.
type server struct {
	addr string
	in   io.Closer
	cmd  *exec.Cmd
}

func startServer(data string) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s := &server{cmd: exec.Command(self, "-role", "serve", "-data", data)}
	s.cmd.Stderr = os.Stderr
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the server did not start: %w", err)
	}
	s.addr = strings.TrimSpace(line)
	return s, nil
}

func (s *server) stop() {
	s.in.Close()
	s.cmd.Wait() //nolint:errcheck // nothing depends on how it ended
}
