package functionwords

import "strings"

// English words by the share of pages of any kind that have them. A handful of
// samples does not show that "city" says less about them than "cyclone"; these
// lists do. For Chinese the dictionary's frequencies do.
const (
	// Everywhere are words of many pages of any kind.
	Everywhere = `about access account action active add added age air american amount area areas article available based
began begin beginning big black body book books born bring british brought build building built business buy call called case
cases cause caused center central century change changed changes children city click close cm code com common community
company complete contact contain contains content control copyright cost countries country create created culture current date
day days death default design detail details develop developed development die died difficult direct divided east easy edit
education effect end ended english enter error established europe european event events evidence example fact family feature
features field file files final find fire five follow followed following follows food force form formed forms free french full
function german government group groups grow growth half hand head health help history home hour hours house however human
idea image images important increase increased independent individual information interest international internet issue
items january february march april june july august september october november december job join km king land language
latest law lead led left level levels life light limited line link links list live lived living local location lost main major
man management map mark matter media members men metres miles military million minister minutes model modern money month months
moved movement music name named names national natural nature needed network news night north northern note number numbers
office official old online open order original outside page pages paper parts party past people percent period person
personal pictures place places plan play point points policy political popular population position post posts power president
previous privacy private probably problem problems process produce produced product production program project provide
provided public published question range rate read real reason received record red related remain report reported required
research result results return right rights rise river road role rule run sale school science search section security send
series service services set share short side sign significant single site size social society song sort source south southern
space special standard start started state states story strong structure study style subject support system systems table
technology terms test text thought thousand today top total town trade traditional travel turn type types united university
update usually value view village visit war water week west western white wide wikipedia woman women word words work worked
works world write written wrote young zealand america england london britain australia china japan`

	// Frequent are words of fewer pages, but of any kind.
	Frequent = `accept accepted accident achieved activities activity addition additional administration adult advance
advantage africa african agency agreement agricultural agriculture aid aircraft allow allowed allows analysis ancient animal
animals announced annual answer appear appeared appears application applied approach appropriate approximately army art asia
asian associated association atlantic attack attempt attempts attention author authority average award balance bank base basic
basis battle beach bear bill birds birth blood blue board boat border bottom boy branch bridge broken brother brown button
campaign canada capital car care carried carry cars cast cells center centre chairman challenge chance channel character
characters chief child christian church citizens civil claim claimed claims class classes classical clear climate clothing coast
coastal cold collection college color colour combined command commercial commission committee communication companies compared
competition complex computer concept conditions conference conflict connected connection consider considered constant
constitution construction continue continued contrast council couple course court cover covered critical crop cross cut cycle
daily damage dance dangerous dark data daughter david dead decade decades decided decision declared deep defeated defence
defense degree degrees delivered demand department depending described description despite destroyed determined device
difference differences direction director discovered discovery disease display distance distinct distribution district
document doctor dollars dominant double dry earlier earth eastern eat economic economy edge effective effects effort
efforts electric electronic elements emergency empire employed energy engine entire environment equal equipment era escape
estimated eventually exact exchange existing exist exists expansion expect expected experience experiment extended extensive
extreme eye face facilities failed fall fallen famous farm farmers fast father fear features federal feel feet female fight
figure film finally financial fine finished fish fixed flag floor flow flowers focus foot forced forces foreign forest formal
formation forward foundation france friend friends fuel fun fund future game games garden gas gave generation genus george
germany girl glass global goal god gods gold goods governor gradually grand green ground guide guns hair hard heart heat heavy
height held henry hill hills historical hold holds holiday hospital host hot hotel houses huge hundred husband ice identified
impact improve improved inches income india indian industrial industry influence initially inner inside institute institutions
intended interior introduced introduction invented involved iron island islands italian italy james john joined jones journal
judge jump jumped justice kept key kill killed kilometres kind kings knowledge labor labour lack lake land language largest
latin launch laws layer leader leaders leadership leading learn leave leaves legal length letter letters library lies limit
lines liquid literature living located locations loss love lower machine magazine mail main maintain male manner map marked
market marriage mass master material materials maximum measure medical medicine medium meet meeting member memory mention metal
method methods middle mind minor missing mission mixed mobile moon moral mother motion mountain mountains mouth move moving
murder museum names nations native navy necessary newspaper normal northeast northwest notable notes novel numerous object
objects observed obtained occur occurred occurs ocean offer offered officer officers officially oil older opened opening
operate operation operations opinion opposed opposite opposition organisation organization origin originally origins owned
owner pacific pain painting parents park parliament particularly parties partly pass passed passing path patients pattern
patterns paul pay peace per percentage perform performance permanent persons peter phase phone photo physical picture piece
pieces plane planet plans plant plants plate player players please police pope populations port portion portuguese positive
possibility practice practices prepared presence present presented press pressure prevent price primarily primary prince
principal principle prior prison prize professional professor programme projects proper properties property proportion
proposed protect protected protection proved provides province publication published purpose quality quarter queen quick
quickly race radio rail rain rapid rapidly rare rates reach reached reaction ready reasons recent recently recognised recognized
reduce reduced reference refer referred refers reform regarded region regional regions regular relationship relations
relatively release released relief religion religious remained remaining remains remove removed replaced representative
represented republic request requirements resources response responsible rest resulted resulting review revolution rich richard
rights rising robert rock rocks roman room route royal rules ruling russia russian safe safety sample scale scene scientific
scientists scotland scottish sea season seat secretary sector seek selected self sell senate sense separate serious serve served
session settled settlement setting seven eight nine severe sex shape shared ship ships shore shot shown shows sides simple
simply sister situation skills skin slightly slow smaller soft software soil sold soldiers solid solution son sons songs
sound sources southeast southwest soviet spain spanish speak species specific speech speed spent spirit split spoken sport
sports spread spring square stage standards star stars statement station status steel step stone stop stopped store stories
storm strategy stream street strength strike structures student students studies successful successfully suffered suggest
suggested suggests summer sun supply supported surface surrounding survey survive survived symbol tail target task tax teacher
teachers team tells temperature temperatures temple term territory theory thick thin third thirty thomas threat throne tools
tour track tradition traditions traffic train trained training transport treatment treaty tree trees trial tried troops true
trust turned twenty typical typically ultimately uncle understand understanding union unique unit units universe unknown unlike
upper urban user users valley values varieties variety vast version versions victory video views vision voice volume vote wales
wall walls warm wars washington watch wave waves weak weather website weight widely wife wild william wind window windows winds
winter won wood wooden workers writer writers writing wrong yellow york zone`
)

// Common returns the words of Everywhere and Frequent: they say little of what a page is about.
func Common() Set {
	s := Set{}
	for _, list := range []string{Everywhere, Frequent} {
		for w := range strings.FieldsSeq(list) {
			s[w] = true
		}
	}
	return s
}
