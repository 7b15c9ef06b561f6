package relevance

import (
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// What speaks of another sense of a word: general words by domain, in English and
// Chinese. Words that also belong to reports of disasters, nature and science are left
// out (season, team, stadium), and words of the furniture of pages (app, download).
// Sources: the senses that dictionaries and the disambiguation pages of encyclopedias
// list for names of storms, animals and stars.
const (
	sportWords = `
teammates|coach|coaches|head coach|quarterback|touchdown|touchdowns|linebacker|goalkeeper|striker|midfielder
winger|inning|innings|playoff|playoffs|championship|champion|champions|league|NFL|NBA|NHL|MLB|NFC|AFC|NCAA|football|basketball|baseball|hockey|soccer
rugby|cricketer|tennis|golfer|snooker|billiard|billiards|boxing|boxer|heavyweight|wrestling|wrestler|sprinter|roster|halftime
overtime|World Cup|Stanley Cup|Super Bowl|free agent|kickoff|draft pick|second half|first half|victory over|tournament
semifinal|semifinals|quarterfinal|finalist|pitcher|outfielder|point guard|penalty kick|goalless|fixture|Grand Prix|Formula 1
NASCAR|MVP|rookie|goalie|first-round|first round pick|recruit|recruits|squad|rider|riders|teammate|hat-trick|shutout|seeded|dribble|lineup|jockey|racehorse|Olympic|gold medal|esports|scored|defenseman|puck|home run|end zone
defenceman|defencemen|blueliner|power play|power-play|forward line|contract extension|eight-year deal|trade deadline|batting|bowler|wicket|bullpen|shortstop|homer|starting lineup|season opener|matchday|kick-off|relegation|promotion race|cheerleader|season ticket|season tickets|sophomore|freshman|varsity|alumni|homecoming|caddie|slam dunk|three-pointer|buzzer-beater|locker room
球队|球隊|比赛|比賽|球迷|主帅|主帥|主教练|主教練|教练|教練|联赛|聯賽|决赛|決賽|半决赛|冠军|冠軍|夺冠|奪冠|球员|球員|球星|球手|前锋|前鋒|后卫|門將|门将
进球|進球|比分|主场|主場|客场|客場|季后赛|季後賽|常规赛|例行賽|总决赛|篮球|籃球|足球|棒球|橄榄球|冰球|乒乓球|羽毛球|排球|网球|網球|斯诺克|撞球|台球
拳王|拳击|拳擊|车手|車手|赛车|賽車|世锦赛|世界杯|奥运|奧運|电竞|電競|战队|戰隊|击败|擊敗|转会|险胜|險勝|连败|連敗|连胜|連勝|首轮签|新援|全明星|晋级|晉級|淘汰赛|亚军|亞軍|选秀|職棒|中职|英超|西甲|得分|外援|替补|首发阵容|中锋|大联盟|全垒打|本垒打|全壘打|投手|打线|啦啦队|啦啦隊|后场|三分球|训练营`

	armsWords = `
fighter|fighters|fighter jet|fighter jets|fighter plane|jets|squadron|squadrons|RAF|Royal Air Force|Luftwaffe|air force|air forces|bomber|bombers
missile|missiles|warship|warships|submarine|submarines|frigate|destroyer|Eurofighter|Spitfire|Hawker|Messerschmitt|cockpit|airframe|sortie|sorties
dogfight|artillery|regiment|battalion|warplane|warplanes|combat aircraft|scrambled|intercept|arms deal|weapons|Lockheed|Boeing
BAE Systems|Leonardo|aircraft carrier|prototype jet|radar-evading|defence ministry|defense contractor|Battle of Britain|air show|airshow|gunner|torpedo
战斗机|戰鬥機|战机|戰機|轰炸机|轟炸機|歼击机|空军|空軍|海军|海軍|潜艇|潛艇|核潜艇|潛艦|驱逐舰|護衛艦|护卫舰|导弹|導彈|飛彈|坦克|皇家空军|军售|軍售
火炮|升空|军机|軍機|航母|舰队|艦隊|武器|装甲|裝甲|军演|軍演`

	carWords = `
sedan|sedans|dealership|dealerships|horsepower|motorcycle|motorcycles|motorbike|sports car|supercar|coupe|SUV|hatchback|pickup truck|gearbox
turbo|turbocharged|model year|carmaker|automaker|General Motors|Ford|Toyota|Chevrolet|GMC|Chrysler|Pontiac|Mitsubishi|Maserati|Lamborghini
Volkswagen|road test|test drive|roller coaster|rollercoaster|coaster|theme park|amusement park|amusement|wooden coaster|water park|waterpark|water slide|water slides|waterslide|funfair|carousel|yacht|dinghy|electric vehicle|scooter|motor scooter|dealer|dealers|brake|brakes
轿车|轎車|车型|車型|车企|车展|車展|新车|新車|变速箱|百公里加速|摩托车|摩托車|机车|跑车|跑車|越野车|休旅車|过山车|過山車|雲霄飛車|游乐园|遊樂園|游乐场|遊樂場|水上乐园|水上樂園|滑道|滑水道|造浪池|早鸟票|早鳥票|门票|門票|主题乐园
马力|馬力|试驾|試駕|电动车|電動車|游艇|遊艇|皮卡|车主|車主|改款`

	artWords = `
album|albums|band|bands|song|songs|lyrics|singer|singers|guitarist|drummer|vocalist|bassist|concert|concerts|world tour|box office
film|films|movie|movies|filmmaker|actor|actors|actress|starring|starred|sequel|trailer|novel|novels|novelist|episode|TV series|sitcom|Netflix|HBO
weekend ratings|TV ratings|viewership|showrunner|Korean series|miniseries|prime time|prime-time|soap opera|telenovela|anthology|box set|cast member|castmate|debut single|chart-topping|setlist|headliner|playlist|podcast|graphic novel|audiobook|bookshop|publisher|premiere|soundtrack|Broadway|ballet|musical|comics|comic book|manga|anime|video game|video games|videogame|gamers|PlayStation|Xbox|Nintendo|K-pop
rapper|rap|remix|Grammy|Grammys|Oscar|Oscars|Marvel|Disney|Pixar|Spielberg|fashion show|catwalk|thriller|blockbuster|screenplay|choreographer|Billboard|vinyl|boxed set
frontman|superhero|sculpture|painter|painting|playwright|bestseller|paperback|director|cult classic|rock star
歌手|歌曲|歌迷|专辑|專輯|演唱会|演唱會|演唱|开唱|開唱|单曲|單曲|歌词|歌詞|作词|作詞|作曲|填词|填詞|乐队|樂隊|乐团|樂團|主唱|舞台|舞臺|登台|登臺|评委|評委|评审|評審
选手|選手|导师|導師|主持人|演员|演員|导演|導演|影片|电影|電影|电视剧|電視劇|剧集|影集|综艺|綜藝|上映|票房|主演|饰演|飾演|动作片|動作片|明星|偶像|粉丝|粉絲
小说|小說|作家|漫画|漫畫|动漫|動漫|动画|動畫|游戏|遊戲|玩家|手游|手遊|网游|话剧|話劇|相声|戏剧|戲劇|舞蹈|金曲|新人奖|新人獎|副歌|KTV|男团|男團|女团|女團|出道|歌坛|歌壇
情歌|巡演|巡迴演唱|剧本|劇本|反派|影评|影評|续集|續集|连载|連載|收视率|收視率|开播|開播|追剧|追劇|網劇|网剧|短剧|短劇|台剧|韩剧|韓劇|日剧|日劇|男主角|女主角|男主|女主|编剧|編劇|角色|影帝|影后|剧场|劇場|唱片|摇滚|搖滾|饶舌|饒舌|专场|戏曲|京剧|戏院|劇院|剧院|叫好|名家|古龙|金庸|暗器|电视台|豫剧|票友|名角|唱腔|身段|声乐|吟诗|国画|画展|雕塑|诗集|散文`

	foodWords = `
cocktail|cocktails|syrup|lemon juice|crushed ice|sip|rum|bartender|bartenders|grenadine|beer|brewery|brewer|whisky|whiskey|vodka|wine|winery|recipe|recipes|oven|gravy|tablespoon|tablespoons
teaspoon|teaspoons|Thanksgiving|sandwich|dessert|baked|baking|sauce|chocolate|candy|chef|roasted|butter|ice cream|milkshake|Guinness
鸡尾酒|雞尾酒|调酒|調酒|酒吧|啤酒|菜谱|食谱|食譜|烤箱|甜品|甜點|火锅|火鍋|餐厅|餐廳|料理|主厨|主廚|食材|口味|奶茶|咖啡|巧克力|冰淇淋|套餐|美食|烘焙`

	productWords = `
lamp|lantern|vacuum cleaner|auction|antique|collectors|processor|programmers|mainframe|COBOL|vacuum|bagless|blender|smartphone|smartphones|Samsung|Nokia|laptop|software
startup|startups|brand|brands|retailer|sneakers|handbag|perfume|wallpaper|keyboard|graphics card|GPU|Nvidia|plugin|IDE|open-source|firmware|cloud computing
developers|logo|trademark|mascot|casino|slot machine|sofa|curtains|CEO|shareholders|shareholder|IPO|merger|investors|stock price
Dyson|columnist|reboot|franchise|sugar|streaming|nickname|nicknamed|surname|user interface|product line|costume|toy|toys|Lego|Tesla|office chair|tote bag
芯片|晶片|处理器|處理器|新机|新機|预售|預售|代言|男星|女星|起售价|旗舰|旗艦|新品|发布会|發表會|推特|商标|商標|营销|行銷|设计师|設計師|装修|裝潢|博主|网红|網紅|UP主
直播间|主播|股价|股價|股票|上市公司|财报|財報|营收|營收|双十一|雙十一|淘宝|客服|开发商|開發商|创作者|創作者|被收购|家纺|床上用品|股东|股東|市值|投资人|融资|融資|创业|創業|电商|電商|促销|促銷|折扣|售价|售價|定价|续航|像素|键盘|鍵盤|吸尘器|吸塵器|电风扇|电扇|風扇
玩具|积木|積木|乐高|绰号|綽號|外号|外號|姓氏|网名|吉祥物|应用商店|编程|開源|开源`

	// Water that a main lets out, or an earthquake lifts, is no weather.
	pipeWords = `
tsunami|tsunamis|seismic|海啸|海嘯|seabed|subduction
water main|water mains|burst main|burst pipe|burst pipes|burst water|plumber|plumbers|plumbing|sprinkler|sprinklers|sewer pipe|dishwasher|washing machine|toilet|bathtub|basement leak
水管|水管爆裂|自来水管|自來水管|阀门|閥門|直径|直徑|爆管|自来水|自來水|鹹水管|主水管|供水管|水龙头|水龍頭|漏水|马桶|馬桶|洗衣机|洗衣機|浴缸`

	publicWords = `
scandal|controversy|backlash|lawsuit|lawsuits|prosecutors|ballot|senator|congressman|campaign trail|corruption probe|crackdown|refugees|migrants|memes|tweets|celebrity
风波|風波|丑闻|醜聞|舆论|輿論|绯闻|緋聞|反腐|扫黑|掃黑|打黑|专项行动|禁毒|网络热议|口碑|人设|水浒|三国|武侠|职场|職場|营业员`

	starWords = `
foldable|smartwatch|crypto|cryptocurrency
bitcoin|blockchain|hedge fund|Nasdaq|pageant|glamour|drama|dramas|live-action|remake|codename
折叠屏|平板电脑|平板電腦|加密货币|加密貨幣|比特币|比特幣
券商|恋爱|戀愛|爱情|愛情|追星|选美|選美|综艺节目|脱口秀|脫口秀|元宇宙|主题曲|主題曲|面膜|化妆品|化妝品|香水|开售|開賣|联名|聯名|首播|光雕|燈光秀|灯光秀|灯会|燈會|耶诞|耶誕|圣诞|聖誕`

	// astrologyWords belong to pages that use the words of the sky as astronomers do, so
	// that one of them counts more than much company.
	astrologyWords = `
horoscope|horoscopes|astrology|astrologer|astrologers|star sign|star signs|tarot
运势|運勢|占星|星盘|星盤|塔罗|塔羅|桃花运|桃花運|财运|財運|生肖|命理|算命|星座师|开运|開運|配对指数|性格测试|生日派对`

	// hazardWords name events that have casualties, losses and rescuers as the topic's do.
	hazardWords = `
earthquake|earthquakes|quake|quakes|aftershock|magnitude|tsunami|volcano|volcanic|eruption|erupts|wildfire|wildfires|bushfire|bushfires|fire|fires|blaze|explosion|blast|avalanche|blizzard|snow|snowstorm|snowfall|ice storm|heatwave|heat wave|drought|droughts|dry spell|dust storm|haboob|sandstorm|tornado|tornadoes|twister|pollution|oil spill|epidemic|outbreak|virus|plane crash|derailment|shipwreck|meteorite|asteroid|ash|flood|floods|flooding|landslide|landslides|mudslide|mudslides|avalanches|cold wave|cold snap|locusts|famine|lava|lahar|typhoon|typhoons|hurricane|hurricanes|cyclone|cyclones
地震|余震|餘震|震级|火灾|火災|大火|起火|山火|爆炸|污染|泄漏|洩漏|外泄|事故|海啸|海嘯|火山|雪崩|暴雪|大雪|雪灾|寒潮|高温|高溫|热浪|熱浪|干旱|乾旱|旱灾|旱災|旱情|春旱|沙尘|沙塵|扬沙|雾霾|霧霾|龙卷风|龍捲風|疫情|流感|病毒|中毒|车祸|車禍|坠机|墜機|空难|空難|踩踏|枪击|槍擊|陨石|隕石|洪水|洪灾|洪災|水灾|水災|洪涝|洪澇|内涝|內澇|淹水|泥石流|土石流|滑坡|山崩|寒流|蝗灾|蝗災|饥荒|饑荒|熔岩|海啸|冰雹|台风|颱風|飓风|颶風`

	// metaphorWords follow "a storm of", "a flood of".
	metaphorWords = `criticism|spam|junk|complaint|protest|controvers|applause|scandal|tweets|emails|e-mails|calls|messages|memes|anger|outrage|abuse|laughter|emotion|activity|publicity|reviews|lawsuits|refugees|migrants|immigrants|tourists|visitors|orders|requests|applications|donations|support|interest|information|data|money|cash|cheap|imports|investment|capital|new |questions|praise|insults|accusations|allegations|bullets|punches|ideas|words|letters|tears|memories|light|sound|change|violence|hate|speculation|rumours|rumors`

	// figures stand directly before a word in a figure of speech: 经济火车头, 舆论风暴.
	figure = `腎臟|肾脏|肾|腎|脑|腦|胸腔|腹腔|关节|關節|膝盖|膝蓋|输卵管|輸卵管|年金|预算|預算|负债|負債|诈骗|詐騙|财政|財政|财务|財務|资金|資金|学术|學術|腐败|腐敗|债券|消费|消費|流量|法律|監管|监管|经济|經濟|金融|舆论|輿論|产业|產業|行业|行業|企业|企業|资本|資本|职场|職場|政治|商界|信任|股市|债务|債務|反腐|思想|头脑|頭腦`

	// places and institutions have a word before them as their name: Hurricane City.
	institution = `City|Family|Brothers|Sisters|House|Lounge|Festival|Academy|Park|Gym|Gaming|Vineyards|County|Council|Creek|Road|Street|Avenue|Valley|College|University|Hotel|Airlines|Airways|Records|Films|Pictures|Studios|Entertainment|Inc|Corp|Corporation|Ltd|LLC|Bank|Capital|Energy|Mills|Church|Stadium|Arena|Games|Software|Motors|Theatre|Theater|Mall|Township|Racing|Motorcycles|Bikes|Technologies|FM|Jr|Restaurant|Bar|Cafe|Beer|Brewing|Vodka|Apparel|Watches|Shoes|Robotics|Labs|Ventures|Partners|Holdings|Scooters|Casino|Cup|Award|Awards`

	// otherSuffix are endings by which a word of two characters names somebody or
	// something else: 台风君, 飓风队, 台风战机.
	otherSuffix = `法官|檢察官|检察官|律師|律师|家長|家长|官員|官员|君|哥|姐|叔|侠|俠|队|隊|战机|戰機|战斗机|戰鬥機|战士|戰士|级潜艇|级核潜艇|級潛艦|级驱逐舰|號潛艇|牌|杯赛|摩托|行动|行動|营救|營救|酒吧|乐队|樂團|少年|少女|男孩|女孩|先生|老师|老師|鸡尾酒|調酒|号|數字|数字|集团|集團|股份|娱乐|娛樂|家纺|家紡|牌照|跑酷|眼镜|眼鏡|汽车|汽車|影院|传媒|傳媒|证券|證券|基金|手表|手錶|酒店|电竞|電競|影业|啤酒|牙膏|小队|小隊|突击队|突擊隊|药业|藥業|生技|制药|製藥|人生|文化传播|期货|期貨|手游|手機|手机|情缘|情緣|之恋|之戀|运势|運勢|座男|座女|KTV|商城|百货|百貨|资本|資本|酒廠|酒厂`
)

func splitWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '|' || r == '\n' })
}

