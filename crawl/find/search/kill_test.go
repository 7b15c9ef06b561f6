package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestMain runs the test binary as a program that asks, if a test started it as one.
func TestMain(m *testing.M) {
	if dir := os.Getenv("SEARCH_TEST_DIR"); dir != "" {
		askForEver(dir, os.Getenv("SEARCH_TEST_URL"))
		return
	}
	os.Exit(m.Run())
}

const killQuota = 60

// asking opens a source that asks the server at url, with the quota of the test.
func asking(dir, url string) (*Asker, error) {
	k := Kind{Name: "fake", New: func(_ Settings, e Env) (Opened, error) {
		return Opened{Source: &fake{env: e, ask: func(context.Context, Query) (Answer, error) {
			resp, err := http.Get(url) //nolint:noctx // it ends with the process
			if err != nil {
				return Answer{}, err
			}
			return Answer{}, resp.Body.Close()
		}}}, nil
	}}
	all, err := Open([]Settings{{Name: "own", Kind: "fake", Values: map[string]Value{SettingPerDay: {Text: strconv.Itoa(killQuota)}}}}, Deps{Kinds: []Kind{k}, Dir: dir})
	if err != nil {
		return nil, err
	}
	return all.Get("own"), nil
}

// askForEver asks until it is killed, or the quota is used up.
func askForEver(dir, url string) {
	s, err := asking(dir, url)
	for i := 0; err == nil; i++ {
		_, err = s.Ask(context.Background(), Query{Text: fmt.Sprint(os.Getpid(), i)})
	}
}

// TestKilled: of two processes that share a folder and are killed at any point, no more
// requests arrive than are counted, and no more are counted than the quota.
func TestKilled(t *testing.T) {
	if day := time.Now().UTC(); day.Add(time.Minute).Day() != day.Day() {
		t.Skip("the day is about to end")
	}
	var got atomic.Int64
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { got.Add(1) }))
	defer srv.Close()
	dir := t.TempDir()
	file := recordFile{path: filepath.Join(dir, "own.json")}
	rounds := 6
	if os.Getenv("ONTOCRAWL_LONG") != "" {
		rounds = 100
	}
	for round := range rounds {
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				child := exec.Command(os.Args[0])
				child.Env = append(os.Environ(), "SEARCH_TEST_DIR="+dir, "SEARCH_TEST_URL="+srv.URL)
				if err := child.Start(); err != nil {
					t.Error(err)
					return
				}
				time.Sleep(20*time.Millisecond + time.Duration(rand.Int64N(int64(150*time.Millisecond))))
				child.Process.Kill() //nolint:errcheck // it may have ended
				child.Wait()         //nolint:errcheck // it was killed
			})
		}
		wg.Wait()
		r, err := file.read()
		if os.IsNotExist(err) {
			continue // killed before it made a file
		}
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		counted := 0
		for _, d := range r.Days {
			counted += d.Sent
		}
		if n := int(got.Load()); n > counted || counted > killQuota {
			t.Fatalf("round %d: %d requests arrived, %d are counted, the quota is %d", round, n, counted, killQuota)
		}
	}
	// What is left of the quota can be asked: a kill leaves no lock.
	s, err := asking(dir, srv.URL)
	for i := 0; err == nil; i++ {
		_, err = s.Ask(t.Context(), Query{Text: fmt.Sprint("last ", i)})
	}
	if n := got.Load(); kindOf(err) != Quota || n == 0 || n > killQuota {
		t.Errorf("%v, %d requests of %d", err, n, killQuota)
	}
	t.Logf("%d requests arrived of a quota of %d", got.Load(), killQuota)
}
