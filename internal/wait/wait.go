// Package wait waits for time to pass.
package wait

import (
	"context"
	"time"
)

// For waits, but not longer than the context allows; then it gives the context's error.
func For(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
