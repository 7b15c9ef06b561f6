package extract

import "regexp"

// rulesQuake read how strong and how deep an earthquake was. They stand before the other rules of
// numbers with 级, which are of wind.
func rulesQuake() []rule {
	const (
		levelsZh = `(?:\d+(?:\.\d+)?级?(?:-|~|至|到))?` // the lower end of a range
		quakeZh  = `(?:左右|以上)?的?(?:特大|强烈|破坏性|浅源|深源|大|强|有感)*`
		scaleEn  = `(?:\bm[wslb]? ?|\bmagnitude[- ]?(?:of )?(?:about |around |up to )?)`
		quakeEn  = `(?:earthquake|quake|tremor|temblor)`
	)
	length := map[string]string{"miles": mile, "mile": mile, "mi": mile}
	after := regexp.MustCompile(`(?:余震[^,。;]{0,12}|aftershocks?[^,.;]{0,10})$`)
	scale := regexp.MustCompile(`^级?(?:左右|以上)?的?余震|^[^,.;]{0,12}aftershock`)
	return []rule{
		{kind: Aftershock, unit: magnitude, any: []string{"余震"}, re: pattern(levelsZh + `<N>级` + quakeZh + `余震`)},
		{kind: Aftershock, unit: magnitude, any: []string{"余震"}, re: pattern(`余震[^,。;\d]{0,6}` + levelsZh + `<N>级`)},
		{kind: Quake, unit: magnitude, any: []string{"震"}, re: pattern(levelsZh + `<N>级` + quakeZh + `(?:地震|强震|大震|弱震|震)`)},
		{kind: Quake, unit: magnitude, any: []string{"震", "里氏", "芮氏"}, before: after, after: scale, re: pattern(`(?:里氏|芮氏|震级|矩震级|面波震级)(?:规模|震级)?(?:为|约|达到|达|:)*<N>级?`)},
		{kind: Quake, unit: magnitude, any: []string{"震级", "规模"}, need: []string{"震"}, re: pattern(`(?:震级|规模)[^,。;\d]{0,6}\d(?:\.\d+)?级?(?:修正为|修订为|更正为|上调至|下调至|上调为|下调为|改为)<N>级?`)},
		{kind: Quake, unit: magnitude, any: []string{"分别"}, need: []string{"震"}, re: pattern(`震级分别(?:为|是|达)<N>级`)},
		{kind: Quake, unit: magnitude, any: []string{"分别"}, need: []string{"震"}, re: pattern(`震级分别(?:为|是|达)\d(?:\.\d+)?级?(?:和|及|与|、|,)<N>级`)},
		{kind: Quake, unit: magnitude, any: []string{"规模"}, need: []string{"震"}, before: after, after: scale, re: pattern(`规模(?:为|约|达到|达|:)*<N>级?`)},
		{kind: Quake, unit: magnitude, any: []string{"m"}, need: []string{"震"}, before: after, after: scale, re: pattern(`\bm[wslb]?(?P<n>\d(?:\.\d+)?)级?`)},
		{kind: Aftershock, unit: magnitude, any: []string{"aftershock"}, re: pattern(scaleEn + `<E> aftershock`)},
		{kind: Aftershock, unit: magnitude, any: []string{"aftershock"}, re: pattern(`<E>[ -]magnitude aftershock`)},
		{kind: Aftershock, unit: magnitude, any: []string{"aftershock"}, re: pattern(`aftershocks?(?: of| with| measuring| up to| a)* (?:magnitudes?[- ])?(?:of |up to )?(?P<n>\d(?:\.\d+)?)\b`)},
		{kind: Quake, unit: magnitude, any: []string{"magnitude"}, after: scale, re: pattern(`<E>[ -]magnitude\b`)},
		{kind: Quake, unit: magnitude, any: []string{"magnitude"}, need: quakeWordsEn(), before: after, after: scale, re: pattern(`\bmagnitude(?: (?:was|is|of|at|to|put|estimated|measured|preliminary))*[ -](?:about |around )?<E>`)},
		{kind: Quake, unit: magnitude, any: []string{"richter"}, before: after, after: scale, re: pattern(`<E>(?: degrees?)?,? on the (?:open[- ]ended )?richter`)},
		{kind: Quake, unit: magnitude, any: []string{"m"}, need: quakeWordsEn(), before: after, re: pattern(`\bm[wslb]? ?(?P<n>\d\.\d+)\b`)},
		{kind: Quake, unit: magnitude, any: []string{"quake", "tremor", "temblor"}, before: after, re: pattern(`(?P<n>\d\.\d+) ` + quakeEn)},
		{kind: Depth, unit: kilometre, any: []string{"深"}, need: []string{"震"}, re: pattern(`深度?由\d+(?:\.\d+)?(?:公里|千米|km)?(?:修正为|修订为|更正为|改为)<N>(?:公里|千米|km)`)},
		{kind: Depth, unit: kilometre, any: []string{"以下", "地下"}, need: []string{"震源"}, re: pattern(`震源[^,。;\d]{0,12}(?:以下|地下)(?:约)?<N>(?:公里|千米|km)`)},
		{kind: Depth, unit: kilometre, any: []string{"深"}, need: []string{"震"}, re: pattern(`(?:震源)?深度?(?:为|约|达|仅|在|是)*<N>(?:公里|千米|km)`)},
		{kind: Depth, unit: kilometre, units: length, any: []string{"depth"}, need: quakeWordsEn(), re: pattern(`depth (?:was |of |is |at )*(?:just |only |about |around |some )?<E> ?(?P<u>km|kilomet(?:er|re)s?|miles?|mi)\b`)},
		{kind: Depth, unit: kilometre, units: length, any: []string{"deep", "below", "beneath", "under"}, need: quakeWordsEn(), re: pattern(`<E> ?(?P<u>km|kilomet(?:er|re)s?|miles?|mi)(?: \([^)]{1,20}\))? (?:deep|below|beneath|under)`)},
	}
}

// quakeWordsEn are words of which a sentence about an earthquake has one.
func quakeWordsEn() []string {
	return []string{"quake", "tremor", "temblor", "seismic", "epicent", "hypocent", "usgs", "geological survey", "richter"}
}
