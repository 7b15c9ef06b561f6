package traptest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// drawn is a random source that belongs to some words.
func drawn(of ...string) *rand.Rand {
	h := xxhash.Sum64String(strings.Join(of, "\x00"))
	return rand.New(rand.NewPCG(h, h>>32))
}

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

// invented is a name that hardly any other page has.
func invented(r *rand.Rand) string {
	syllables := []string{"ba", "kor", "lin", "ma", "tes", "ru", "von", "shi", "del", "ka", "nor", "pa", "wei", "zu", "hal", "mi", "fen", "qua", "sol", "dri"}
	n := pick(r, syllables) + pick(r, syllables) + pick(r, syllables)
	return strings.ToUpper(n[:1]) + n[1:]
}

// sentences of the traps: all on topic.
var stormy = []string{
	"The typhoon crossed the strait before dawn and weakened over the hills.",
	"A typhoon warning was in force for all coasts of the province.",
	"The eye of the typhoon passed close to the lighthouse at noon.",
	"Storm surge flooded the lower streets when the typhoon made landfall.",
	"Forecasters said that the super typhoon would turn north within a day.",
	"Winds of the typhoon tore roofs from sheds along the quay.",
	"The tropical storm grew into a typhoon over warm water.",
	"Ferries stayed in port because of the typhoon and the high seas.",
	"Heavy rain from the typhoon filled the reservoirs in one night.",
	"The typhoon season began early and brought three landfalls.",
	"Shelters opened in the schools while the typhoon came nearer.",
	"After the typhoon the harbour was closed for repairs.",
}

// report is an article of an honest writer: names, places and facts of its own.
func report(r *rand.Rand, name string) []string {
	town, ship, mayor, river := invented(r), invented(r), invented(r), invented(r)
	return []string{
		fmt.Sprintf("Typhoon %s reached %s on the %d of %s, when the ferry %s had already left for %s.", name, town, 1+r.IntN(28), pick(r, months), ship, invented(r)),
		fmt.Sprintf("%s, the mayor of %s, said that the typhoon took %d roofs and that the river %s rose by %d centimetres in a night.", mayor, town, 10+r.IntN(900), river, 20+r.IntN(300)),
		fmt.Sprintf("In %s the storm surge of the typhoon carried boats as far as the market of %s, where %s sells %s.", invented(r), invented(r), invented(r), invented(r)),
		fmt.Sprintf("The %s observatory measured gusts of %d kilometres an hour; the typhoon had formed near the %s islands and weakened beyond %s.", invented(r), 90+r.IntN(120), invented(r), invented(r)),
		fmt.Sprintf("Schools in %s and %s stayed closed, and the bridge at %s will be rebuilt by %s after the typhoon.", invented(r), invented(r), river, invented(r)),
	}
}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
