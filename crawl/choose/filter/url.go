package filter

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/doctype"
)

// defaultMaxLength is the limit of [address]: search engines and browsers agree
// on about 2,000.
const defaultMaxLength = 2000

// address allows http and https URLs of usable length that carry no user name
// or password.
type address struct {
	MaxLength int // in bytes; 0 means defaultMaxLength
}

// Allow implements crawl.Filter.
func (a address) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
	scheme, rest, ok := strings.Cut(l.URL, "://")
	switch {
	case !ok || scheme != "http" && scheme != "https":
		return "scheme"
	case len(l.URL) > cmp.Or(a.MaxLength, defaultMaxLength):
		return "URL too long"
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	switch {
	case strings.Contains(rest, "@"):
		return "credentials in URL"
	case rest == "":
		return "no host"
	}
	return ""
}

// parts splits a canonical key.
func parts(url string) (host, path, query string) {
	_, rest, _ := strings.Cut(url, "://")
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ = strings.Cut(rest, "?")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[:i], rest[i:], query
	}
	return rest, "", query
}

// fileTypes refuses URLs whose path ends like a file other than a text page,
// unless the link says that it leads to a sitemap or a feed. The Content-Type
// of what passes is checked later.
type fileTypes struct {
	Documents bool // PDF, DOCX and ODT pass: crawl/read/document reads them
}

// Allow implements crawl.Filter.
func (f fileTypes) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
	if l.Kind != crawl.LinkPage {
		return ""
	}
	_, path, _ := parts(l.URL)
	name := path[strings.LastIndexByte(path, '/')+1:]
	i := strings.LastIndexByte(name, '.')
	if i < 0 || len(name)-i > 8 {
		return ""
	}
	if f.Documents && doctype.Named(name) != "" {
		return ""
	}
	if kind := kindOf(strings.ToLower(name[i+1:])); kind != "" {
		return "file type: " + kind
	}
	return ""
}

func kindOf(extension string) string {
	switch extension {
	case "jpg", "jpeg", "jpe", "png", "gif", "bmp", "webp", "avif", "svg", "svgz", "ico", "tif", "tiff", "psd", "ai", "eps", "heic", "jxl", "raw":
		return "image"
	case "mp3", "mp4", "m4a", "m4v", "avi", "mov", "mkv", "webm", "wmv", "flv", "swf", "wav", "ogg", "oga", "ogv", "opus", "flac", "aac", "mpg", "mpeg", "rm", "rmvb", "3gp", "m3u8", "ts", "mid":
		return "media"
	case "zip", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar", "tar", "lz", "lzma", "jar", "war", "iso", "dmg", "exe", "msi", "apk", "ipa", "deb", "rpm", "bin", "img", "cab", "pkg", "torrent":
		return "archive or program"
	case "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "epub", "mobi", "azw3", "djvu", "ps", "wps", "et", "dps", "caj", "pps", "ppsx", "xlsm", "csv", "vsd":
		return "document"
	case "css", "js", "mjs", "map", "json", "jsonld", "xml", "rss", "atom", "rdf", "owl", "wasm", "ics", "vcf", "woff", "woff2", "ttf", "otf", "eot":
		return "not for readers"
	case "nc", "grib", "grb", "grib2", "hdf", "h5", "shp", "kml", "kmz", "geojson", "dat", "db", "sqlite", "bufr", "parquet":
		return "data"
	}
	return ""
}
