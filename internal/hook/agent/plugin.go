package agent

import (
	"bytes"
	_ "embed" // the plugin
	"encoding/json"
	"strings"
)

//go:embed opencode.js
var openCodePlugin string

// pluginMark stands at the beginning of a plugin of ours.
const pluginMark = "// kbgate hook agent: "

func isOurPlugin(text []byte) bool { return bytes.HasPrefix(text, []byte(pluginMark)) }

// pluginText is the plugin that runs a command.
func pluginText(command string) []byte {
	quoted, err := json.Marshal(command)
	if err != nil {
		panic(err) // it is text
	}
	return []byte(strings.ReplaceAll(openCodePlugin, `"COMMAND"`, string(quoted)))
}
