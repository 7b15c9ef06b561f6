package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
)

// Ontology returns what is known of the ontology of a job, with findings in the language lang.
func (c *Client) Ontology(ctx context.Context, job, lang string) (*jobontology.View, error) {
	return get[*jobontology.View](ctx, c, inJob(job)+"/ontology", url.Values{"lang": {lang}})
}

// OntologyDiff returns how two versions of the ontology of a job differ; 0 is the file as it is now.
func (c *Client) OntologyDiff(ctx context.Context, job string, from, to int) (*jobontology.Comparison, error) {
	return get[*jobontology.Comparison](ctx, c, inJob(job)+"/ontology/diff", url.Values{"from": {strconv.Itoa(from)}, "to": {strconv.Itoa(to)}})
}

// Offers returns what the pages of a job offer for its ontology.
func (c *Client) Offers(ctx context.Context, job string) (*jobontology.Offers, error) {
	return get[*jobontology.Offers](ctx, c, inJob(job)+"/ontology/offers", nil)
}

// MakeOffers orders that the offers of a job are made, in the background.
func (c *Client) MakeOffers(ctx context.Context, job string) (*jobontology.Offers, error) {
	return ask[*jobontology.Offers](ctx, c, http.MethodPost, inJob(job)+"/ontology/offers", struct{}{})
}

// AcceptOffers adds offers of a version to the file of the ontology of a job.
func (c *Client) AcceptOffers(ctx context.Context, job, version string, picks ...jobontology.Pick) (did *jobontology.Changed, err error) {
	body, err := json.Marshal(acceptOrder{picks})
	if err != nil {
		return nil, err
	}
	req, err := c.request(ctx, http.MethodPost, inJob(job)+"/ontology/accepted", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("If-Match", strconv.Quote(version))
	text, err := c.body(req)
	if err != nil {
		return nil, err
	}
	return did, json.Unmarshal(text, &did)
}

// RefuseOffers remembers that offers of a job are not wanted; with again they may be offered again.
func (c *Client) RefuseOffers(ctx context.Context, job string, again bool, ids ...string) (*jobontology.Offers, error) {
	return ask[*jobontology.Offers](ctx, c, http.MethodPost, inJob(job)+"/ontology/refused", refuseOrder{ids, again})
}

// OntologyCopy returns the ontology of a job as a file, with offers of a version added, if any.
func (c *Client) OntologyCopy(ctx context.Context, job, version string, picks ...jobontology.Pick) ([]byte, error) {
	q := url.Values{"version": {version}}
	for _, p := range picks {
		q.Add("offer", p.ID+":"+p.As+":"+p.IRI)
	}
	req, err := c.request(ctx, http.MethodGet, inJob(job)+"/ontology/copy?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	return c.body(req)
}

// body returns what is answered to a request.
func (c *Client) body(req *http.Request) ([]byte, error) {
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	defer resp.Body.Close()
	in := io.LimitReader(resp.Body, maxAnswerBytes)
	if resp.StatusCode >= 300 {
		return nil, refusal(resp.StatusCode, json.NewDecoder(in))
	}
	return io.ReadAll(in)
}
