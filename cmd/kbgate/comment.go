package main

import "github.com/spf13/cobra"

func newComment(io streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "comment",
		Short: "Tell the author of a pull request what is wrong with it",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(newCommentPost(io))
	return cmd
}
