package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/wait"
)

// Endpoint is a server that takes chat completions as OpenAI's does
// (https://platform.openai.com/docs/api-reference/chat/create).
type Endpoint struct {
	URL   string // of the API, with or without /chat/completions behind it
	Model string
	Key   string // "": none is sent
	// Transport carries the requests; nil: with the proxies that the environment names.
	Transport http.RoundTripper

	address string
	client  *http.Client
}

const (
	completions = "/chat/completions"
	// mostAttempts is how often a request is sent to a server that is busy.
	mostAttempts = 3
	longestWait  = 30 * time.Second
)

// Open checks the address. A key travels encrypted, or to this machine.
func (e *Endpoint) Open() error {
	u, err := url.Parse(e.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return hint.Misuse("name the address at which the API begins: https://api.example.org/v1", "%.200q is no address of a reader", e.URL)
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return hint.Misuse("name an address that begins with https://", "claims and keys do not travel over http to another machine")
	}
	if e.Model == "" {
		return hint.Misuse("name it with --model, or in KBGATE_REVIEW_MODEL", "the endpoint needs the name of a model")
	}
	if u.Path = strings.TrimRight(u.Path, "/"); !strings.HasSuffix(u.Path, completions) {
		u.Path += completions
	}
	e.address = u.String()
	e.client = &http.Client{Transport: e.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return nil
}

// Identity is the address and the model.
func (e *Endpoint) Identity() string { return "endpoint\x00" + e.address + "\x00" + e.Model }

// Read sends the prompt, and again where the server says that it is busy.
func (e *Endpoint) Read(ctx context.Context, prompt string) ([]byte, error) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	body, err := json.Marshal(map[string]any{"model": e.Model, "temperature": 0, "messages": []message{{"user", prompt}}})
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		answer, after, err := e.send(ctx, body)
		if after < 0 || attempt == mostAttempts {
			return answer, err
		}
		if err := wait.For(ctx, min(max(after, time.Duration(attempt)*time.Second), longestWait)); err != nil {
			return nil, err
		}
	}
}

// send sends once. After is how long to wait before the next attempt; below zero there is none.
func (e *Endpoint) send(ctx context.Context, body []byte) (answer []byte, after time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.address, bytes.NewReader(body))
	if err != nil {
		return nil, -1, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "kbgate")
	if e.Key != "" {
		request.Header.Set("Authorization", "Bearer "+e.Key)
	}
	response, err := e.client.Do(request)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err // without the address, which may hold what is nobody's concern
		}
		return nil, -1, fmt.Errorf("the reader cannot be reached: %w", err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, 4*MaxAnswer+1))
	if err != nil {
		return nil, -1, fmt.Errorf("the reader's answer breaks off: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		after := time.Duration(-1)
		if response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500 {
			seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
			after = time.Duration(max(0, min(seconds, 3600))) * time.Second
		}
		said := oneLine(strings.ToValidUTF8(string(data), ""), 300)
		if e.Key != "" {
			said = strings.ReplaceAll(said, e.Key, "***")
		}
		return nil, after, fmt.Errorf("the reader answers %d: %s", response.StatusCode, said)
	}
	var reply struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	switch err := json.Unmarshal(data, &reply); {
	case len(data) > 4*MaxAnswer:
		return nil, -1, errTooLong
	case err != nil || len(reply.Choices) == 0:
		return nil, -1, errors.Join(errors.New("the reader's answer is none of chat completions"), err)
	case len(reply.Choices[0].Message.Content) > MaxAnswer:
		return nil, -1, errTooLong
	}
	return []byte(reply.Choices[0].Message.Content), -1, nil
}
