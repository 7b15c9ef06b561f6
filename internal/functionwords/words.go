package functionwords

const (
	// English are function words of English, folded.
	English = `a able about above according across actually after again against ago all almost alone along already
also although always am among an and another any anyone anything are aren't around as at away back be became because become
becomes been before began being below best better between both but by came can can't cannot certain come comes could couldn't
did didn't different do does doesn't doing don't done down due during each early either else enough especially etc even ever
every everyone everything example far few first five for former found four from further gave general generally get gets getting
give given gives go goes going gone good got great had hadn't half hardly has hasn't have haven't having he he's hence her here
hers herself high him himself his how however i i'm i've if in include included includes including indeed instead into is isn't
it it's its itself just keep kept know known large larger last late later least less let like likely little long longer look
low made mainly make makes making many may maybe me mean means might more most mostly much must my myself near nearly need
neither never new next no non none nor not nothing now number of off often on once one only onto or other others our out over
own part particular perhaps possible put quite rather really same second see seem seemed seems seen several shall she should
show similar since six small so some something sometimes soon still such take taken ten than that that's the their them
themselves then there therefore these they thing things this those though three through throughout thus time times to together
too took toward towards two under unless until up upon us use used uses using usually various very via want was wasn't way ways
we well went were weren't what when where whether which while who whole whom whose why will with within without won't would
wouldn't year years yet you your yours`

	// spanish are function words of Spanish, and forms of its most common verbs.
	spanish = `a al algo algunas alguno algunos algún ante antes apenas aquel aquella aquellas aquellos aquí así aun aunque aún
bajo bien cada casi como con contra cual cuales cualquier cuando cuanto cuál cuándo cuánto cómo da dan de debe deben debido
decir del dentro desde despues después donde dos durante dónde e el ella ellas ellos en encima entonces entre era eran es esa
esas ese eso esos esta estaba estaban estado estamos estar estas este esto estos está están estás fue fueron fuera gran grande
grandes ha haber habia había habían hace hacen hacer hacia han hasta hay he hemos hizo incluso junto la las le les lo los luego
más mas me mediante medio mejor menos mi mientras mis misma mismas mismo mismos mucha muchas mucho muchos muy nada ni ningun
ninguna ninguno ningún no nos nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para parte pero poca
pocas poco pocos podemos poder podría por porque posible primer primera primero puede pueden pues que quien quienes quién qué
quizás se sea sean según ser será serán si sido siempre siendo sin sino sobre sola solamente solo son soy su sus suya suyo sí
sólo tal también tampoco tan tanta tantas tanto tantos te tenemos tener tenga tengan tenía tenían tiene tienen toda todas
todavía todo todos tras tu tuvo tus tú u un una unas uno unos usted ustedes va van varias varios veces ver vez y ya yo él éste
ésta éstos éstas`

	// chinese are function words of two characters; folded, so they are simplified.
	chinese = `一个 一些 一样 一直 一般 一种 一下 一切 一定 一起 一次 不会 不仅 不但 不再 不同 不得 不能 不要 不过 不断
不少 不如 与其 为何 为了 为什 主要 之一 之前 之后 之间 之中 也是 也有 也会 也可 什么 仍然 从而 以上 以下
以及 以后 以前 以来 以为 任何 但是 何时 何况 作为 例如 依然 便是 便于 假如 关于 其中 其他 其它 其实
具有 再次 几个 几乎 分别 别的 即使 却是 及其 及时 反而 只是 只有 只要 只能 另外 可以 可能 各个 各种 各自
同样 同时 后来 否则 哪些 哪个 因为 因此 因而 在于 多个 多么 多少 多数 大家 大多 大概 如何 如果 如此 如下
如同 它们 它的 完全 宁可 对于 对此 将会 将要 尤其 尽管 就是 就会 就要 已经 已有 并且 并不 并非 并没 应当
应该 当时 当然 彼此 往往 很多 很少 怎么 怎样 我们 所以 所有 所谓 才能 才是 按照 据此 整个 无论 既然 时候
是否 显然 曾经 最后 最近 有些 有关 有时 有的 本身 来自 极其 果然 根据 某些 某个 正在 此外 此时 每个 每年
每次 比如 比较 毕竟 没有 然后 然而 现在 甚至 由于 由此 直到 直接 相关 看到 真的 突然 立即 第一 第二 等等
简直 经常 经过 继续 而且 而是 自己 至于 至今 至少 若是 虽然 起来 越来 还是 还有 还会 还要 通常 通过
逐渐 造成 那些 那个 那么 那时 那样 都是 都有 都会 非常 鉴于 除了 随着 随后 需要 首先 马上 特别 进行 这些
这个 这么 这样 这种 这里 可是 就能 都能 且不 仅仅 其余 等人 等地 目前 今年 去年 昨天 今天 明天
年月 月日 从来 于是`

	// particles are Chinese characters that make a pair of characters no word: grammar, pronouns.
	particles = `的了是这那我你您他她它们吗呢吧啊么`
)
