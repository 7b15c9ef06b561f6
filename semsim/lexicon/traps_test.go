package lexicon

// Labels for the trap and truth sentences: what weather ontologies have, and
// some more that Chinese spells by chance across a word border.
const trapLabelsZh = `台风 台风灾害 热带气旋 气旋 热带低压 热带风暴 强热带风暴 强台风 超强台风 飓风 台风眼 风眼 眼墙 眼壁
云墙 螺旋雨带 台风路径 移动路径 登陆 台风登陆 台风强度 中心气压 百帕 最大风速 风力等级 风级 副热带高压 副高 台风生成 编号
大风 狂风 强风 阵风 台风暴雨 狂风暴雨 台风雨 风暴 风暴潮 风暴增水 巨浪 大浪 狂浪 海水倒灌 洪涝 洪水 内涝 山体滑坡 滑坡
泥石流 灾情 受灾 人员伤亡 伤亡 经济损失 停电 台风预警 台风蓝色预警 防台风 防台 回港避风 暴雨 大暴雨 特大暴雨 强降雨 降雨
强降水 大雨 短时强降水 强对流 雷暴 梅雨 锋面 冷锋 暖锋 低涡 切变线 降水量 降水 降雨量 雨量 累计雨量 洪峰 汛情 山洪 积水
渍涝 地质灾害 塌方 崩塌 决堤 溃坝 警戒水位 超警 遇难 绝收 停运 防汛 防洪 抗洪 应急响应 转移群众 龙卷风 冰雹 寒潮 大雾
高温 低温 水位 干旱 风灾 雪灾 霜冻 沙尘`

const trapLabelsEn = `typhoon|wind|gale|gust|flood|storm|hail|cyclone|hurricane|landfall|storm surge|heavy rain|landslide|rainfall
blackout|evacuation|casualty|TD|STS|hPa|tropical storm|flash flood|tornado|drought|lightning|precipitation|debris flow|high seas
eyewall|power outage|strong wind|super typhoon|rainstorm|typhoon warning|flooding|vortex`

