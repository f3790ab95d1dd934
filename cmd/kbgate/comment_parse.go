package main

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/comment"
)

func newCommentParse() command {
	var author string
	return command{
		use:   "parse [FILE]",
		short: "Print the rejection block of a comment",
		long: `Print the rejection block of a comment as JSON, exactly as it stands there. The input, a file or
standard input, is one comment, or a page of comments as a forge's API lists them (JSON): then it is
the newest that has a block. Nothing is verified: anybody may write such a comment. Exit status: 0 a
block was found, 1 there is none.`,
		example: `  gh api --paginate repos/{owner}/{repo}/issues/7/comments | kbgate comment parse | jq '.issues'
  kbgate comment parse --author 'github-actions[bot]' comments.json
  kbgate comment parse comment.md`,
		anywhere: true,
		run: func(c *call) error {
			data, err := readInput(c, inputOf(c.args))
			if err != nil {
				return err
			}
			s, err := comment.Find(data, fromAuthor(author)...)
			if err != nil {
				say(c, "%s", err)
				return errFindings
			}
			_, err = fmt.Fprintf(c.out, "%s\n", s.Payload)
			return err
		},
		options: authorOption(&author),
	}
}

func authorOption(author *string) []option {
	return []option{{author, "author", "of a page, only comments by this `ACCOUNT` count"}}
}

// fromAuthor is the condition that --author makes.
func fromAuthor(author string) []comment.Condition {
	if author == "" {
		return nil
	}
	return []comment.Condition{comment.From(author)}
}
