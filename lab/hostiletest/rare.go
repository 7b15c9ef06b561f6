package hostiletest

// rare are sites that another site is much like. They are attacked with only when they
// are asked for, so that the others have the time.
func rare() []string {
	return []string{
		"silent-after-robots", "fin-in-body", "drip-status", "drip-chunks", "drip-fast", "reset-in-head", "reset-at-accept", "binary",
		"close-every-time", "http-zero-nine", "refused", "tls-plain", "tls-crumbs", "tls-empty-records", "tls-long-chain", "tls-expired",
		"tls-future", "tls-old", "tls-reset-after", "alpn-unknown", "tls-endless-head", "tls-silent-after", "h2-empty-continuation", "h2-push",
		"h2-content-length", "h2-bad-fields", "h2-unknown-frames", "h2-wrong-stream", "h2-length-lie", "h2-window-ignored", "interim-103", "chunk-extensions",
		"chunk-zeroes", "header-endless", "headers-900k", "reason-endless", "folded", "dates", "type-none", "language-huge",
		"blank-lines", "length-and-chunks", "link-headers", "deflate-bomb", "gzip-name", "codings-many", "gzip-cut", "endless-no-text",
		"zstd-window", "bomb-in-bomb", "coding-hidden", "to-itself", "fragment-loop", "case-loop", "bad-locations", "ping-pong",
		"odd-redirects", "refresh-circle", "robots-one-line", "robots-loop", "robots-401", "robots-binary", "robots-utf16", "robots-agents",
		"robots-bad-sitemaps", "robots-flaps", "robots-is-html", "robots-429", "robots-host-chain", "map-circle", "map-gzip-gzip", "map-attributes",
		"map-dates", "map-drip", "feed-laughs", "feed-json", "map-private", "map-html", "same-link", "attributes",
		"same-attribute", "long-href", "long-tag", "entities", "spaces", "json-ld-nested", "comment", "doctype",
		"template", "form-fields", "iframes", "headings", "lang", "hidden", "menus", "srcset",
		"dates-in-page", "wide-table", "unclosed", "anchor-text", "han-one-word", "han-ambiguous", "han-rare", "utf-16-odd",
		"utf-32", "iso-2022-kr", "nuls", "emoji", "cases", "gb18030", "big5-mixed", "utf-7",
		"combining", "url-2k", "url-userinfo", "url-ports", "url-dots", "url-percent", "url-schemes", "url-backslash",
		"trap-path-session", "trap-mirror", "trap-neighbour-text", "trap-search", "trap-deep", "trap-languages", "trap-domains", "trap-fresh-patterns",
		"trap-soft-404", "503-date", "503-no-date", "503-200-503", "each-status", "slower-and-slower", "twenty-seconds", "503-endless",
		"429-for-ever", "html-as-image", "pdf", "video", "octets", "docx", "empty", "type-changes",
		"etag-lies", "206-unasked", "auth", "json", "alt-svc", "dns-empty", "dns-long-ttl", "dns-dead-address",
		"dns-cname-chain", "dns-servfail", "dns-many-slow", "dns-moves",
	}
}