// Sentences that name none of the concepts, though a label's characters stand
// in them. They were written before the first measurement; every second one
// was not looked at while the segmenter was tuned.
const trapSentences = `
监管部门要求互联网借贷公司尽快化解平台风险。
这家银行升级了后台风控系统，可疑转账会被自动拦截。
商场一楼的柜台风格统一改成了浅木色。
小选手们在决赛中展示了各自的舞台风采。
主持人离职引发的电台风波仍在发酵。
画家以笔力强大风格鲜明著称。
高杠杆扩张给集团留下了庞大风险敞口。
经历一轮资本风暴雨后春笋般的新公司又冒了出来。
设计师建议把阳台风格与客厅保持一致。
老教授讲台风度翩翩，学生都爱听他的课。
纪录片《擂台风云》讲述了三代拳手的故事。
酒店推出了一组吧台风味小食。
球迷们高举围巾，成了看台风景线。
祭灶是当地流传已久的灶台风俗。
改造后的站台风貌焕然一新。
前台风波之后，公司换了一批接待员。
该券商把中台风控与前台交易分开管理。
农场主自费安装了一台风力发电机。
车间里新添了三台风机。
老照片里的月台风情让人怀旧。
她首次登台风范十足，赢得满堂喝彩。
孩子在窗台风铃下写作业。
专家提醒，高收益往往伴随巨大风险。
企业须每季度上报重大风险清单。
央行表示将加大风险排查力度。
供应商过于集中是公司目前最大风险。
开业典礼盛大风光，宾客云集。
展览再现了一代宗师的伟大风范。
广大风湿病患者可以免费复查。
招生宣传册里印着北大风景照。
保险公司应加强风险评估。
投资者要增强风险意识。
他的散文有较强风格化倾向。
新主帅带来的首发上阵风格更加稳健。
多位明星到场助阵风头盖过了主角。
消防员介绍了仓库火灾情况。
文章回忆了军民救灾情谊。
这座古城曾多次遭受灾难。
主人公一生承受灾祸与离别。
球员接连受伤亡羊补牢的训练计划来得太晚。
董事会一致拒绝收购要约。
多家餐馆表示拒绝收取餐具费。
新车型量产遭遇难题。
面对这次机遇难得的合作，双方很快签约。
博士后的待遇难以吸引海外人才。
因设备检修，索道暂停运营三天。
楼道里严禁停电动车。
他决定暂停电商业务。
人均住房面积水平逐年提高。
摊主在门口堆积水果箱。
骑行路线图标出了饮水位置。
这款香水位于榜首。
球队先锋面对空门踢偏了。
两名前锋面临停赛。
这起案件使其奢靡作风暴露无遗。
她去年评上了副高级职称。
血糖下降水平因人而异。
探险队空降雨林深处。
站前搭起了高大雨棚。
工人们穿着宽大雨衣。
会议用餐造成很大浪费。
人工智能掀起巨大浪潮。
把烤箱提高温度再烤五分钟。
夜间可适当降低温度设定。
新工艺有助于降低温室气体排放。
工程队正在解决堤岸绿化问题。
课本里刊登陆游的两首诗。
几名蜘蛛人攀登陆家嘴大厦清洗外墙。
杂志主编号召读者投稿。
这部改编号称忠于原著。
社区完善了消防台账。
乐队的疯狂风格吸引了年轻人。
退潮后旧地雷暴露在沙滩上。
他出身贫寒潮汕人的拼劲却一点不少。
维修工更换了天然气旋塞阀。
风扇带动空气旋转。
他的作风眼光都值得学习。
轮椅通道铺成平滑坡道。
孩子们从光滑坡面上溜下来。
他凭借高超警觉躲过骗局。
香酥龙卷风靡各地夜市。
孩子们长大风华正茂。
他上台风光了一阵就被免职。
教室里装了两台风扇。
每台风冷机组都配有独立电表。
这种街舞登上舞台风靡全国。
游船的下水位置选在东岸。
扶贫工作让山区群众提高温饱水平。
旧屏风暴晒后开裂。
不少人幻想跟风暴富。
墙体坍塌方面的检测报告已出炉。
医生叫他暂停运动一个月。
剧组因经费问题暂停电影拍摄。
歌剧唱出了悲伤亡灵的独白。
厨房飘来阵阵风味酱香。
他在剑锋面前毫不退缩。
匿名账号指责平台投降水军。
两人办了一场盛大浪漫的婚礼。
亚马孙是一片巨大雨林。
影片传递了崇高温情。
監管機關要求業者揭露平臺風險。
歌手在舞臺風采依舊。
董事會拒絕收購這家工廠。
銀行的後臺風控人員加班到深夜。
She opened the window to let the cat in.
Windows of the old chapel were restored last spring.
Please rewind the tape before you return it.
The company enjoyed a windfall profit this quarter.
A winding road leads up to the monastery.
The team held a brainstorm about the new logo.
Brainstorming sessions rarely last an hour.
Four floodlights were installed above the pitch.
The floodlit stadium was packed.
Court papers opened the floodgates to new claims.
Florence Nightingale reformed military hospitals.
He loves to regale guests with old jokes.
Galen wrote dozens of medical treatises.
She baked a buckwheat galette with mushrooms.
He tackled the piano part with gusto.
The smell filled them with disgust.
The library reopens in August.
Gustav Mahler conducted the premiere.
Gustatory cells renew every ten days.
The Windsor knot suits wide collars.
A stone cracked the windscreen of the bus.
We styled the page with Tailwind utilities.
The stormless afternoon was spent in the garden.
A platoon of stormtroopers marched across the screen.
Put each price in its own td element.
The sts package exports two functions.
Her typhoonish handwriting filled the page.
Hailey painted the fence green.
The landslider app tracks mortgage rates.
Casualwear is booming in the malls this year.
The blackoutcurtain brand sells online.
Cyclonegate is the name of a racing stable.
Windsurfing lessons start on Monday.
An upwind turn is hard for beginners at sailing school.
`

