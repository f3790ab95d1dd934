package main

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
)

func newCommentParse() cli.Command {
	var author string
	return cli.Command{
		Use:   "parse [FILE]",
		Short: "Print the rejection block of a comment",
		Long: `Print the rejection block of a comment as JSON, exactly as it stands there. The input, a file or
standard input, is one comment, or a page of comments as a forge's API lists them (JSON): then it is
the newest that has a block. Nothing is verified: anybody may write such a comment. Exit status: 0 a
block was found, 1 there is none.`,
		Example: `  gh api --paginate repos/{owner}/{repo}/issues/7/comments | kbgate comment parse | jq '.issues'
  kbgate comment parse --author 'github-actions[bot]' comments.json
  kbgate comment parse comment.md`,
		Anywhere: true,
		Run: func(c *cli.Call) error {
			data, err := readInput(c, inputOf(c.Args))
			if err != nil {
				return err
			}
			s, err := comment.Find(data, fromAuthor(author)...)
			if err != nil {
				cli.Say(c, "%s", err)
				return errFindings
			}
			_, err = fmt.Fprintf(c.Out, "%s\n", s.Payload)
			return err
		},
		Options: authorOption(&author),
	}
}

func authorOption(author *string) []cli.Option {
	return []cli.Option{cli.Flag(author, "author", "of a page, only comments by this `ACCOUNT` count")}
}

// fromAuthor is the condition that --author makes.
func fromAuthor(author string) []comment.Condition {
	if author == "" {
		return nil
	}
	return []comment.Condition{comment.From(author)}
}
