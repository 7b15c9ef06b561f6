package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	"internal/atomicfile":    {nil, "files replaced as a whole; everyone who writes one leans on it"},
	"internal/functionwords": {nil, "words of grammar; pure"},
	"internal/hashindex":     {nil, "numbers by hash; pure"},
	"internal/longtests":     {nil, "a program for the checks: which tests have a long form"},
	"internal/script":        {nil, "writing systems; pure, for all"},
	"internal/stats":         {nil, "functions of statistics; pure, for all"},
	"internal/sorts":         {nil, "rows in order with one copy of the algorithm; pure, for all"},
	"internal/cost":          {nil, "processor time of the stages of a page; handed on to whoever measures"},
	"internal/pacetest":      {[]string{"internal/atomicfile"}, "how slow the machine is now, for the deadlines of tests; folders in memory for them"},
	"internal/redact":        {nil, "passwords out of texts; pure"},
	"internal/term":          {[]string{"message"}, "what reaches a terminal; pure"},
	"internal/option":        {nil, "what can be set for one method; the tables of methods declare it, settings and help read it"},
	"internal/english":       {nil, "sentences as values, in English; pure, and everyone who has something to say may lean on it"},
	"message":                {[]string{"internal/english"}, "texts for people in their language; pure"},
	"config":                 {[]string{"internal/option", "internal/redact"}, "the door; only cmd opens it"},
	"internal/swar":          {nil, "eight bytes of ASCII at a time"},
	"internal/yamlread":      {[]string{"internal/redact"}, "YAML with all faults and their lines; the one that walks its nodes"},
	"internal/lazyre":        {nil, "regular expressions, compiled when needed; pure"},

	"crawl/keep":   {nil, "the door; it has no code of its own"},
	"crawl/read":   {nil, "the door; it has no code of its own"},
	"crawl/judge":  {nil, "the door; it has no code of its own"},
	"crawl/find":   {nil, "the door; it has no code of its own"},
	"crawl/choose": {nil, "the door; it has no code of its own"},
	"crawl/tell":   {nil, "the door; it has no code of its own"},
	"crawl/share":  {nil, "the door; it has no code of its own"},
	"crawl/watch":  {nil, "the door; it has no code of its own"},
	"lab":          {nil, "the door; it has no code of its own"},
	// Floor 1: rooms inside one core.
	"semsim":         {[]string{"ontology"}, "similarity is computed on the graph"},
	"semsim/simtext": {[]string{"internal/term", "ontology", "semsim"}, "similarities as text; made safe"},
	"semsim/lexicon": {[]string{"internal/swar", "ontology", "semsim/lexicon/internal/gsedict"}, "finds concepts of a graph by their labels"},

	"semsim/lexicon/internal/gsedict":      {nil, "gse's word list without its other lists"},
	"semsim/lexicon/internal/opencc":       {nil, "makes the table of traditional characters"},
	"semsim/lexicon/internal/gsedict/pack": {[]string{"semsim/lexicon/internal/gsedict"}, "compresses the list for a release"},

	"ontology/diff":                              {[]string{"ontology", "ontology/axiom", "ontology/internal/canon", "ontology/rdfio"}, "two graphs and their axioms compared; weights come in as numbers"},
	"ontology/fca":                               {nil, "objects, attributes and their lattice; pure"},
	"ontology/sparql":                            {[]string{"internal/term", "ontology/rdfio", "ontology/syntax", "ontology/syntax/turtle"}, "asks triples that come in; knows no ontology and no crawl"},
	"ontology/shacl":                             {[]string{"internal/term", "ontology/rdfio"}, "holds triples that come in to shapes that come in"},
	"ontology/export":                            {[]string{"ontology"}, "the graph in forms that others draw"},
	"ontology/internal/canon":                    {nil, "an order for triples; knows their terms only"},
	"ontology/rdfio":                             {nil, "bytes to triples; knows no ontology"},
	"crawl/engine":                               {[]string{"internal/cost", "crawl", "crawl/keep/binenc"}, "the loop cannot know Badger, HTTP, ontologies or tabu"},
	"crawl/read/document":                        {[]string{"crawl", "crawl/fetch/doctype", "internal/term"}, "documents to pages of HTML; the reader of pages comes in"},
	"crawl/fetch/doctype":                        {nil, "which kind of document an answer holds; pure"},
	"crawl/fetch":                                {[]string{"crawl", "crawl/fetch/doctype", "crawl/fetch/internal/robots", "crawl/fetch/polite", "crawl/fetch/urlkey"}, "asks politely; parses no page"},
	"crawl/fetch/internal/robots":                {nil, "RFC 9309, pure"},
	"crawl/cluster":                              {[]string{"crawl"}, "a crawl in parts; strategies and sites come in"},
	"crawl/engine/member":                        {[]string{"crawl", "crawl/cluster", "crawl/engine", "crawl/choose/strategy"}, "parts of one process, around their engines; journals come in"},
	"crawl/share/node":                           {[]string{"crawl", "crawl/keep/binenc", "crawl/cluster", "crawl/share/broker", "crawl/engine/member", "crawl/engine", "crawl/fetch/polite", "crawl/keep/rundir", "crawl/session", "crawl/keep/state", "crawl/keep/warc", "crawl/judge/dedup"}, "one process of a crawl that several share; the broker comes in"},
	"crawl/share/plan":                           {[]string{"crawl/cluster"}, "what a crawl on several machines needs, estimated; measures nothing"},
	"crawl/share/host":                           {[]string{"crawl/share/broker/natsjs"}, "the broker of a cluster inside the process; cmd/ontocrawl-node only"},
	"crawl/fetch/polite":                         {[]string{"crawl"}, "when a host may be asked; sends nothing"},
	"crawl/fetch/replay":                         {[]string{"crawl", "crawl/fetch", "crawl/fetch/urlkey", "crawl/keep/warc"}, "a stored web is a Fetcher and fails as the network does"},
	"crawl/fetch/urlkey":                         {[]string{"crawl"}, "canonical keys of URLs"},
	"crawl/read/page":                            {[]string{"crawl", "internal/swar", "crawl/fetch/urlkey", "crawl/read/maintext", "crawl/read/shingle"}, "bytes to Page"},
	"crawl/read/maintext":                        {[]string{"crawl", "crawl/keep/binenc"}, "what of a page is main text, and what the page is; knows no markup"},
	"lab/internal/reading":                       {[]string{"crawl", "crawl/read/maintext", "crawl/read/page", "internal/script"}, "trains what reads pages; their truth comes in"},
	"lab/internal/reading/train":                 {[]string{"lab/internal/reading"}, "the command"},
	"crawl/choose/ensemble":                      {nil, "the rankers of DWDBRM over pages that come in"},
	"crawl/find/search/stored":                   {[]string{"crawl", "crawl/find/search", "crawl/fetch/urlkey"}, "an engine over pages that come in"},
	"crawl/find/search":                          {[]string{"crawl", "internal/atomicfile", "crawl/fetch/urlkey"}, "what it means to ask a search engine; quotas and kept answers; the table of kinds comes in"},
	"crawl/find/search/kinds":                    {[]string{"crawl/find/search", "crawl/find/library", "crawl/keep/rundir", "crawl", "crawl/read/source", "crawl/fetch", "crawl/fetch/urlkey"}, "the table of kinds of sources"},
	"crawl/read/source":                          {[]string{"crawl", "crawl/read/dateline", "crawl/read/page", "crawl/fetch/urlkey"}, "sitemaps and feeds to Page"},
	"crawl/choose/filter":                        {[]string{"crawl", "crawl/fetch/doctype", "crawl/fetch/polite"}, "what may be fetched at all"},
	"crawl/find/library":                         {[]string{"crawl", "crawl/read/document", "crawl/fetch/replay", "crawl/read/page", "crawl/keep/rundir", "crawl/fetch/urlkey", "crawl/keep/warc", "internal/atomicfile", "semsim/lexicon"}, "captured pages, searched by their text"},
	"crawl/keep/state":                           {[]string{"crawl", "crawl/keep/binenc", "internal/atomicfile"}, "remembers visits, and letters as they go over the wire"},
	"crawl/keep/rundir":                          {[]string{"crawl", "internal/redact"}, "what a crawl leaves"},
	"crawl/tell/progress":                        {[]string{"internal/cost", "crawl", "crawl/engine", "crawl/keep/rundir", "internal/term", "internal/redact"}, "how a crawl goes and how it ended, as data and as text"},
	"crawl/fetch/render":                         {[]string{"crawl"}, "a browser without a network; the client under guard comes in"},
	"crawl/tell/metrics":                         {[]string{"internal/cost", "internal/term", "crawl", "crawl/keep/rundir", "internal/loopback", "crawl/tell/progress", "crawl/cluster"}, "numbers for Prometheus; sizes come in as functions"},
	"crawl/keep/warc":                            {[]string{"crawl"}, "the WARC format, and answers kept in it"},
	"crawl/tell/export":                          {[]string{"crawl", "crawl/keep/rundir", "crawl/keep/warc", "internal/term", "ontology/syntax/jsonld", "ontology/syntax/turtle", "ontology/rdfio"}, "pages in forms that others read"},
	"crawl/judge/rescore":                        {[]string{"crawl", "crawl/read/document", "crawl/read/repeated", "crawl/keep/binenc", "crawl/keep/rundir", "crawl/fetch/replay", "crawl/keep/state", "crawl/keep/warc", "internal/term", "crawl/read/page", "crawl/read/dateline"}, "kept pages judged again; the judge comes in"},
	"crawl/judge/calibrate":                      {[]string{"crawl", "crawl/judge/marks", "crawl/keep/rundir", "crawl/fetch/urlkey", "internal/atomicfile", "internal/functionwords", "internal/term", "semsim", "semsim/lexicon"}, "a run's threshold from a person's answers; the judge comes in"},
	"crawl/judge/coverage":                       {[]string{"crawl", "crawl/judge/calibrate", "crawl/judge/internal/names", "crawl/judge/relevance", "internal/functionwords", "internal/term", "ontology", "semsim", "semsim/lexicon"}, "what an ontology did in a run"},
	"crawl/judge/endpoint":                       {[]string{"crawl", "crawl/keep/rundir", "ontology", "semsim"}, "a language model's second opinions, asked for beside a crawl"},
	"crawl/judge/marks":                          {[]string{"crawl/keep/rundir", "crawl/fetch/urlkey", "internal/atomicfile"}, "what people say of pages; a file of a run folder"},
	"crawl/judge/teach":                          {[]string{"crawl", "crawl/judge/marks", "crawl/keep/rundir", "internal/functionwords", "internal/term"}, "marks correct a judge; texts and their words come in"},
	"crawl/read/markdown":                        {[]string{"crawl", "crawl/read/document", "crawl/read/page", "crawl/keep/rundir", "crawl/read/dateline", "crawl/read/repeated", "crawl/read/source"}, "pages as Markdown; what is kept of them comes in"},
	"crawl/read/extract":                         {[]string{"internal/functionwords", "internal/lazyre", "crawl/read/extract/gazetteer", "semsim/lexicon"}, "what a text says about events; pure"},
	"crawl/read/extract/gazetteer":               {nil, "places in the format of GeoNames"},
	"crawl/read/extract/gazetteer/internal/pack": {[]string{"crawl/read/extract/gazetteer", "semsim/lexicon"}, "compresses public lists of places for the program"},
	"crawl/tell/eventgraph":                      {[]string{"crawl", "crawl/read/dateline", "crawl/tell/export", "crawl/read/extract", "crawl/read/extract/gazetteer", "crawl/judge/rescore", "crawl/keep/rundir", "internal/atomicfile", "internal/functionwords", "internal/lazyre", "ontology", "ontology/rdfio"}, "what pages say about events, joined; the pages come in"},
	"crawl/read/bib":                             {[]string{"crawl"}, "BibTeX to pages"},
	"crawl/judge/learn":                          {[]string{"crawl", "crawl/judge/internal/names", "internal/functionwords", "ontology", "ontology/fca", "semsim/lexicon"}, "terms and relations of texts, as proposals for an ontology; reads no file"},
	"crawl/judge/internal/names":                 {[]string{"crawl", "internal/functionwords", "semsim/lexicon"}, "what a text calls by a concept; pure"},
	"crawl/judge/dedup":                          {[]string{"crawl", "crawl/fetch/polite", "crawl/read/shingle"}, "pages that repeat others; pure"},
	"crawl/read/repeated":                        {[]string{"crawl", "crawl/keep/binenc", "crawl/read/shingle"}, "what hosts repeat on their pages; pure"},
	"crawl/read/shingle":                         {[]string{"crawl"}, "samples of what a text says; pure"},
	"crawl/watch/monitor":                        {[]string{"crawl"}, "the nouns and interfaces of a desk that crawls on a schedule"},
	"internal/loopback":                          {nil, "what servers for this machine have in common"},
	"crawl/keep/binenc":                          {[]string{"crawl"}, "the one binary codec: numbers and strings to bytes"},
	"lab/crawltest":                              {[]string{"crawl"}, "a synthetic web, for the demo and for tests"},

	"crawl/share/broker":                 {nil, "what machines ask of the server between them: bytes and numbers; no crawl"},
	"crawl/share/broker/brokertest":      {[]string{"crawl/share/broker", "crawl/share/broker/internal/follow"}, "the conformance suite of Broker"},
	"crawl/share/broker/internal/follow": {[]string{"crawl/share/broker"}, "how drivers look again, and who is woken"},
	"crawl/share/broker/natsjs":          {[]string{"crawl/share/broker", "crawl/share/broker/internal/follow"}, "a broker by NATS; links no server"},

	// Floor 2: bridges between cores.
	"ontology/syntax/manchester":             {[]string{"ontology/axiom", "ontology/rdfio"}, "a syntax of axioms"},
	"ontology/syntax/internal/owlxml":        {[]string{"ontology/axiom", "ontology/rdfio"}, "a syntax of axioms"},
	"ontology/axiom":                         {[]string{"ontology/rdfio"}, "OWL 2 as axioms; to triples and back"},
	"ontology/syntax/functional":             {[]string{"ontology/axiom", "ontology/rdfio"}, "a syntax of axioms"},
	"ontology/syntax/internal/obo":           {[]string{"ontology/axiom", "ontology/syntax/functional", "ontology/rdfio"}, "the OBO format, with axioms in its header; to triples and back"},
	"ontology/syntax/internal/obograph":      {[]string{"ontology/syntax/turtle", "ontology/rdfio"}, "OBO graphs; to triples and back"},
	"ontology/syntax/jsonld":                 {[]string{"ontology/rdfio"}, "JSON-LD; to triples and back"},
	"ontology/syntax/rdfxml":                 {[]string{"ontology/rdfio"}, "RDF/XML; to triples and back"},
	"ontology/syntax/turtle":                 {[]string{"ontology/rdfio"}, "Turtle; to triples and back"},
	"ontology/syntax/ntriples":               {[]string{"ontology/syntax/turtle", "ontology/rdfio"}, "N-Triples; to triples and back"},
	"ontology/syntax":                        {[]string{"ontology/syntax/functional", "ontology/syntax/jsonld", "ontology/syntax/manchester", "ontology/syntax/ntriples", "ontology/syntax/internal/obo", "ontology/syntax/internal/obograph", "ontology/syntax/internal/owlxml", "ontology/syntax/rdfxml", "ontology/syntax/turtle", "ontology/rdfio"}, "the table of syntaxes"},
	"ontology/convert":                       {[]string{"ontology/internal/canon", "ontology/syntax", "ontology/rdfio"}, "an ontology in another syntax"},
	"ontology/reason":                        {[]string{"ontology/axiom", "ontology/rdfio"}, "what follows from axioms; knows no graph"},
	"ontology/template":                      {[]string{"ontology/axiom", "ontology/rdfio", "ontology/syntax/manchester"}, "a table as an ontology; the Manchester syntax reads its cells"},
	"ontology/owl":                           {[]string{"ontology", "ontology/axiom", "ontology/reason", "ontology/syntax", "ontology/rdfio", "internal/redact"}, "axioms to graph"},
	"ontology/check":                         {[]string{"internal/term", "ontology", "ontology/axiom", "ontology/owl"}, "judges what owl read"},
	"ontology/report":                        {[]string{"internal/term", "ontology", "ontology/axiom", "ontology/check", "ontology/diff", "ontology/owl", "ontology/syntax/manchester", "ontology/export", "semsim", "semsim/lexicon", "semsim/simtext"}, "what an ontology holds, as data and as text"},
	"crawl/judge/relevance":                  {[]string{"crawl/read/repeated", "internal/option", "crawl", "crawl/keep/binenc", "crawl/read/page", "internal/functionwords", "internal/swar", "internal/term", "ontology", "semsim", "semsim/lexicon"}, "meaning judges pages"},
	"crawl/judge/samples":                    {[]string{"crawl", "crawl/fetch/doctype", "crawl/read/page", "crawl/judge/relevance", "internal/functionwords", "ontology", "semsim", "semsim/lexicon"}, "sample documents to a topic; relevance judges them for the threshold"},
	"crawl/find/query":                       {[]string{"crawl", "crawl/keep/binenc", "crawl/find/search", "internal/functionwords", "ontology", "semsim", "semsim/lexicon"}, "a topic to questions; when they are asked is left to a strategy"},
	"crawl/find/seed":                        {[]string{"crawl", "crawl/fetch/urlkey", "internal/redact"}, "URLs to start from"},
	"crawl/topic":                            {[]string{"internal/yamlread", "internal/term", "crawl", "crawl/judge/relevance", "crawl/judge/samples", "crawl/find/seed", "ontologies", "ontology", "ontology/owl", "ontology/syntax", "semsim", "semsim/lexicon"}, "what a user asks for, as one vector"},
	"crawl/judge/enrich":                     {[]string{"internal/atomicfile", "crawl", "crawl/judge/coverage", "crawl/judge/learn", "crawl/keep/rundir", "internal/term", "ontology", "ontology/convert", "semsim/lexicon"}, "what pages offer for an ontology, and what a person accepts; the run comes in"},
	"internal/resident":                      {nil, "pages of the program's file in memory"},
	"crawl/choose/internal/urltable":         {[]string{"crawl/keep/binenc", "internal/hashindex"}, "numbers for URLs"},
	"crawl/choose/urlpattern":                {nil, "what a URL tells by its form"},
	"crawl/choose/internal/frontier":         {[]string{"crawl", "crawl/keep/binenc", "crawl/choose/internal/urltable", "internal/hashindex"}, "known URLs in their order; scores come in"},
	"crawl/choose/internal/linkrank":         {[]string{"crawl", "crawl/keep/binenc", "crawl/choose/internal/urltable", "internal/hashindex"}, "what a ranker of links is"},
	"crawl/choose/internal/linkrank/learned": {[]string{"crawl", "crawl/keep/binenc", "crawl/choose/internal/linkrank", "crawl/choose/urlpattern", "internal/hashindex"}, "the default ranker"},
	"crawl/choose/spill":                     {[]string{"crawl/keep/binenc", "crawl/keep/state", "internal/hashindex", "internal/resident"}, "what is spilled lies in Badger as the journal does"},
	"crawl/choose/internal/linkrank/papers":  {[]string{"crawl", "crawl/keep/binenc", "crawl/choose/internal/linkrank", "crawl/choose/urlpattern"}, "rankers of published papers"},
	"crawl/choose/strategy":                  {[]string{"internal/option", "crawl", "crawl/keep/binenc", "crawl/choose/internal/frontier", "crawl/choose/internal/linkrank", "crawl/choose/internal/linkrank/learned", "crawl/choose/internal/linkrank/papers", "crawl/choose/urlpattern", "tabu", "crawl/choose/ensemble", "crawl/find/search", "internal/functionwords", "internal/hashindex", "crawl/fetch/polite", "crawl/read/shingle"}, "search meets crawling; the table of strategies and rankers"},

	"crawl/session":       {[]string{"internal/redact", "crawl/judge/endpoint", "crawl", "crawl/fetch/account", "crawl/keep/binenc", "crawl/read/dateline", "crawl/judge/dedup", "crawl/read/document", "crawl/engine", "crawl/fetch", "crawl/fetch/replay", "crawl/choose/filter", "crawl/fetch/polite", "crawl/judge/relevance", "crawl/keep/rundir", "crawl/find/search", "crawl/read/source", "crawl/keep/state", "crawl/choose/strategy", "crawl/topic", "crawl/keep/warc", "semsim", "semsim/lexicon", "crawl/find/query", "crawl/choose/spill", "crawl/fetch/urlkey", "crawl/cluster", "crawl/engine/member", "crawl/judge/teach", "crawl/tell/export", "internal/resident"}, "assembles a crawl"},
	"crawl/tell/rungraph": {[]string{"crawl/tell/export", "crawl/keep/rundir", "ontology", "ontology/rdfio", "ontology/sparql", "crawl/read/document", "crawl/judge/rescore", "crawl/keep/warc"}, "a run, its ontologies and files as graphs; who reads the ontologies comes in"},
	"crawl/find/discover": {[]string{"crawl", "crawl/fetch/polite", "crawl/keep/rundir", "crawl/find/search", "crawl/fetch/urlkey"}, "sites of a run, ranked; what questions brought"},

	"crawl/session/runcheck": {[]string{"crawl/judge/teach", "crawl", "crawl/engine", "crawl/keep/binenc", "crawl/fetch/polite", "crawl/keep/rundir", "crawl/session", "crawl/keep/state", "crawl/keep/warc", "internal/term"}, "all files of a run against each other; each package knows its own"},

	// The desk, which crawls on a schedule.
	"crawl/watch/backup":          {[]string{"crawl/keep/rundir", "crawl/keep/state", "crawl/session/runcheck", "crawl/watch/store", "crawl", "crawl/watch/access", "crawl/watch/api", "crawl/watch/internal/events", "crawl/watch/monitor", "crawl/watch/notify"}, "a folder in one file, and back"},
	"crawl/watch/store":           {[]string{"crawl/watch/monitor", "crawl/keep/state", "crawl/keep/binenc"}, "a monitor.Store on disk, in a Badger database"},
	"crawl/watch/internal/events": {[]string{"crawl", "crawl/keep/binenc", "crawl/watch/internal/textrule", "crawl/watch/monitor", "crawl/judge/dedup", "crawl/fetch/polite", "crawl/keep/rundir", "crawl/fetch/urlkey"}, "events and stories from a journal"},
	"crawl/read/dateline":         {[]string{"internal/lazyre", "crawl"}, "when a page was published"},
	"crawl/watch/jobfile":         {[]string{"crawl/read/extract", "crawl/watch/internal/textrule", "crawl/watch/monitor", "crawl/watch/notify", "internal/redact", "internal/yamlread"}, "YAML to jobs; what settings mean comes in"},
	"crawl/watch/scheduler":       {[]string{"crawl", "crawl/watch/monitor", "internal/atomicfile", "internal/redact"}, "the loop; crawler, store and clock come in"},

	"crawl/watch/notify":       {[]string{"crawl", "crawl/fetch", "crawl/watch/monitor", "internal/yamlread", "internal/atomicfile", "internal/redact"}, "alert rules and channels; the outbox comes in"},
	"crawl/fetch/account":      {[]string{"internal/yamlread", "crawl", "crawl/fetch", "internal/redact"}, "who the crawler is at hosts that ask; what sends forms comes in"},
	"crawl/watch/access":       {[]string{"internal/yamlread", "internal/redact", "internal/atomicfile", "internal/term"}, "who may do what, and who did"},
	"crawl/watch/status":       {[]string{"crawl", "crawl/keep/rundir", "crawl/engine", "crawl/watch/monitor", "crawl/watch/api", "crawl/watch/scheduler", "crawl/tell/progress", "crawl/topic", "ontology", "crawl/watch/holder"}, "the answers of the API, from a scheduler or a run folder"},
	"crawl/watch/jobcrawl":     {[]string{"crawl", "crawl/engine", "crawl/tell/eventgraph", "crawl/tell/export", "crawl/read/extract", "crawl/fetch", "crawl/watch/monitor", "crawl/watch/api", "crawl/watch/jobfile", "crawl/watch/scheduler", "crawl/watch/status", "crawl/watch/versions", "ontology/syntax", "crawl/fetch/polite", "crawl/tell/progress", "crawl/judge/relevance", "crawl/judge/rescore", "crawl/keep/rundir", "crawl/find/seed", "crawl/session", "crawl/keep/state", "crawl/choose/strategy", "crawl/topic", "crawl/keep/warc", "internal/term", "ontology/check", "ontology/diff", "semsim", "semsim/lexicon"}, "a job's runs as sessions; the settings come in"},
	"crawl/watch/daemon":       {[]string{"crawl/watch/internal/trial", "crawl/watch/internal/textrule", "crawl/watch/shift", "crawl/tell/eventgraph", "crawl", "crawl/fetch", "internal/redact", "crawl/tell/metrics", "crawl/keep/state", "crawl/watch/monitor", "crawl/watch/access", "crawl/watch/api", "crawl/watch/internal/events", "crawl/watch/jobfile", "crawl/watch/notify", "crawl/watch/scheduler", "crawl/watch/serve", "crawl/watch/status", "crawl/watch/store", "internal/yamlread", "crawl/find/library", "crawl/watch/finds", "crawl/watch/reading", "crawl/watch/jobedit", "crawl/watch/teaching", "crawl/judge/teach", "semsim/lexicon", "crawl/watch/jobontology", "crawl/share/broker", "crawl/watch/holder", "crawl/keep/rundir", "crawl/watch/internal/cap"}, "runs the jobs of a file; the crawler comes in"},
	"crawl/watch/serve":        {[]string{"internal/loopback", "crawl/watch/access", "crawl/watch/api", "internal/redact", "ontology/sparql"}, "the web page; its answers come in"},
	"crawl/watch/internal/cap": {[]string{"crawl", "internal/redact"}, "alerts of authorities; who fetches comes in"},
	"crawl/watch/api":          {[]string{"crawl/watch/internal/trial", "crawl/watch/shift", "crawl/keep/rundir", "crawl/watch/monitor", "crawl/watch/access", "crawl/find/library", "crawl/fetch/polite", "crawl/find/seed", "ontology/rdfio", "ontology/sparql", "ontology/syntax/ntriples", "ontology/syntax/turtle", "crawl", "crawl/judge/marks", "crawl/watch/finds", "crawl/watch/reading", "crawl/tell/eventgraph", "crawl/watch/jobedit", "crawl/watch/jobfile", "crawl/watch/notify", "crawl/watch/teaching", "crawl/watch/jobontology", "crawl/watch/versions", "crawl/watch/holder", "crawl/cluster"}, "the HTTP API; its answers come in"},

	"crawl/watch/finds":             {[]string{"crawl", "crawl/judge/marks", "crawl/watch/monitor", "crawl/keep/rundir", "crawl/fetch/urlkey"}, "all finds of run folders, and what people say of them"},
	"crawl/watch/reading":           {[]string{"crawl", "crawl/read/document", "crawl/fetch/replay", "crawl/watch/monitor", "crawl/read/page", "crawl/keep/rundir", "crawl/fetch/urlkey", "crawl/keep/warc", "semsim/lexicon"}, "one captured page as a person reads it"},
	"crawl/watch/internal/trial":    {[]string{"crawl", "crawl/fetch/urlkey", "crawl/judge/rescore", "crawl/keep/rundir", "crawl/watch/monitor", "crawl/watch/notify", "crawl/watch/internal/textrule", "semsim/lexicon"}, "how often a rule would have rung; the run folder comes in"},
	"crawl/watch/internal/textrule": {[]string{"crawl", "crawl/read/extract", "crawl/read/extract/gazetteer", "crawl/tell/eventgraph", "crawl/watch/monitor", "internal/lazyre", "semsim/lexicon"}, "what alert rules ask of a page's text; the page comes in"},
	"crawl/watch/shift":             {[]string{"crawl/read/extract", "crawl/tell/eventgraph", "crawl/watch/monitor", "internal/term"}, "the report of a shift; history and events come in"},
	"crawl/watch/agent":             {[]string{"crawl/watch/shift", "crawl", "crawl/find/library", "crawl/watch/monitor", "crawl/watch/api", "crawl/keep/rundir", "crawl/find/seed", "crawl/fetch/urlkey"}, "the Model Context Protocol; answers and crawls come in"},
	"crawl/watch/versions":          {[]string{"crawl", "crawl/keep/rundir", "crawl/topic", "ontology/check", "semsim/lexicon"}, "which versions of its ontology a job has had"},
	"crawl/watch/jobontology":       {[]string{"crawl", "crawl/judge/enrich", "crawl/watch/versions", "crawl/keep/rundir", "crawl/topic", "ontologies", "ontology", "ontology/check", "ontology/convert", "ontology/diff", "ontology/owl", "ontology/rdfio", "ontology/report", "ontology/syntax", "semsim/lexicon"}, "the ontology of a job as people see and change it; settings and runs come in"},
	"crawl/watch/holder":            {[]string{"crawl/share/broker", "crawl/watch/jobfile", "crawl/watch/store"}, "which of several daemons holds the jobs, over a broker; what a holder does comes in"},
	"crawl/watch/jobedit":           {[]string{"crawl/watch/internal/trial", "crawl/watch/jobfile", "internal/yamlread", "internal/atomicfile", "crawl/watch/monitor", "crawl/find/seed", "internal/term"}, "the file of jobs, edited by several; what is checked comes in"},
	"crawl/watch/teaching":          {[]string{"crawl/judge/teach", "crawl/judge/calibrate"}, "what marks teach, in the background, and what is asked; who studies comes in"},

	// Test kits: imported by test files only (checked below).
	"ontology/ontologytest":                       {[]string{"ontology"}, "a small published graph"},
	"ontology/axiom/axiomtest":                    {[]string{"ontology/axiom"}, "drawn ontologies, for the property tests of writers"},
	"ontology/rdfio/rdfiotest":                    {[]string{"internal/goldentest", "ontology/syntax/ntriples", "ontology/rdfio"}, "the conformance suite of readers; graph isomorphism"},
	"semsim/internal/semsimtest":                  {[]string{"ontology", "ontology/ontologytest", "semsim"}, "the conformance suite of Comparer"},
	"crawl/find/internal/searchtest":              {[]string{"crawl", "crawl/find/search", "crawl/find/search/kinds", "crawl/fetch/urlkey"}, "the conformance suite of search sources; servers that misbehave"},
	"crawl/keep/warc/warctest":                    {[]string{"crawl"}, "the exam of Vault"},
	"crawl/keep/state/statetest":                  {[]string{"crawl"}, "the exam of State"},
	"crawl/watch/internal/monitortest":            {[]string{"crawl", "crawl/watch/monitor"}, "a clock for tests, and the conformance suite of monitor.Store"},
	"crawl/choose/internal/strategytest":          {[]string{"crawl", "crawl/keep/binenc"}, "the exam of Strategy"},
	"lab/internal/traptest":                       {[]string{"crawl", "crawl/fetch/polite", "crawl/fetch/urlkey"}, "a web of crawler traps, for tests"},
	"crawl/choose/internal/linkrank/linkranktest": {[]string{"crawl", "crawl/keep/binenc", "crawl/choose/internal/linkrank", "crawl/choose/urlpattern"}, "the conformance suite of Ranker"},
	"crawl/choose/internal/frontier/frontiertest": {[]string{"crawl", "crawl/keep/binenc", "crawl/choose/internal/frontier"}, "the conformance suite of Frontier"},
	"crawl/cluster/clustertest":                   {[]string{"crawl", "crawl/cluster"}, "the conformance suite of Bus; a web that notes who asks, and a way that can be cut"},
	"crawl/fetch/fetchtest":                       {[]string{"crawl"}, "the conformance suite of Fetcher"},
	"crawl/read/document/documenttest":            {nil, "small documents for tests"},
	"internal/goldentest":                         {nil, "bytes on disk compared with a file"},
	"lab/hostiletest":                             {nil, "hostile sites; it knows protocols, and nothing of the crawler"},
	"crawl/keep/rundir/rundirtest":                {nil, "run folders of earlier formats"},

	"message/messagetest": {nil, "finds the texts for people in Go source"},

	// Floor 3.
	"lab/eval":              {[]string{"crawl", "crawl/keep/binenc", "crawl/cluster", "crawl/engine", "crawl/fetch/replay", "crawl/read/page", "crawl/fetch/polite", "crawl/session", "crawl/choose/strategy", "crawl/fetch/urlkey", "crawl/choose/ensemble", "crawl/find/search/stored", "internal/term", "crawl/judge/relevance"}, "crawls of stored webs against their labels, each a session"},
	"lab/report":            {[]string{"internal/term", "crawl", "crawl/keep/rundir", "crawl/judge/relevance", "lab/eval", "ontology"}, "what was found, as one HTML file"},
	"cmd/ontocrawl":         {nil, "starts the program"},
	"cmd/ontocrawl/program": {nil, "everything meets here, but the server of a cluster"},
	"cmd/ontocrawl-node":    {[]string{"cmd/ontocrawl/program", "crawl/share/host"}, "starts the program of machines of a cluster"},

	// Below the command line.
	"cmd/ontocrawl/internal/cmdtest":     {[]string{"config", "crawl/keep/rundir", "crawl/keep/warc", "internal/atomicfile", "internal/pacetest", "ontology/syntax", "cmd/ontocrawl/internal/cli", "cmd/ontocrawl/program", "semsim/lexicon"}, "the real program, daemons, commands in the process of a test, little stored webs and run folders, for tests"},
	"cmd/ontocrawl/internal/endtoend":    {[]string{"cmd/ontocrawl/internal/cli", "config"}, "tests of the real program as a process"},
	"cmd/ontocrawl/internal/crawling":    {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/program", "config"}, "tests of crawls, their run folders and what commands make of them"},
	"cmd/ontocrawl/internal/watching":    {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/program"}, "tests of jobs, the daemon, and what it serves and tells"},
	"cmd/ontocrawl/internal/measuring":   {[]string{"cmd/ontocrawl/internal/cli", "config"}, "tests of eval and tune, and of the methods that they compare"},
	"cmd/ontocrawl/internal/clustering":  {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/program"}, "tests of crawls that several machines share"},
	"cmd/ontocrawl/internal/manpages":    {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/program", "crawl/share/host"}, "a program for releases: pages for man(1)"},
	"cmd/ontocrawl/internal/help":        {[]string{"cmd/ontocrawl/internal/cli", "internal/term", "config"}, "usage texts, and answers to wrong commands"},
	"cmd/ontocrawl/internal/jobcmd":      {[]string{"crawl/watch/shift", "cmd/ontocrawl/internal/cli", "internal/term", "config", "crawl", "crawl/watch/monitor", "crawl/watch/access", "crawl/watch/api", "crawl/watch/daemon", "crawl/watch/jobcrawl", "crawl/watch/jobfile", "internal/redact", "crawl/watch/scheduler", "crawl/watch/serve", "crawl/watch/status", "internal/yamlread", "crawl/tell/progress", "crawl/session", "crawl/session/runcheck", "crawl/topic", "semsim/lexicon", "crawl/find/library", "crawl/watch/jobedit", "internal/loopback", "crawl/watch/agent", "semsim/simtext", "crawl/watch/notify", "crawl/keep/rundir", "crawl/tell/rungraph", "ontology/sparql", "crawl/watch/finds", "crawl/watch/reading", "crawl/watch/teaching", "crawl/judge/teach", "crawl/tell/eventgraph", "crawl/watch/jobontology", "crawl/judge/enrich", "ontology/check", "ontology/owl", "crawl/share/broker/natsjs", "crawl/watch/holder"}, "the commands init, job, watch and serve"},
	"cmd/ontocrawl/internal/ontologycmd": {[]string{"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/internal/crawlcmd", "crawl/judge/coverage", "crawl/judge/rescore", "internal/term", "config", "crawl/topic", "ontologies", "ontology", "ontology/axiom", "ontology/check", "ontology/convert", "ontology/diff", "ontology/reason", "ontology/export", "ontology/owl", "ontology/rdfio", "ontology/report", "ontology/sparql", "ontology/syntax", "ontology/template", "semsim", "semsim/lexicon", "crawl", "crawl/read/bib", "crawl/judge/learn", "crawl/judge/samples", "ontology/fca", "crawl/judge/enrich", "semsim/simtext", "crawl/session", "crawl/tell/eventgraph", "crawl/tell/rungraph", "ontology/syntax/jsonld", "ontology/syntax/ntriples", "ontology/syntax/turtle", "crawl/tell/export", "ontology/shacl"}, "the commands ontology, similarity, topic, query and validate-graph"},
	"cmd/ontocrawl/internal/crawlcmd":    {[]string{"crawl/read/repeated", "internal/cost", "crawl/judge/endpoint", "internal/option", "crawl/share/node", "crawl/read/document", "crawl/read/markdown", "internal/redact", "semsim/simtext", "cmd/ontocrawl/internal/cli", "cmd/ontocrawl/internal/help", "internal/term", "config", "crawl", "crawl/judge/calibrate", "crawl/judge/coverage", "lab/crawltest", "crawl/engine", "crawl/tell/export", "crawl/tell/metrics", "crawl/tell/progress", "crawl/judge/relevance", "crawl/judge/rescore", "crawl/session/runcheck", "crawl/watch/backup", "crawl/watch/store", "crawl/keep/rundir", "crawl/find/seed", "crawl/session", "crawl/keep/state", "crawl/choose/strategy", "crawl/topic", "crawl/fetch/urlkey", "crawl/keep/warc", "semsim", "semsim/lexicon", "crawl/find/library", "crawl/find/discover", "crawl/find/query", "crawl/find/search", "crawl/read/page", "crawl/judge/learn", "crawl/tell/eventgraph", "crawl/read/extract", "crawl/read/extract/gazetteer", "crawl/judge/marks", "crawl/judge/teach", "crawl/judge/enrich", "crawl/share/broker", "crawl/share/broker/natsjs", "crawl/engine/member", "crawl/share/plan", "crawl/cluster", "crawl/fetch/polite", "crawl/fetch"}, "commands about crawls and their run folders"},
	"cmd/ontocrawl/internal/cli":         {[]string{"internal/option", "crawl/fetch/account", "crawl/share/broker/natsjs", "internal/term", "config", "crawl", "crawl/read/document", "crawl/engine", "crawl/fetch", "crawl/fetch/polite", "crawl/judge/relevance", "crawl/fetch/render", "crawl/keep/rundir", "crawl/find/seed", "crawl/session", "crawl/keep/state", "crawl/choose/strategy", "crawl/topic", "crawl/keep/warc", "ontology", "ontology/owl", "ontology/rdfio", "ontology/syntax", "semsim", "semsim/lexicon", "internal/redact", "crawl/find/search", "crawl/find/search/kinds"}, "what all commands share"},
	"cmd/ontocrawl/internal/evalcmd":     {[]string{"cmd/ontocrawl/internal/cli", "internal/term", "config", "crawl", "lab/eval", "crawl/session", "crawl/judge/relevance", "lab/report", "crawl/keep/rundir", "crawl/find/seed", "crawl/choose/strategy", "crawl/topic", "crawl/find/query", "crawl/find/search", "crawl/find/search/stored", "crawl/judge/marks"}, "eval, tune, report"},
}

// testKits may be imported by test files and by each other only.
func testKit(pkg string) bool {
	base := filepath.Base(pkg)
	return strings.HasSuffix(base, "test") && pkg != "lab/crawltest"
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
		case pkg == "cmd/ontocrawl" || pkg == "cmd/ontocrawl/program" && on != "crawl/share/host" || on == "internal/english" || on == "internal/script" || on == "internal/stats" || on == "internal/sorts" || on == "internal/lazyre" || on == "message" && slices.Contains(wordy(), pkg) || on == "internal/atomicfile" && keeps(pkg) || slices.Contains(rule.on, on):
		default:
			t.Errorf("%s: %s may not import %s (%s)", path, pkg, on, rule.why)
		}
	}
}

// wordy are the packages that have the words: they show texts to people, in the reader's language, and
// may import package message. Below them a text is a value of internal/english (ADR 62).
func wordy() []string {
	return []string{
		// what people call, and what answers them
		"cmd/ontocrawl/internal/cli", "cmd/ontocrawl/internal/crawlcmd", "cmd/ontocrawl/internal/evalcmd", "cmd/ontocrawl/internal/help",
		"cmd/ontocrawl/internal/jobcmd", "cmd/ontocrawl/internal/ontologycmd", "cmd/ontocrawl/internal/ontologycmd",
		"crawl/watch/api", "crawl/watch/jobontology", "crawl/watch/notify", "crawl/watch/serve", "crawl/watch/shift",
		// what exists to write for people
		"cmd/ontocrawl/internal/crawlcmd", "crawl/tell/progress", "lab/report", "internal/term", "ontology/report",
		"semsim/simtext",
		// rooms that print their own result
		"crawl/judge/calibrate", "crawl/judge/coverage", "lab/eval", "crawl/judge/relevance", "crawl/judge/rescore", "crawl/session/runcheck", "crawl/judge/teach",
	}
}

// keeps reports that a package may write files: all but the cores that touch nothing.
func keeps(pkg string) bool { return pkg != "tabu" && pkg != "ontology" && pkg != "crawl" }

// mayTest says what a test may lean on beyond its package's rule: a test may
// assemble a real crawl, but floor 0 stays free even in its tests.
func mayTest(pkg, on string) bool {
	switch pkg {
	case "tabu", "crawl", "config":
		return on == pkg || testKit(on)
	}
	return testKit(on) || on != "config" && !strings.HasPrefix(on, "cmd/")
}

// No package has init functions: tables are values that functions return. Nor does one compile
// regular expressions before main: package lazyre compiles them when they are asked for.
func TestNoInit(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	early := regexp.MustCompile(`(?m)^(var |\t)\w+ += regexp\.MustCompile`)
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
			if !strings.HasSuffix(file, "_test.go") && !testKit(pkg) && early.Match(src) {
				t.Errorf("%s compiles a regular expression at the start of the program", file)
			}
		}
	}
}

// The program that most people run has the client of the broker and not its server.
func TestNoServerInside(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]bool{".": false, "../ontocrawl-node": true} {
		deps, err := exec.Command("go", "list", "-deps", dir).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(deps), "nats-io/nats-server"); got != want || !strings.Contains(string(deps), "nats-io/nats.go") {
			t.Errorf("%s links the server of NATS: %v", dir, got)
		}
	}
}
