package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ontocrawl/ontocrawl/"

// leansOn is the house: which of our packages each package may import, and
// why. A new package begins by adding its line here.
var leansOn = map[string]struct {
	on  []string
	why string
}{
	// Floor 0: nouns and cores. They know nothing of each other.
	"ontologies":             {nil, "data, embedded"},
	"ontology":               {nil, "the concept graph; meaning without syntax"},
	"tabu":                   {nil, "search without a world: no I/O, no clock, no goroutine"},
	"crawl":                  {nil, "the nouns and interfaces of crawling"},
	"internal/keepfile":      {[]string{"internal/filelock"}, "a file replaced if it is still the one that was read"},
	"internal/filelock":      {nil, "the kernel's lock on an open file"},
	"internal/functionwords": {nil, "words of grammar; pure"},
	"internal/hashindex":     {nil, "numbers by hash; pure"},
	"internal/longtests":     {nil, "a program for the checks: which tests have a long form"},
	"internal/machine":       {nil, "what this process may use of its machine"},
	"internal/nearest":       {nil, "names near a mistyped one; pure"},
	"internal/redact":        {nil, "passwords out of texts; pure"},
	"internal/term":          {[]string{"internal/nearest", "message"}, "what reaches a terminal; pure"},
	"message":                {nil, "texts for people in their language; pure, and everyone who speaks to people may lean on it"},
	"config":                 {[]string{"internal/redact"}, "the door; only cmd opens it"},
	"internal/swar":          {nil, "eight bytes of ASCII at a time"},
	"internal/lazyre":        {nil, "regular expressions, compiled when needed; pure"},

	// Floor 1: rooms inside one core.
	"semsim":         {[]string{"ontology"}, "similarity is computed on the graph"},
	"semsim/heatmap": {[]string{"ontology", "semsim"}, "similarities as a picture; labels come in"},
	"semsim/simtext": {[]string{"internal/term", "ontology", "semsim"}, "similarities as text; made safe"},
	"semsim/lexicon": {[]string{"internal/swar", "ontology", "semsim/lexicon/internal/gsedict"}, "finds concepts of a graph by their labels"},

	"semsim/lexicon/internal/gsedict":      {nil, "gse's word list without its other lists"},
	"semsim/lexicon/internal/gsedict/pack": {[]string{"semsim/lexicon/internal/gsedict"}, "compresses the list for a release"},

	"ontology/diff":             {[]string{"ontology"}, "two graphs compared; weights come in as numbers"},
	"ontology/fca":              {nil, "objects, attributes and their lattice; pure"},
	"ontology/sparql":           {[]string{"internal/nearest", "internal/term", "ontology/rdfio", "ontology/syntax", "ontology/syntax/turtle"}, "asks triples that come in; knows no ontology and no crawl"},
	"ontology/shacl":            {[]string{"internal/nearest", "internal/term", "ontology/rdfio"}, "holds triples that come in to shapes that come in"},
	"ontology/filewatch":        {nil, "tells when a file was saved"},
	"ontology/walk":             {[]string{"ontology"}, "subtrees and paths of a graph"},
	"ontology/view":             {[]string{"ontology"}, "a page; likeness comes in as numbers"},
	"ontology/canon":            {nil, "an order for triples; knows their terms only"},
	"ontology/export":           {[]string{"ontology"}, "the graph in forms that others draw"},
	"ontology/rdfio":            {nil, "bytes to triples; knows no ontology"},
	"crawl/engine":              {[]string{"crawl", "crawl/binenc", "crawl/inflight"}, "the loop cannot know Badger, HTTP, ontologies or tabu"},
	"crawl/document":            {[]string{"crawl", "crawl/document/doctype", "internal/term"}, "documents to pages of HTML; the reader of pages comes in"},
	"crawl/document/doctype":    {nil, "which kind of document an answer holds; pure"},
	"crawl/fetch":               {[]string{"crawl", "crawl/document/doctype", "crawl/fetch/robots", "crawl/polite", "crawl/urlkey"}, "asks politely; parses no page"},
	"crawl/cluster":             {[]string{"crawl"}, "a crawl in parts; strategies and sites come in"},
	"crawl/cluster/local":       {[]string{"crawl", "crawl/cluster"}, "a Bus inside one process"},
	"crawl/cluster/wire":        {[]string{"crawl", "crawl/binenc"}, "letters and outcomes as bytes; pure"},
	"crawl/cluster/member":      {[]string{"crawl", "crawl/cluster", "crawl/cluster/local", "crawl/engine", "crawl/strategy"}, "parts of one process, around their engines; journals come in"},
	"crawl/cluster/gather":      {[]string{"crawl", "crawl/rundir", "crawl/session", "crawl/state", "crawl/warc", "crawl/cluster", "crawl/dedup", "crawl/polite"}, "one run folder of many, and many of one"},
	"crawl/cluster/node":        {[]string{"crawl", "crawl/binenc", "crawl/cluster", "crawl/cluster/broker", "crawl/cluster/lease", "crawl/cluster/member", "crawl/cluster/wire", "crawl/engine", "crawl/polite", "crawl/rundir", "crawl/session", "crawl/cluster/view", "crawl/state"}, "one process of a crawl that several share; the broker comes in"},
	"crawl/cluster/plan":        {[]string{"crawl/cluster"}, "what a crawl on several machines needs, reckoned; measures nothing"},
	"crawl/cluster/view":        {nil, "how a cluster stands, as data and in words; pure"},
	"crawl/cluster/connect":     {[]string{"crawl/cluster/broker", "crawl/cluster/broker/natsjs", "crawl/cluster/broker/natsserver"}, "the way to the broker of a cluster"},
	"crawl/polite":              {[]string{"crawl"}, "when a host may be asked; sends nothing"},
	"crawl/fetch/robots":        {nil, "RFC 9309, pure"},
	"crawl/fetch/replay":        {[]string{"crawl", "crawl/fetch", "crawl/urlkey", "crawl/warc"}, "a stored web is a Fetcher and fails as the network does"},
	"crawl/urlkey":              {[]string{"crawl"}, "canonical keys of URLs"},
	"crawl/page":                {[]string{"crawl", "internal/swar", "crawl/urlkey", "crawl/shingle"}, "bytes to Page"},
	"crawl/search/answer":       {[]string{"crawl", "crawl/search"}, "questions and answers as requests and pages; the sources come in"},
	"crawl/ensemble":            {nil, "the rankers of DWDBRM over pages that come in"},
	"crawl/search/stored":       {[]string{"crawl", "crawl/search", "crawl/urlkey"}, "an engine over pages that come in"},
	"crawl/search":              {[]string{"crawl", "internal/filelock"}, "what it means to ask a search engine; quotas and kept answers; the table of kinds comes in"},
	"crawl/search/provider":     {[]string{"crawl", "crawl/fetch", "crawl/search", "crawl/source", "crawl/urlkey"}, "what sources share: a client under guard, results to links"},
	"crawl/search/searxng":      {[]string{"crawl", "crawl/search", "crawl/search/provider"}, "a source"},
	"crawl/search/opensearch":   {[]string{"crawl", "crawl/search", "crawl/search/provider", "crawl/source"}, "a source; its answers are feeds"},
	"crawl/search/jsonapi":      {[]string{"crawl", "crawl/search", "crawl/search/provider"}, "sources by settings"},
	"crawl/search/cdx":          {[]string{"crawl", "crawl/search", "crawl/search/provider"}, "a source"},
	"crawl/search/mediawiki":    {[]string{"crawl", "crawl/search", "crawl/search/provider"}, "a source"},
	"crawl/search/webgraph":     {[]string{"crawl/search", "crawl/search/provider"}, "a source; reads files"},
	"crawl/search/archive":      {[]string{"crawl/library", "crawl/rundir", "crawl/search", "crawl/search/provider"}, "a source; the index of captured pages"},
	"crawl/search/kinds":        {[]string{"crawl/search", "crawl/search/archive", "crawl/search/cdx", "crawl/search/jsonapi", "crawl/search/mediawiki", "crawl/search/opensearch", "crawl/search/searxng", "crawl/search/webgraph"}, "the table of kinds of sources"},
	"crawl/sitesearch":          {[]string{"crawl", "crawl/urlkey"}, "a site's search and words to links; what the words are comes in"},
	"crawl/source":              {[]string{"crawl", "crawl/page", "crawl/urlkey"}, "sitemaps and feeds to Page"},
	"crawl/filter":              {[]string{"crawl", "crawl/document/doctype", "crawl/polite"}, "what may be fetched at all"},
	"crawl/library":             {[]string{"crawl", "crawl/document", "crawl/fetch/replay", "crawl/page", "crawl/rundir", "crawl/urlkey", "crawl/warc", "internal/filelock", "semsim/lexicon"}, "captured pages, searched by their text"},
	"crawl/kept":                {[]string{"crawl", "crawl/binenc"}, "the text of a page as bytes, and back"},
	"crawl/state":               {[]string{"crawl", "crawl/binenc", "crawl/cluster/wire"}, "remembers visits, and letters as they go over the wire"},
	"crawl/rundir":              {[]string{"crawl", "internal/redact"}, "what a crawl leaves"},
	"crawl/progress":            {[]string{"crawl", "crawl/engine", "crawl/rundir", "internal/term", "internal/redact"}, "how a crawl goes and how it ended, as data and as text"},
	"crawl/render":              {[]string{"crawl"}, "a browser without a network; the client under guard comes in"},
	"crawl/metrics":             {[]string{"internal/term", "crawl", "crawl/rundir", "crawl/loopback", "crawl/progress", "crawl/cluster/view"}, "numbers for Prometheus; sizes come in as functions"},
	"crawl/warc":                {[]string{"crawl"}, "the WARC format, and answers kept in it"},
	"crawl/export":              {[]string{"crawl", "crawl/rundir", "crawl/warc", "internal/term", "ontology/syntax/jsonld", "ontology/syntax/turtle", "ontology/rdfio"}, "pages in forms that others read"},
	"crawl/fetch/replay/beyond": {[]string{"crawl", "crawl/fetch/replay", "crawl/urlkey"}, "hosts that a stored web does not have"},
	"crawl/rescore":             {[]string{"crawl", "crawl/document", "crawl/kept", "crawl/rundir", "crawl/fetch/replay", "crawl/state", "crawl/topic", "crawl/warc", "internal/term", "crawl/page"}, "kept pages judged again; the judge comes in"},
	"crawl/calibrate":           {[]string{"crawl", "crawl/marks", "crawl/rundir", "crawl/urlkey", "internal/functionwords", "internal/term", "semsim", "semsim/lexicon"}, "a run's threshold from a person's answers; the judge comes in"},
	"crawl/marks":               {[]string{"crawl/rundir", "crawl/urlkey", "internal/filelock"}, "what people say of pages; a file of a run folder"},
	"crawl/teach":               {[]string{"crawl", "crawl/marks", "crawl/rundir", "internal/functionwords", "internal/term"}, "marks correct a judge; texts and their words come in"},
	"crawl/markdown":            {[]string{"crawl", "crawl/document", "crawl/page", "crawl/rundir"}, "pages as Markdown; what is kept of them comes in"},
	"crawl/extract":             {[]string{"internal/lazyre", "crawl/extract/gazetteer", "crawl/extract/storms", "semsim/lexicon"}, "what a text says about events; pure"},
	"crawl/extract/gazetteer":   {nil, "places in the format of GeoNames"},
	"crawl/extract/storms":      {nil, "names and numbers of storms"},
	"crawl/eventgraph":          {[]string{"crawl", "crawl/dateline", "crawl/export", "crawl/extract", "crawl/extract/gazetteer", "crawl/extract/storms", "crawl/rescore", "crawl/rundir", "internal/filelock", "ontology", "ontology/rdfio"}, "what pages say about events, joined; the pages come in"},
	"crawl/bib":                 {[]string{"crawl"}, "BibTeX to pages"},
	"crawl/learn":               {[]string{"crawl", "crawl/names", "internal/functionwords", "ontology", "ontology/fca", "semsim/lexicon"}, "terms and relations of texts, as proposals for an ontology; reads no file"},
	"crawl/names":               {[]string{"crawl", "internal/functionwords", "semsim/lexicon"}, "what a text calls by a concept; pure"},
	"crawl/dedup":               {[]string{"crawl", "crawl/polite", "crawl/shingle"}, "pages that repeat others; pure"},
	"crawl/shingle":             {[]string{"crawl"}, "samples of what a text says; pure"},
	"crawl/monitor":             {[]string{"crawl"}, "the nouns and interfaces of a desk that crawls on a schedule"},
	"crawl/loopback":            {nil, "what servers for this machine have in common"},
	"crawl/inflight":            {nil, "which URLs a process was at work on when it died; a file, no crawl"},
	"crawl/binenc":              {nil, "the one binary codec: numbers and strings to bytes"},
	"crawl/crawltest":           {[]string{"crawl"}, "a synthetic web, for the demo and for tests"},

	"crawl/cluster/broker":                 {nil, "what machines ask of the server between them: bytes and numbers; no crawl"},
	"crawl/cluster/broker/brokertest":      {[]string{"crawl/cluster/broker"}, "the conformance suite of Broker"},
	"crawl/cluster/broker/internal/follow": {[]string{"crawl/cluster/broker"}, "how drivers look again, and who is woken"},
	"crawl/cluster/broker/memory":          {[]string{"crawl/cluster/broker", "crawl/cluster/broker/internal/follow"}, "a broker inside one process"},
	"crawl/cluster/broker/natsjs":          {[]string{"crawl/cluster/broker", "crawl/cluster/broker/internal/follow"}, "a broker by NATS; links no server"},
	"crawl/cluster/broker/natsserver":      {nil, "a NATS server inside the process; knows no broker"},
	"crawl/cluster/broker/postgres":        {[]string{"crawl/cluster/broker", "crawl/cluster/broker/internal/follow"}, "a broker by PostgreSQL"},
	"crawl/cluster/lease":                  {[]string{"crawl/cluster/broker"}, "who owns what; the table comes in"},

	// Floor 2: bridges between cores.
	"ontology/syntax/manchester": {[]string{"ontology/axiom", "ontology/rdfio"}, "a syntax of axioms"},
	"ontology/syntax/owlxml":     {[]string{"ontology/axiom", "ontology/rdfio"}, "a syntax of axioms"},
	"ontology/axiom":             {[]string{"ontology/rdfio"}, "OWL 2 as axioms; to triples and back"},
	"ontology/syntax/functional": {[]string{"ontology/axiom", "ontology/rdfio"}, "a syntax of axioms"},
	"ontology/syntax/obo":        {[]string{"ontology/axiom", "ontology/syntax/functional", "ontology/rdfio"}, "the OBO format, with axioms in its header; to triples and back"},
	"ontology/syntax/obograph":   {[]string{"ontology/syntax/turtle", "ontology/rdfio"}, "OBO graphs; to triples and back"},
	"ontology/syntax/jsonld":     {[]string{"ontology/rdfio"}, "JSON-LD; to triples and back"},
	"ontology/syntax/rdfxml":     {[]string{"ontology/rdfio"}, "RDF/XML; to triples and back"},
	"ontology/syntax/turtle":     {[]string{"ontology/rdfio"}, "Turtle; to triples and back"},
	"ontology/syntax/ntriples":   {[]string{"ontology/syntax/turtle", "ontology/rdfio"}, "N-Triples; to triples and back"},
	"ontology/syntax":            {[]string{"ontology/syntax/functional", "ontology/syntax/jsonld", "ontology/syntax/manchester", "ontology/syntax/ntriples", "ontology/syntax/obo", "ontology/syntax/obograph", "ontology/syntax/owlxml", "ontology/syntax/rdfxml", "ontology/syntax/turtle", "ontology/rdfio"}, "the table of syntaxes"},
	"ontology/convert":           {[]string{"ontology/canon", "ontology/syntax", "ontology/rdfio"}, "an ontology in another syntax"},
	"ontology/reason":            {[]string{"ontology/axiom"}, "what follows from axioms; knows no graph"},
	"ontology/owl":               {[]string{"ontology", "ontology/axiom", "ontology/reason", "ontology/syntax", "ontology/rdfio", "internal/redact"}, "axioms to graph"},
	"ontology/check":             {[]string{"ontology", "ontology/owl"}, "judges what owl read"},
	"ontology/report":            {[]string{"internal/term", "ontology", "ontology/axiom", "ontology/check", "ontology/diff", "ontology/owl", "ontology/view", "ontology/walk", "semsim", "semsim/lexicon", "semsim/simtext"}, "what an ontology holds, as data and as text"},
	"crawl/relevance":            {[]string{"crawl", "crawl/binenc", "crawl/page", "internal/functionwords", "internal/swar", "internal/term", "ontology", "semsim", "semsim/lexicon"}, "meaning judges pages"},
	"crawl/samples":              {[]string{"crawl", "crawl/document/doctype", "crawl/page", "crawl/relevance", "internal/functionwords", "ontology", "semsim", "semsim/lexicon"}, "sample documents to a topic; relevance judges them for the threshold"},
	"crawl/query":                {[]string{"crawl", "crawl/binenc", "crawl/search", "internal/functionwords", "ontology", "semsim", "semsim/lexicon"}, "a topic to questions; when they are asked is left to a strategy"},
	"crawl/seed":                 {[]string{"crawl", "crawl/urlkey", "internal/redact"}, "URLs to start from"},
	"crawl/topic":                {[]string{"internal/term", "crawl", "crawl/relevance", "crawl/samples", "crawl/seed", "internal/nearest", "ontologies", "ontology", "ontology/owl", "semsim", "semsim/lexicon"}, "what a user asks for, as one vector"},
	"crawl/coverage":             {[]string{"crawl", "crawl/calibrate", "crawl/names", "crawl/relevance", "internal/functionwords", "internal/term", "ontology", "semsim", "semsim/lexicon"}, "what an ontology did in a run"},
	"crawl/enrich":               {[]string{"crawl", "crawl/coverage", "crawl/learn", "crawl/rundir", "internal/term", "ontology", "ontology/convert", "semsim/lexicon"}, "what pages offer for an ontology, and what a person accepts; the run comes in"},
	"internal/resident":          {nil, "pages of the program's file in memory"},
	"internal/paged":             {nil, "arrays that grow without being copied; pure"},
	"crawl/urltable":             {[]string{"crawl/binenc", "internal/hashindex", "internal/paged"}, "numbers for URLs"},
	"crawl/urlpattern":           {nil, "what a URL tells by its form"},
	"crawl/frontier":             {[]string{"crawl", "crawl/binenc", "crawl/urltable", "internal/hashindex", "internal/paged"}, "known URLs in their order; scores come in"},
	"crawl/linkrank":             {[]string{"crawl", "crawl/binenc", "crawl/urltable", "internal/hashindex", "internal/paged"}, "what a ranker of links is"},
	"crawl/linkrank/learned":     {[]string{"crawl", "crawl/binenc", "crawl/linkrank", "crawl/urlpattern", "internal/hashindex", "internal/paged"}, "the default ranker"},
	"crawl/spill":                {[]string{"crawl/binenc", "crawl/state", "internal/hashindex", "internal/paged", "internal/resident"}, "what is spilled lies in Badger as the journal does"},
	"crawl/linkrank/papers":      {[]string{"crawl", "crawl/binenc", "crawl/linkrank", "crawl/urlpattern"}, "rankers of published papers"},
	"crawl/strategy":             {[]string{"crawl", "crawl/binenc", "crawl/frontier", "crawl/linkrank", "crawl/linkrank/learned", "crawl/linkrank/papers", "crawl/urlpattern", "tabu", "crawl/ensemble", "crawl/search", "internal/functionwords", "internal/paged", "crawl/polite", "crawl/shingle", "internal/hashindex", "crawl/cluster/wire"}, "search meets crawling; the table of strategies and rankers"},

	"crawl/session":  {[]string{"crawl", "crawl/account", "crawl/binenc", "crawl/dateline", "crawl/dedup", "crawl/document", "crawl/engine", "crawl/fetch", "crawl/fetch/replay", "crawl/fetch/replay/beyond", "crawl/filter", "crawl/inflight", "crawl/kept", "crawl/polite", "crawl/relevance", "crawl/rundir", "crawl/sitesearch", "crawl/source", "crawl/state", "crawl/strategy", "crawl/topic", "crawl/warc", "semsim/lexicon", "crawl/query", "crawl/search", "crawl/search/answer", "crawl/spill", "crawl/urlkey", "crawl/cluster", "crawl/cluster/member", "crawl/teach", "crawl/export", "internal/resident"}, "assembles a crawl"},
	"crawl/rungraph": {[]string{"crawl/export", "crawl/rundir", "ontology", "ontology/rdfio", "ontology/sparql", "crawl/document", "crawl/rescore", "crawl/warc"}, "a run, its ontologies and files as graphs; who reads the ontologies comes in"},
	"crawl/discover": {[]string{"crawl", "crawl/polite", "crawl/rundir", "crawl/search", "crawl/urlkey"}, "sites of a run, ranked; what questions brought"},

	"crawl/runcheck": {[]string{"crawl/teach", "crawl", "crawl/engine", "crawl/kept", "crawl/polite", "crawl/rundir", "crawl/session", "crawl/state", "crawl/warc", "internal/term"}, "all files of a run against each other; each package knows its own"},
	"crawl/display":  {[]string{"crawl", "crawl/engine", "crawl/metrics", "crawl/progress", "crawl/rundir", "crawl/session", "crawl/state"}, "a session that is shown while it runs"},
	"crawl/demo":     {[]string{"crawl", "crawl/crawltest", "crawl/engine", "crawl/fetch", "crawl/rundir", "crawl/seed", "crawl/session", "internal/term"}, "crawls of a synthetic web, compared with the truth"},

	// The desk, which crawls on a schedule.
	"crawl/monitor/store":     {[]string{"crawl/monitor", "crawl/state", "crawl/binenc"}, "a monitor.Store on disk, in a Badger database"},
	"crawl/monitor/events":    {[]string{"crawl", "crawl/monitor", "crawl/dedup", "crawl/polite", "crawl/rundir", "crawl/urlkey"}, "events and stories from a journal"},
	"crawl/dateline":          {[]string{"internal/lazyre", "crawl"}, "when a page was published"},
	"crawl/monitor/schedule":  {[]string{"crawl/monitor"}, "when a job is due; pure"},
	"crawl/monitor/jobfile":   {[]string{"crawl/monitor", "crawl/monitor/notify", "crawl/monitor/schedule", "crawl/monitor/yamlread"}, "YAML to jobs; what settings mean comes in"},
	"crawl/monitor/scheduler": {[]string{"crawl", "crawl/monitor", "crawl/monitor/schedule", "internal/filelock", "internal/redact"}, "the loop; crawler, store and clock come in"},

	"crawl/monitor/notify":   {[]string{"crawl/monitor", "crawl/monitor/notify/chat", "crawl/monitor/schedule", "crawl/monitor/yamlread", "internal/filelock", "crawl/secret", "internal/redact"}, "alert rules and channels; the outbox comes in"},
	"crawl/secret":           {nil, "secrets by reference"},
	"crawl/account":          {[]string{"crawl", "crawl/fetch", "crawl/secret"}, "who the crawler is at hosts that ask; what sends forms comes in"},
	"crawl/monitor/access":   {[]string{"crawl/monitor/yamlread", "crawl/secret", "internal/filelock", "internal/redact", "internal/term"}, "who may do what, and who did"},
	"crawl/monitor/yamlread": {[]string{"crawl/monitor", "internal/redact"}, "YAML with all faults and their lines"},
	"crawl/monitor/status":   {[]string{"crawl", "crawl/rundir", "crawl/engine", "crawl/monitor", "crawl/monitor/api", "crawl/monitor/scheduler", "crawl/progress", "crawl/topic", "ontology", "crawl/monitor/holder"}, "the answers of the API, from a scheduler or a run folder"},
	"crawl/monitor/jobcrawl": {[]string{"crawl", "crawl/engine", "crawl/eventgraph", "crawl/export", "crawl/extract", "crawl/fetch", "crawl/monitor", "crawl/monitor/api", "crawl/monitor/jobfile", "crawl/monitor/scheduler", "crawl/monitor/status", "crawl/monitor/versions", "ontology/syntax", "crawl/polite", "crawl/progress", "crawl/relevance", "crawl/rescore", "crawl/rundir", "crawl/seed", "crawl/session", "crawl/state", "crawl/strategy", "crawl/topic", "crawl/warc", "internal/nearest", "ontology/check", "ontology/diff", "ontology/filewatch", "semsim", "semsim/lexicon"}, "a job's runs as sessions; the settings come in"},
	"crawl/monitor/jobinit":  {[]string{"crawl/monitor/schedule", "crawl/monitor/yamlread", "crawl/seed", "internal/term"}, "answers to a first file of jobs; who checks it comes in"},
	"crawl/monitor/jobtext":  {[]string{"crawl/monitor", "crawl/monitor/daemon", "crawl/monitor/jobfile", "crawl/monitor/notify", "internal/term"}, "jobs and runs as data and as text"},
	"crawl/monitor/daemon":   {[]string{"crawl", "crawl/metrics", "crawl/state", "crawl/monitor", "crawl/monitor/access", "crawl/monitor/api", "crawl/monitor/events", "crawl/monitor/jobfile", "crawl/monitor/notify", "crawl/monitor/phase", "crawl/monitor/schedule", "crawl/monitor/scheduler", "crawl/monitor/serve", "crawl/monitor/status", "crawl/monitor/store", "crawl/monitor/trouble", "crawl/monitor/yamlread", "crawl/library", "crawl/monitor/finds", "crawl/monitor/reading", "crawl/monitor/jobedit", "crawl/monitor/pause", "crawl/monitor/teaching", "crawl/teach", "semsim/lexicon", "crawl/monitor/jobontology", "crawl/cluster/broker", "crawl/cluster/lease", "crawl/monitor/holder", "crawl/rundir"}, "runs the jobs of a file; the crawler comes in"},
	"crawl/monitor/serve":    {[]string{"crawl/loopback", "crawl/monitor/access", "crawl/monitor/api", "crawl/secret", "ontology/sparql"}, "the web page; its answers come in"},
	"crawl/monitor/cap":      {[]string{"crawl", "internal/redact"}, "alerts of authorities; who fetches comes in"},
	"crawl/monitor/phase":    {[]string{"crawl", "crawl/monitor", "crawl/monitor/cap"}, "the phase of a job; who fetches alerts comes in"},
	"crawl/monitor/api":      {[]string{"crawl/rundir", "crawl/monitor", "crawl/monitor/access", "crawl/library", "crawl/polite", "crawl/seed", "ontology/rdfio", "ontology/sparql", "ontology/syntax/ntriples", "ontology/syntax/turtle", "crawl", "crawl/marks", "crawl/monitor/finds", "crawl/monitor/reading", "crawl/eventgraph", "crawl/monitor/jobedit", "crawl/monitor/jobfile", "crawl/monitor/notify", "crawl/monitor/teaching", "crawl/monitor/jobontology", "crawl/monitor/versions", "internal/keepfile", "crawl/monitor/holder", "crawl/cluster/view"}, "the HTTP API; its answers come in"},

	"crawl/monitor/finds":       {[]string{"crawl", "crawl/marks", "crawl/monitor", "crawl/rundir", "crawl/urlkey"}, "all finds of run folders, and what people say of them"},
	"crawl/monitor/reading":     {[]string{"crawl", "crawl/document", "crawl/fetch/replay", "crawl/monitor", "crawl/page", "crawl/rundir", "crawl/urlkey", "crawl/warc", "semsim/lexicon"}, "one captured page as a person reads it"},
	"crawl/monitor/agent":       {[]string{"crawl", "crawl/library", "crawl/monitor", "crawl/monitor/api", "crawl/rundir", "crawl/seed", "crawl/urlkey"}, "the Model Context Protocol; answers and crawls come in"},
	"crawl/monitor/versions":    {[]string{"crawl/rundir", "crawl/topic", "internal/keepfile", "ontology/check", "semsim/lexicon"}, "which versions of its ontology a job has had"},
	"crawl/monitor/jobontology": {[]string{"crawl", "crawl/enrich", "crawl/monitor/versions", "crawl/rundir", "crawl/topic", "internal/keepfile", "ontologies", "ontology", "ontology/check", "ontology/convert", "ontology/diff", "ontology/owl", "ontology/rdfio", "ontology/report", "ontology/syntax", "semsim/lexicon"}, "the ontology of a job as people see and change it; settings and runs come in"},
	"crawl/monitor/holder":      {[]string{"crawl/cluster/broker", "crawl/cluster/lease", "crawl/monitor/jobfile", "crawl/monitor/store"}, "which of several daemons holds the jobs, over a broker; what a holder does comes in"},
	"crawl/monitor/trouble":     {[]string{"crawl/monitor"}, "what is wrong, told once; who is told comes in"},
	"crawl/monitor/jobedit":     {[]string{"crawl/monitor/jobfile", "crawl/monitor/yamlread", "internal/keepfile"}, "the file of jobs, edited by several; what is checked comes in"},
	"crawl/monitor/pause":       {[]string{"crawl/monitor"}, "which jobs people have paused; a file of the folder of the jobs"},
	"crawl/monitor/teaching":    {[]string{"crawl/teach"}, "what marks teach, in the background; who studies comes in"},
	"crawl/monitor/notify/chat": {nil, "chat services on the wire; it sends nothing and knows no jobs"},

	// Test kits: imported by test files only (checked below).
	"ontology/ontologytest":         {[]string{"ontology"}, "a small published graph"},
	"ontology/ontologytest/outside": {nil, "finds ONTOCRAWL_DATA"},
	"ontology/axiom/axiomtest":      {[]string{"ontology/axiom"}, "drawn ontologies, for the property tests of writers"},
	"ontology/rdfio/rdfiotest":      {[]string{"ontology/ontologytest/outside", "ontology/syntax/ntriples", "ontology/rdfio"}, "the conformance suite of readers; graph isomorphism"},
	"semsim/semsimtest":             {[]string{"ontology", "ontology/ontologytest", "semsim"}, "the conformance suite of Comparer"},
	"crawl/search/searchtest":       {[]string{"crawl", "crawl/search", "crawl/search/provider", "crawl/urlkey"}, "the conformance suite of search sources; servers that misbehave"},
	"crawl/warc/warctest":           {[]string{"crawl"}, "the exam of Vault"},
	"crawl/state/statetest":         {[]string{"crawl"}, "the exam of State"},
	"crawl/monitor/monitortest":     {[]string{"crawl", "crawl/monitor"}, "a clock for tests, and the conformance suite of monitor.Store"},
	"crawl/strategy/strategytest":   {[]string{"crawl"}, "the exam of Strategy"},
	"crawl/traptest":                {[]string{"crawl", "crawl/polite", "crawl/urlkey"}, "a web of crawler traps, for tests"},
	"crawl/linkrank/linkranktest":   {[]string{"crawl", "crawl/linkrank", "crawl/urlpattern"}, "the conformance suite of Ranker"},
	"crawl/frontier/frontiertest":   {[]string{"crawl", "crawl/binenc", "crawl/frontier"}, "the conformance suite of Frontier"},
	"crawl/cluster/clustertest":     {[]string{"crawl", "crawl/cluster"}, "the conformance suite of Bus; a web that notes who asks, and a way that can be cut"},
	"crawl/fetch/fetchtest":         {[]string{"crawl"}, "the conformance suite of Fetcher"},
	"crawl/polite/politetest":       {[]string{"crawl"}, "the conformance suite of Pacer"},
	"crawl/document/documenttest":   {nil, "small documents for tests"},
	"crawl/goldentest":              {nil, "bytes on disk compared with a file"},
	"crawl/hostiletest":             {nil, "hostile sites; it knows protocols, and nothing of the crawler"},
	"crawl/rundir/rundirtest":       {nil, "run folders of earlier formats"},

	"message/messagetest": {nil, "finds the texts for people in Go source"},

	// Floor 3.
	"crawl/eval":        {[]string{"crawl", "crawl/binenc", "crawl/cluster", "crawl/cluster/local", "crawl/engine", "crawl/fetch/replay", "crawl/fetch/replay/beyond", "crawl/page", "crawl/polite", "crawl/urlkey", "crawl/state", "crawl/dedup", "crawl/ensemble", "crawl/search", "crawl/search/answer", "crawl/search/stored"}, "crawls of stored webs against their labels; strategies and judges come in"},
	"crawl/eval/ablate": {[]string{"crawl", "crawl/eval", "crawl/strategy"}, "methods without one part"},
	"crawl/eval/tune":   {[]string{"internal/term", "crawl", "crawl/eval", "crawl/relevance"}, "settings searched for; topics and judges come in"},
	"crawl/report":      {[]string{"internal/term", "crawl", "crawl/rundir", "crawl/relevance", "crawl/eval", "crawl/eval/ablate", "ontology"}, "what was found, as one HTML file"},
	"cmd/ontocrawl":     {nil, "everything meets here"},

	// Below the command line.
	"cmd/ontocrawl/internal/complete":      {[]string{"cmd/ontocrawl/internal/cli", "crawl/topic", "ontology"}, "what a shell completes"},
	"cmd/ontocrawl/internal/help":          {[]string{"cmd/ontocrawl/internal/cli", "internal/term", "config"}, "usage texts, and answers to wrong commands"},
	"cmd/ontocrawl/internal/jobcmd":        {[]string{"crawl/monitor/jobtext", "cmd/ontocrawl/internal/cli", "internal/term", "config", "crawl", "crawl/monitor", "crawl/monitor/access", "crawl/monitor/api", "crawl/monitor/daemon", "crawl/monitor/jobcrawl", "crawl/monitor/jobfile", "crawl/secret", "crawl/monitor/schedule", "crawl/monitor/scheduler", "crawl/monitor/serve", "crawl/monitor/status", "crawl/monitor/yamlread", "crawl/progress", "crawl/session", "crawl/topic", "semsim/lexicon", "crawl/library", "crawl/monitor/jobinit", "crawl/loopback", "crawl/monitor/agent", "semsim/simtext", "crawl/monitor/notify", "crawl/rundir", "crawl/rungraph", "ontology/sparql", "crawl/monitor/finds", "crawl/monitor/reading", "crawl/monitor/jobedit", "crawl/monitor/pause", "crawl/monitor/teaching", "crawl/teach", "crawl/eventgraph", "crawl/monitor/jobontology", "crawl/enrich", "ontology/owl", "crawl/cluster/connect", "crawl/monitor/holder"}, "the commands init, job, watch and serve"},
	"cmd/ontocrawl/internal/ontologycmd":   {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/internal/crawlcmd", "crawl/coverage", "internal/term", "config", "crawl/topic", "ontologies", "ontology", "ontology/axiom", "ontology/check", "ontology/convert", "ontology/diff", "ontology/export", "ontology/owl", "ontology/rdfio", "ontology/reason", "ontology/report", "ontology/syntax", "ontology/view", "ontology/walk", "semsim", "semsim/lexicon", "crawl", "crawl/bib", "crawl/learn", "crawl/samples", "ontology/fca", "crawl/enrich"}, "the command ontology"},
	"cmd/ontocrawl/internal/crawlcmd":      {[]string{"crawl/cluster/gather", "crawl/demo", "crawl/display", "crawl/document", "crawl/markdown", "semsim/simtext", "cmd/ontocrawl/internal/cli", "cmd/ontocrawl/internal/help", "internal/term", "config", "crawl", "crawl/calibrate", "crawl/coverage", "crawl/crawltest", "crawl/engine", "crawl/export", "crawl/metrics", "crawl/progress", "crawl/relevance", "crawl/rescore", "crawl/runcheck", "crawl/rundir", "crawl/seed", "crawl/session", "crawl/state", "crawl/strategy", "crawl/topic", "crawl/urlkey", "crawl/warc", "semsim", "semsim/lexicon", "crawl/library", "crawl/discover", "crawl/query", "crawl/search", "crawl/page", "crawl/learn", "crawl/eventgraph", "crawl/extract", "crawl/extract/gazetteer", "crawl/marks", "crawl/teach", "crawl/enrich", "crawl/cluster/broker", "crawl/cluster/connect", "crawl/cluster/member", "crawl/cluster/node", "crawl/cluster/plan", "crawl/cluster/view", "crawl/polite"}, "commands about crawls and their run folders"},
	"cmd/ontocrawl/internal/querycmd":      {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/internal/crawlcmd", "config", "crawl/export", "crawl/rungraph", "ontology/owl", "ontology/rdfio", "ontology/shacl", "ontology/sparql", "ontology/syntax", "ontology/syntax/jsonld", "ontology/syntax/ntriples", "ontology/syntax/turtle", "crawl/eventgraph", "crawl/session", "crawl/topic"}, "the commands query and validate-graph"},
	"cmd/ontocrawl/internal/similaritycmd": {[]string{"semsim/simtext", "cmd/ontocrawl/internal/cli", "internal/term", "config", "crawl/topic", "ontology", "semsim", "semsim/heatmap"}, "the commands similarity and topic"},
	"cmd/ontocrawl/internal/cli":           {[]string{"crawl/account", "internal/machine", "internal/term", "config", "crawl", "crawl/document", "crawl/engine", "crawl/fetch", "crawl/polite", "crawl/relevance", "crawl/render", "crawl/rundir", "crawl/seed", "crawl/session", "crawl/state", "crawl/strategy", "crawl/topic", "crawl/warc", "ontology", "ontology/owl", "ontology/rdfio", "ontology/syntax", "semsim", "semsim/lexicon", "crawl/secret", "internal/redact", "crawl/search", "crawl/search/kinds"}, "what all commands share"},
	"cmd/ontocrawl/internal/evalcmd":       {[]string{"cmd/ontocrawl/internal/cli", "internal/term", "config", "crawl", "crawl/eval", "crawl/eval/ablate", "crawl/eval/tune", "crawl/session", "crawl/relevance", "crawl/report", "crawl/rundir", "crawl/seed", "crawl/strategy", "crawl/topic", "crawl/query", "crawl/search", "crawl/search/stored", "crawl/marks"}, "eval, tune, report"},
}

// testKits may be imported by test files and by each other only.
func testKit(pkg string) bool {
	base := filepath.Base(pkg)
	return base == "outside" || strings.HasSuffix(base, "test") && pkg != "crawl/crawltest"
}

func TestImports(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "runs" || ownModule(path)) {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); path != root && err == nil {
				return filepath.SkipDir // a module of its own
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") {
			rel, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			pkg := filepath.ToSlash(rel)
			seen[pkg] = true
			checkFile(t, pkg, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range leansOn {
		if !seen[pkg] {
			t.Errorf("%s stands in the table but does not exist", pkg)
		}
	}
}

// ownModule reports whether a folder is a module of its own, whose imports are
// none of this one's.
func ownModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func checkFile(t *testing.T, pkg, path string) {
	rule, ok := leansOn[pkg]
	if !ok {
		t.Errorf("%s: package %s has no line in the table", path, pkg)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	isTest := strings.HasSuffix(path, "_test.go")
	for _, imp := range f.Imports {
		name, err := strconv.Unquote(imp.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if name == "C" {
			t.Errorf("%s imports C: no cgo here", path)
		}
		on, ours := strings.CutPrefix(name, module)
		switch {
		case !ours || isTest && mayTest(pkg, on):
		case testKit(on) && !testKit(pkg):
			t.Errorf("%s imports %s, which is for tests", path, on)
		case pkg == "cmd/ontocrawl" || on == "message" && speaks(pkg) || slices.Contains(rule.on, on):
		default:
			t.Errorf("%s: %s may not import %s (%s)", path, pkg, on, rule.why)
		}
	}
}

// speaks reports that a package may use package message: all but the cores that work without
// a word.
func speaks(pkg string) bool { return pkg != "tabu" && pkg != "ontology" && pkg != "crawl" }

// mayTest says what a test may lean on beyond its package's rule: a test may
// assemble a real crawl, but floor 0 stays free even in its tests.
func mayTest(pkg, on string) bool {
	switch pkg {
	case "tabu", "crawl", "config":
		return on == pkg || testKit(on)
	}
	return on != "config" && !strings.HasPrefix(on, "cmd/")
}

// No package has init functions: tables are values that functions return.
func TestNoInit(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	for pkg := range leansOn {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(src), "\nfunc init()") {
				t.Errorf("%s has an init function", file)
			}
		}
	}
}
