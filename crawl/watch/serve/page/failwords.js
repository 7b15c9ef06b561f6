// Why requests fail, in both languages: the kinds of crawl.FailureKind.

export const failing = {
  'f.other': ['other', '其他'], 'f.duplicate': ['duplicate', '重复'], 'f.robots': ['robots', 'robots.txt 不允许'],
  'f.robots unreachable': ['robots unreachable', 'robots.txt 无法取得'], 'f.private address': ['private address', '私有地址'], 'f.bad address': ['bad address', '网址有误'],
  'f.redirects': ['redirects', '重定向过多'], 'f.status': ['status', '状态码'], 'f.status 4xx': ['status 4xx', '状态码 4xx'],
  'f.status 5xx': ['status 5xx', '状态码 5xx'], 'f.not text': ['not text', '不是文本'], 'f.not a page': ['not a page', '不是网页'],
  'f.body too large': ['body too large', '内容过大'], 'f.bad encoding': ['bad encoding', '编码有误'], 'f.dns': ['dns', '域名解析失败'],
  'f.unreachable': ['unreachable', '无法到达'], 'f.connection closed': ['connection closed', '连接中断'], 'f.bad answer': ['bad answer', '应答有误'],
  'f.tls': ['tls', 'TLS 错误'], 'f.proxy': ['proxy', '代理'], 'f.timeout': ['timeout', '超时'],
  'f.out of resources': ['out of resources', '资源不足'], 'f.canceled': ['canceled', '已取消'], 'f.panic': ['panic', '内部错误'],
  'f.quarantined': ['quarantined', '已隔离'], 'f.search': ['search', '搜索失败'], 'f.search quota': ['search quota', '搜索配额用尽'],
  'f.moved': ['moved to another part', '转交其他分部'], 'f.connection refused': ['connection refused', '连接被拒绝'],
};
