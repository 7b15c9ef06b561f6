package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"golang.org/x/net/publicsuffix"
)

// page is a page with what is known of it: one of Text, Peers, and With and Without.
type page struct {
	Set     string   `json:"set"`
	File    string   `json:"file"`
	URL     string   `json:"url"`
	Type    string   `json:"type"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Author  string   `json:"author"`
	Text    string   `json:"text"`
	Date    string   `json:"date"`
	Peers   []string `json:"peers"`
	With    []string `json:"with"`
	Without []string `json:"without"`
	body    []byte
}

// load reads the pages of folders whose sites are in a half.
func load(half string, dirs []string) (pages []*page, err error) {
	if half != "both" && half != "even" && half != "odd" {
		return nil, fmt.Errorf("no half is called %q", half)
	}
	for _, dir := range dirs {
		f, err := os.Open(filepath.Join(dir, "truth.jsonl"))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for lines := bufio.NewReader(f); ; {
			line, err := lines.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				p := new(page)
				if err := json.Unmarshal(bytes.ReplaceAll(line, []byte(": NaN"), []byte(": null")), p); err != nil { // as Python writes what is missing
					return nil, fmt.Errorf("%s: %w", dir, err)
				}
				if half == "both" || (half == "even") == p.even() {
					if p.body, err = content(filepath.Join(dir, "pages", p.File)); err != nil {
						return nil, err
					}
					pages = append(pages, p)
				}
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return pages, nil
}

// even is the parity of the hash of the page's site, or of its name where it has none.
func (p *page) even() bool {
	site := p.Set + p.File
	if u, err := url.Parse(p.URL); err == nil && u.Hostname() != "" && u.Hostname() != "fakehost" {
		site = u.Hostname()
		if d, err := publicsuffix.EffectiveTLDPlusOne(site); err == nil {
			site = d
		}
	}
	h := fnv.New32a()
	h.Write([]byte(site))
	return h.Sum32()%2 == 0
}

// address is the page's, or one that says nothing.
func (p *page) address() *url.URL {
	if u, err := url.Parse(p.URL); err == nil && u.Host != "" {
		return u
	}
	return &url.URL{Scheme: "http", Host: "page.example", Path: "/"}
}

func (p *page) contentType() string { return cmp.Or(p.Type, "text/html") }

// content is a file, packed or not.
func content(file string) ([]byte, error) {
	body, err := os.ReadFile(file)
	if err != nil || !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
