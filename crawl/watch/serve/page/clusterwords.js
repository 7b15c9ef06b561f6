// What the view of a cluster says, in both languages. What is wrong is said by the server.
export const clusterWords = {
  cluster: ['Cluster', '集群'], noCluster: ['No cluster is shown here.', '此处未显示集群。'], clusterCrawl: ['The crawl of the cluster', '集群的爬取'], wrongHere: ['What is wrong', '存在的问题'], nothingWrong: ['Nothing is wrong.', '一切正常。'],
  nodes: ['Nodes', '节点'], node: ['Node', '节点'], partsHead: ['Parts', '分部'], part: ['Part', '分部'], owner: ['Owner', '所有者'], partsRun: ['parts run', '运行中的分部'], partsOf: ['{0} of {1}', '{1} 个中的 {0} 个'],
  inbox: ['Inbox', '收件箱'], outbox: ['Outbox', '发件箱'], diskFree: ['Disk free', '磁盘剩余'], programVersion: ['Program', '程序版本'], orders: ['Orders', '操作'], budgetOf: ['{0} of {1}', '{0}，共 {1}'], leased: ['leased', '已租用'], behind: ['{0} entries of its log have not come', '其日志还有 {0} 条未到'],
  pauseCluster: ['Pause the crawl', '暂停爬取'], resumeCluster: ['Resume the crawl', '恢复爬取'], stopCluster: ['Stop the crawl', '停止爬取'], drainNode: ['Let it leave', '让它离开'],
  askPauseCluster: ['Let no node choose a page any more? What is being fetched is recorded.', '不再让任何节点选取网页吗？正在抓取的内容会被记录。'], askStopCluster: ['End the crawl on all nodes? Their folders can be merged then, and “ontocrawl crawl --cluster” goes on with it.', '在所有节点上结束爬取吗？之后可合并其目录，用“ontocrawl crawl --cluster”可继续。'],
  askDrain: ['Let node {0} leave? Its parts wait for it, within cluster-lost-after.', '让节点 {0} 离开吗？其分部会在 cluster-lost-after 之内等着它。'], taken: ['Done; it shows here in a moment.', '已下达，片刻后可见。'], homeless: ['nobody yet', '尚无'], isIdle: ['idle', '空闲'], isOpen: ['runs', '运行中'], isClosed: ['not open', '未打开'],
};
