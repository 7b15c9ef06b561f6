package alert

const childEnv = "ONTOCRAWL_ALERT_CHILD"

func child() int { return 0 }
