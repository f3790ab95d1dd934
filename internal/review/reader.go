package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/cache"
)

// Reader is who answers requests.
type Reader interface {
	// Read gives what the reader says to a prompt, at most MaxAnswer bytes.
	Read(ctx context.Context, prompt string) ([]byte, error)
	// Identity tells this reader from others: answers of one are none of another's.
	Identity() string
}

// Asking says how readers are asked.
type Asking struct {
	Jobs    int           // requests at once
	MaxSize int           // bytes of a prompt; a larger one is not sent
	Limit   time.Duration // of one answer
	Cache   string        // folder in which answers are kept; "": none are
}

// mostKept is how many answers the cache keeps.
const mostKept = 2000

// Ask asks a reader all requests. The results are in the order of the requests.
func (a Asking) Ask(ctx context.Context, by Reader, requests []*Request) []Result {
	results := make([]Result, len(requests))
	next := make(chan int)
	var asking sync.WaitGroup
	for range min(max(1, a.Jobs), max(1, len(requests))) {
		asking.Go(func() {
			for i := range next {
				results[i] = a.one(ctx, by, requests[i])
			}
		})
	}
	for i := range requests {
		next <- i
	}
	close(next)
	asking.Wait()
	if a.Cache != "" {
		cache.At(a.Cache).Keep(mostKept)
	}
	return results
}

func (a Asking) one(ctx context.Context, by Reader, r *Request) Result {
	prompt := r.Prompt()
	if len(prompt) > a.MaxSize {
		return Result{Request: r, Err: fmt.Errorf("the request takes %d bytes, more than --max-size %d", len(prompt), a.MaxSize)}
	}
	key := digest(Schema, by.Identity(), prompt)
	if answer := a.kept(key); answer != nil {
		return Result{Request: r, Answer: answer}
	}
	if err := ctx.Err(); err != nil {
		return Result{Request: r, Err: err}
	}
	within, cancel := context.WithTimeout(ctx, a.Limit)
	defer cancel()
	data, err := by.Read(within, prompt)
	if err != nil {
		if within.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("the reader gave no answer within %s", a.Limit)
		}
		return Result{Request: r, Err: err}
	}
	answer, err := ParseAnswer(data)
	if err != nil {
		return Result{Request: r, Err: fmt.Errorf("the reader's answer does not count: %w", err)}
	}
	if a.Cache != "" {
		_, _ = a.entry(key).Write("answer", 0, [][]byte{[]byte(key), data}, nil) // else the reader is asked again
	}
	return Result{Request: r, Answer: answer}
}

// entry is the place of an answer in the cache.
func (a Asking) entry(key string) cache.Entry { return cache.At(a.Cache).Entry(key[:16] + "-answer") }

// kept is the answer to a prompt that the cache has, nil for none.
func (a Asking) kept(key string) *Answer {
	if a.Cache == "" {
		return nil
	}
	entry := a.entry(key)
	s, ok := entry.Read("answer", 0)
	if data, isIts := bytes.CutPrefix(s.Front, []byte(key)); ok && isIts {
		if answer, err := ParseAnswer(data); err == nil {
			entry.Touch()
			return answer
		}
	}
	return nil
}

// Answered binds an answer that came back by other ways to the request.
func Answered(r *Request, data []byte) Result {
	answer, err := ParseAnswer(data)
	if err != nil {
		err = fmt.Errorf("the answer does not count: %w", err)
	}
	return Result{Request: r, Answer: answer, Err: err}
}

// errTooLong says that an answer is beyond its bound.
var errTooLong = fmt.Errorf("the reader's answer has more than %d bytes", MaxAnswer)

// bounded takes an answer in up to its bound, and calls stop beyond. It is no bytes.Buffer, which would read on by itself.
type bounded struct {
	data []byte
	most int
	over bool
	stop func() // nil: what is beyond is dropped
}

// Write takes in what fits.
func (b *bounded) Write(p []byte) (int, error) {
	fits := min(len(p), b.most-len(b.data))
	b.data = append(b.data, p[:fits]...)
	if fits < len(p) && b.stop != nil {
		b.over = true
		b.stop()
		return fits, errTooLong
	}
	return len(p), nil
}

// Argv reads a command from a text: a JSON list of texts, or words between white space.
func Argv(s string) ([]string, error) {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "[") {
		return strings.Fields(s), nil
	}
	var argv []string
	if err := json.Unmarshal([]byte(s), &argv); err != nil || len(argv) == 0 || argv[0] == "" {
		return nil, errors.Join(errors.New(`a command that begins with [ is a JSON list of texts: ["claude", "-p"]`), err)
	}
	return argv, nil
}
