package dateline

import "strings"

// monthNames are the months as European languages write them beside a day: English, German,
// French, Spanish, Italian, Portuguese, Dutch, the Scandinavian languages, Polish, Czech,
// Romanian, Turkish, Indonesian, Russian and Ukrainian. Polish, Czech and the last two have the genitive.
var monthNames = [12]string{
	"january januar jänner jaenner janvier enero gennaio janeiro januari stycznia ledna ianuarie ocak января січня",
	"february februar feber février fevrier febrero febbraio fevereiro februari lutego února unora februarie şubat subat pebruari февраля лютого",
	"march märz maerz mrz mars marzo março marco maart marca března brezna martie mart maret марта березня",
	"april avril abril aprile avr kwietnia dubna aprilie nisan апреля квітня",
	"may mai mayo maggio maio mei maj maja května kvetna mayıs mayis мая травня",
	"june juni juin junio giugno junho czerwca června cervna iunie haziran июня червня",
	"july juli juillet julio luglio julho lipca července cervence iulie temmuz июля липня",
	"august août aout agosto augustus augusti sierpnia srpna ağustos agustos agustus августа серпня",
	"september septembre septiembre setiembre settembre setembro sept września wrzesnia září zari septembrie eylül eylul сентября вересня",
	"october oktober octobre octubre ottobre outubro października pazdziernika října rijna octombrie ekim октября жовтня",
	"november novembre noviembre novembro listopada listopadu noiembrie kasım kasim ноября листопада",
	"december dezember décembre decembre diciembre dicembre dezembro grudnia prosince decembrie aralık aralik desember декабря грудня",
}

// monthOf returns a month by its number or its name, which may be cut; 0 if it is none, or
// could be two.
func monthOf(s string) int {
	if n := num(s); n > 0 {
		return n
	}
	s = strings.ToLower(s)
	if len(s) < 3 {
		return 0
	}
	month := 0
	for i, names := range monthNames {
		for name := range strings.FieldsSeq(names) {
			switch {
			case name == s:
				return i + 1
			case len(s) <= 5 && strings.HasPrefix(name, s):
				if month != 0 && month != i+1 {
					return 0
				}
				month = i + 1
			}
		}
	}
	return month
}