// Sentences that name a concept: the label that must be found, then the text.
const truthSentences = `
台风|今年第九号台风预计明天夜间影响福建。
台风|受台风影响，全市中小学停课一天。
台风|这个台风险些正面袭击省会。
台风|气象专家说台风威力正在减弱。
台风|渔民在台风来临前加固了渔排。
超强台风|超强台风“海燕”重创菲律宾中部。
强台风|中央气象台将其升格为强台风。
热带风暴|南海热带低值系统已加强为热带风暴。
热带气旋|西北太平洋平均每年生成二十多个热带气旋。
风暴潮|自然资源部发布风暴潮红色警报。
风暴潮|省里刚刚出台风暴潮防御方案。
登陆|它将于今晚在海南文昌一带登陆。
大风|北部湾将出现八到九级大风。
大风|昨夜大风刮倒了三十多棵行道树。
阵风|山顶测得十四级阵风。
暴雨|暴雨导致多条地铁线路进水。
暴雨|昨天下午一场暴雨突袭郑州。
特大暴雨|局地出现特大暴雨。
台风暴雨|水库提前泄水迎战台风暴雨。
暴雨|当天夜里暴雨倾盆，村道被冲断。
大雨|周末大雨下个不停。
洪水|洪水冲毁了通往镇上的唯一桥梁。
洪峰|长江第二号洪峰平稳通过荆江河段。
内涝|老城区内涝严重，居民趟水上班。
山洪|强降雨引发山洪，两名游客被困。
泥石流|泥石流掩埋了半个村庄。
滑坡|公路边坡发生滑坡，交通一度受阻。
积水|下穿隧道积水深达一米。
水位|鄱阳湖水位持续上涨。
警戒水位|三条河流超过警戒水位。
决堤|洪水漫顶，圩区面临决堤危险。
灾情|各地正在统计灾情。
受灾|全县十二个乡镇受灾。
人员伤亡|所幸没有造成人员伤亡。
伤亡|爆炸事故伤亡人数仍在核实。
经济损失|初步估算直接经济损失超过三亿元。
停电|狂风吹断电线，近万户停电。
停运|多趟高铁列车因强降雨停运。
遇难|救援人员确认五人遇难。
防汛|省防汛指挥部召开紧急会商会。
防台风|沿海各县全面部署防台风工作。
应急响应|国家减灾委启动四级应急响应。
寒潮|本周寒潮将席卷中东部。
高温|南方高温天气还将持续一周。
低温|持续低温冻伤了茶芽。
干旱|西南地区干旱仍在发展。
冰雹|冰雹砸坏了上千亩烟叶。
大雾|大雾天气导致高速公路封闭。
雷暴|机场受雷暴影响，取消航班四十架次。
龙卷风|一股龙卷风掀翻了厂房屋顶。
降水|未来三天华北将迎来明显降水。
梅雨|江淮地区正式进入梅雨期。
副热带高压|副热带高压西伸北抬。
锋面|锋面过境带来明显降温。
冷锋|一条冷锋正扫过华北平原。
绝收|玉米绝收面积达两万亩。
飓风|飓风“卡特里娜”淹没了新奥尔良。
气旋|孟加拉湾的气旋正向西北方向移动。
台风|颱風逼近，航空公司取消傍晚所有班機。
台风|氣象局已對這個臺風發布海上警報。
强台风|強颱風挾帶豪雨侵襲東部。
热带低压|熱帶低壓在菲律賓以東海面生成。
风暴潮|風暴潮令沿岸低窪地區水浸。
登陆|颱風中心凌晨在臺東登陸。
大风|大風吹倒招牌，砸中兩輛汽車。
阵风|蘭嶼出現十七級以上陣風。
暴雨|天文臺發出黑色暴雨警告。
洪水|洪水淹沒數百公頃農田。
泥石流|專家到現場評估泥石流危險。
山洪|山洪暴發，登山客受困溪谷。
灾情|縣府彙整各鄉鎮災情。
伤亡|這起意外造成十餘人傷亡。
停电|全縣逾五萬戶停電。
经济损失|風災帶來鉅額經濟損失。
寒潮|強烈寒潮南下，清晨下探六度。
冰雹|冰雹打壞了果園的網室。
龙卷风|龍捲風掀走了鐵皮屋頂。
干旱|中部乾旱使水庫見底。
应急响应|廣東省啟動防風三級應急響應。
雷暴|雷暴期間切勿在樹下避雨。
大雾|金門機場因大霧關閉。
typhoon|The typhoon made its way towards Okinawa overnight.
typhoon|Typhoons are rare in that part of the ocean in March.
typhoon|The typhoon's outer bands lashed the coast.
super typhoon|It was upgraded to a super-typhoon on Friday.
typhoon|ＴＹＰＨＯＯＮ information is broadcast every hour.
tropical storm|Tropical storms form over warm water.
tropical storm|A tropical-storm watch remains in effect.
hurricane|Hurricanes weaken quickly once over land.
cyclone|Two cyclones merged in the Bay of Bengal.
storm surge|A storm surge of four metres flooded the docks.
storm surge|Storm-surge barriers were closed at noon.
storm surge|The storm\n  surge reached the first floor.
landfall|It made landfall near the border.
gale|Gales tore tiles from the roofs.
gust|Gusts of 140 km/h were measured on the ridge.
wind|The wind's direction changed at dusk.
strong wind|Strong winds toppled a crane.
heavy rain|Heavy rain, falling for days, soaked the hills.
rainfall|Rainfall totals broke a century-old record.
rainstorm|Rainstorms swept across the province.
flood|Floods cut off a dozen villages.
flash flood|Flash floods swept cars away.
flooding|Widespread flooding closed the motorway.
landslide|Three landslides blocked the mountain railway.
debris flow|Debris flows buried the campsite.
tornado|Tornadoes touched down in two counties.
tornado|Seven tornados were reported that evening.
hail|Hail the size of golf balls dented the cars.
drought|Droughts have become longer in the basin.
lightning|Lightning struck the church tower.
precipitation|Precipitation will turn to snow above 900 m.
blackout|Rolling blackouts hit the capital.
power outage|Power outages affected 40,000 homes.
evacuation|Evacuations began before dawn.
casualty|Casualties were taken to a field hospital.
high seas|Ferries stayed in port because of high seas.
eyewall|The eyewall contracted as pressure fell.
hPa|Its central pressure dropped to 915hPa.
TD|The JMA downgraded the system to a TD on Sunday.
STS|日本气象厅将其定为STS级别。
typhoon warning|Typhoon warnings were raised in Taiwan.
vortex|Vortices and vortexes formed behind the ridge: one vortex grew.
`
