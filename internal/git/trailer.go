package git

import (
	"context"
	"strings"
)

// Trailers are those of a message of a commit, each on a line, as KEY: VALUE (git interpret-trailers). Settings that name programs for
// trailers start none.
func Trailers(ctx context.Context, f Folder, message string) ([]string, error) {
	out, err := Input(ctx, f, strings.NewReader(message), "interpret-trailers", "--parse", "--no-divider")
	return splitLines(out), err
}

// WithoutComments is a message of a commit without the lines that the settings make comments (git stripspace).
func WithoutComments(ctx context.Context, f Folder, message string) (string, error) {
	out, err := Input(ctx, f, strings.NewReader(message), "stripspace", "--strip-comments")
	return string(out), err
}
