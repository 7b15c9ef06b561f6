package api_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
)

// readUnread prints what nobody has read yet, the most relevant first, and says of a page
// that it is wrong.
func readUnread(ctx context.Context, address string) error {
	c, err := api.Dial(address, api.ClientOptions{Token: os.Getenv("ONTOCRAWL_TOKEN")})
	if err != nil {
		return err
	}
	defer c.Close()
	unread := false
	list, err := c.Find(ctx, finds.Query{Job: "typhoon", Read: &unread, Order: finds.MostRelevant, Limit: 20})
	if err != nil {
		return err
	}
	for _, f := range list.Finds {
		fmt.Println(f.Relevance, f.URL)
	}
	_, err = c.Mark(ctx, "typhoon", api.MarkOrder{URL: "https://film.example/typhoon", Verdict: marks.Wrong})
	return err
}

func ExampleDial() {
	server := httptest.NewServer(api.New(newDaemon(), api.Options{})) // of a daemon without run folders
	defer server.Close()
	fmt.Println(readUnread(context.Background(), server.URL))
	// Output: there are no finds here; the run folders are elsewhere
}
