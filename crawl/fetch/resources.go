package fetch

// Resources returns a client for what pages need beside themselves, scripts and
// data: it reads a body of any Content-Type. It is c otherwise: the same rate
// limiter, robots.txt, names and connections, so two clients ask a site no more
// often than one.
func (c *Client) Resources() *Client {
	opt := c.opt
	opt.Accept = "*/*"
	return &Client{opt: opt, agent: c.agent, transport: c.transport, names: c.names, limiter: c.limiter, rules: c.rules}
}

// UserAgent is the User-Agent header of all requests.
func (c *Client) UserAgent() string { return c.agent }
