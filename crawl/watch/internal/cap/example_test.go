package cap_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/cap"
)

func ExampleParse() {
	a, err := cap.Parse([]byte(`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
<identifier>42</identifier><sender>met@weather.example</sender><sent>2026-07-25T08:00:00+08:00</sent>
<status>Actual</status><msgType>Alert</msgType><scope>Public</scope>
<info><language>zh-CN</language><category>Met</category><event>台风红色预警</event><urgency>Immediate</urgency>
<severity>Extreme</severity><certainty>Observed</certainty><area><areaDesc>浙江</areaDesc></area></info></alert>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Identifier, a.Infos[0].Event, a.Infos[0].Severity)
	// Output: 42 台风红色预警 Extreme
}
