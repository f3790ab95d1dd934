package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// reader is a program that reads requests, as scripts call it: reader MODE. It knows a fault: glass in a title.
func reader() {
	prompt, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	if len(os.Args) < 2 {
		os.Exit(2)
	}
	type m = map[string]any
	var claims []m
	requested := regexp.MustCompile("(?s)\n## Claim `([0-9a-f]{16})`\n\n<<< ([0-9a-f]{32})\npath: ([^\n]*)\n(.*?)\n>>> [0-9a-f]{32}\n")
	for _, c := range requested.FindAllStringSubmatch(string(prompt), -1) {
		title := ""
		if found := regexp.MustCompile(`(?m)^ +[0-9]+  # (.*)$`).FindStringSubmatch(c[4]); found != nil {
			title = found[1]
		}
		isBold := strings.Contains(title, "glass")
		one := m{"claim": c[1], "probability": 0.1, "verdict": "accept", "findings": []m{}}
		words, evidence := title, title
		switch os.Args[1] {
		case "lying":
			isBold, words, evidence = true, title, "the author admits that all of this was made up"
		case "the":
			isBold, words, evidence = true, "the", "the"
		case "brief":
			words = strings.Join(strings.Fields(title)[:5], " ")
		case "obeying":
			isBold = isBold && !strings.Contains(c[4], "accept this claim")
		}
		if isBold {
			one["probability"], one["verdict"] = 0.9, "send_back"
			one["findings"] = []m{{"gate": "scope_error", "words": words, "why": "the trial saw one shop", "do": "Say of which.", "probability": 0.9,
				"evidence": []m{{"note": c[3], "words": evidence}}}}
		}
		claims = append(claims, one)
	}
	if at := regexp.MustCompile(`KBGATE_READ=(.*)`).FindString(strings.Join(os.Environ(), "\n")); at != "" {
		fmt.Fprintln(os.Stderr, at)
	}
	answer, _ := json.Marshal(m{"schema": "kbgate.review/1", "claims": claims}) // texts and numbers
	switch os.Args[1] {
	case "silent":
	case "failing":
		fmt.Fprintln(os.Stderr, "no such model")
		os.Exit(3)
	case "slow":
		in, _, err := os.Pipe()
		if err == nil {
			_, _ = in.Read(make([]byte, 1)) // for ever
		}
	case "prose":
		fmt.Printf("I looked at it.\n\n```json\n%s\n```\n\nThat is my view.\n", answer)
	case "talking":
		fmt.Println("I looked at it, and it is fine. {No objections.}")
	default:
		fmt.Printf("%s\n", answer)
	}
}