var (
	otherSuffixes = sync.OnceValue(func() []string { return splitWords(otherSuffix) })
	figures       = sync.OnceValue(func() []string { return splitWords(figure) })
	institutions  = sync.OnceValue(func() []string { return splitWords(institution) })
	metaphors     = sync.OnceValue(func() []string { return splitWords(metaphorWords) })
	astrology     = sync.OnceValue(func() int { return len(splitWords(astrologyWords)) })
	// cueWords are the words of other senses; the entry of each in senseCues is its
	// place. Those of astrology are the last.
	cueWords = sync.OnceValue(func() []string {
		return splitWords(sportWords + "\n" + armsWords + "\n" + carWords + "\n" + artWords + "\n" + foodWords + "\n" + pipeWords + "\n" + productWords + "\n" + publicWords + "\n" + starWords + "\n" + astrologyWords)
	})
	senseCues  = sync.OnceValue(func() *lexicon.Lexicon { return lexiconOf(cueWords()) })
	hazardCues = sync.OnceValue(func() *lexicon.Lexicon { return lexiconOf(splitWords(hazardWords)) })
)

// lexiconOf finds words, each with its index as its entry.
func lexiconOf(words []string) *lexicon.Lexicon {
	var terms []lexicon.Term
	for i, w := range words {
		terms = append(terms, lexicon.Term{Text: w, Lang: "en", Entry: int32(i)})
	}
	l, err := lexicon.New(terms, lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		return nil // TestSenseWords: never
	}
	return l
}
