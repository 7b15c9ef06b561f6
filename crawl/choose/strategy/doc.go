// Package strategy chooses which known link of a crawl is fetched next. Every
// strategy is a [crawl.Strategy] and passes strategytest.Test.
//
//	methods.go         all strategies and link rankers by name
//	combined.go        names of strategies with another ranker: tabu/hits
//	params.go          Params, with the papers' values
//	base.go            what all share: a frontier, Next and Take, a checkpoint
//	level.go           Level: the moments of a crawl, and all that a strategy declares it can do
//	chain.go           Chain: a strategy with policies around it; their places, in order
//	chain_state.go     Chain: its checkpoint
//	ranked.go          strategies whose frontier is in the order of a linkrank.Ranker
//	numbers.go         the numbers of a frontier, for its ranker
//	remember.go        what a strategy leaves to the next crawl of the same web
//	unite.go           Unite: a strategy begins with what others know of some hosts
//	baselines.go       BestFirst (the papers' OPS) and BreadthFirst
//	bandit.go          sleepingBandit: SB-CLASSIFIER, a sleeping bandit over tag paths
//	arms.go            sleepingBandit: clusters of tag paths
//	urlguess.go        sleepingBandit: the classifier of URLs
//	bandit_state.go    sleepingBandit: its checkpoint
//	qlearning.go       QLearning: deep-deep, Q-learning over the words of links
//	qfunction.go       QLearning: features, the function, its replay
//	qlearning_state.go QLearning: its checkpoint
//	dwdbrm.go          DWDBRM: rounds of four operators, chosen by UCB1 (Wang, Li, Li 2022)
//	dwdbrm_round.go    DWDBRM: what a round asks and fetches; the pages found, ranked by eq 8
//	dwdbrm_observe.go  DWDBRM: what answers and pages bring to a round
//	dwdbrm_reward.go   DWDBRM: what operators are paid, and which is next
//	dwdbrm_state.go    DWDBRM: its checkpoint
//	pools.go           groups of waiting links, for random draws
//	tunnel.go          Tunnel: a moving threshold, and links below it that survive (Li 2002)
//	annealing.go       Annealing: simulated annealing over the frontier, with or without memory of hosts
//	onits.go           OnITS: the printed loop of On-ITS, turned inside out
//	onits_moves.go     OnITS: its steps
//	onits_state.go     OnITS: its checkpoint
//	tabu.go            Tabu: tabu search over a learned link score; the default
//	proven.go          Tabu: which hosts share the balance
//	tabu_state.go      Tabu: its checkpoint
//	traits.go          Tabu: what it remembers of each link
//	options.go         Option: what can be set for single strategies and rankers, as their rows declare it
//	member.go          one of several parts of a crawl: which strategies can be, and how
//	explain.go         Explanation: why a link stands where it stands
//	waiting.go         the links that wait, in their order
//	candidates.go      Tabu: its frontier as the candidate list of a tabu.Selector
//	deferral.go           Deferral: links to hosts that were only named, kept out of any strategy while too many wait there
//	deferral_queue.go     Deferral: what is deferred, packed and in order
//	deferral_state.go     Deferral: its checkpoint, and what is heard of it
//	sources.go         Sources: sitemaps and feeds for any strategy
//	sources_account.go Sources: what each source has brought
//	sources_fed.go     Sources: when pages were published, by their feeds and sitemaps
//	sources_observe.go Sources: what visits teach it
//	sources_search.go  Sources: the search of a host
//	sources_state.go   Sources: its checkpoint
//	sources_unite.go   Sources: what it takes over from others
//	searching.go       Searching: questions to search engines for any strategy
//	searching_results.go  Searching: what the results of an answer promise
//	searching_state.go Searching: its checkpoint
//	trapguard.go       TrapGuard: keeps any strategy out of crawler traps
//	trapguard_account.go TrapGuard: accounts of sites and patterns, prices and limits
//	trapguard_index.go TrapGuard: the links that it leaves, and which comes first
//	trapguard_left.go  TrapGuard: what is heard of the links that it leaves
//	trapguard_series.go TrapGuard: series of relevant pages, which are not left
//	trapguard_spelled.go TrapGuard: other spellings of recorded pages, which are not asked for
//	trapguard_state.go TrapGuard: its checkpoint, and what it remembers of texts
//	trapguard_unite.go TrapGuard: what it takes over from others
//	refresh.go         Refresh: asks again for recorded pages
//
// What is asked is left to crawl/find/query, the score of a link to crawl/choose/internal/linkrank, the order of known URLs to
// crawl/choose/internal/frontier, the rules of tabu search to tabu, the loop around a strategy to
// crawl/engine.
package strategy
