package fetch

// Resources returns a client for the scripts and data that pages need: it reads a
// body of any Content-Type. It shares everything else with c: the same rate
// limiter, robots.txt, names and connections, so two clients ask a site no more
// often than one.
func (c *Client) Resources() *Client {
	opt := c.opt
	opt.Accept = "*/*"
	return &Client{opt: opt, agent: c.agent, transport: c.transport, dns: c.dns, limiter: c.limiter, robots: c.robots}
}

// UserAgent is the User-Agent header of all requests.
func (c *Client) UserAgent() string { return c.agent }
