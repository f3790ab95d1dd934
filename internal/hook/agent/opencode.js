// kbgate hook agent: `kbgate hook uninstall --agent opencode` takes this file away.
import { spawnSync } from "node:child_process"

const command = "COMMAND"

// ask hands an event to kbgate, and gives what it answers; an answer that cannot be read is none.
const ask = (event) => {
  const ran = spawnSync(command, { input: JSON.stringify(event), shell: true, encoding: "utf8", timeout: 10000, maxBuffer: 1 << 20 })
  try {
    return JSON.parse(ran.stdout)
  } catch {
    return {}
  }
}

export const Kbgate = async ({ directory }) => {
  const told = new Map() // what a session was told; OpenCode keeps no context of a plugin, so each request repeats it
  return {
    "chat.message": async (input, output) => {
      const prompt = output.parts.filter((p) => p.type === "text").map((p) => p.text).join("\n")
      const { context } = ask({ hook_event_name: "chat.message", session_id: input.sessionID, cwd: directory, prompt })
      if (context) told.set(input.sessionID, [...(told.get(input.sessionID) ?? []), context].slice(-8))
    },
    "experimental.chat.system.transform": async (input, output) => {
      output.system.push(...(told.get(input.sessionID) ?? []))
    },
    "tool.execute.before": async (input, output) => {
      const { deny } = ask({ hook_event_name: "tool.execute.before", session_id: input.sessionID, cwd: directory, tool_name: input.tool, tool_input: output.args })
      if (deny) throw new Error(deny)
    },
    "tool.execute.after": async (input, output) => {
      const { context } = ask({ hook_event_name: "tool.execute.after", session_id: input.sessionID, cwd: directory, tool_name: input.tool, tool_input: input.args, tool_response: { output: output.output } })
      if (context) output.output += "\n\n" + context
    },
    event: async ({ event }) => {
      if (event.type !== "session.deleted") return
      const id = event.properties?.info?.id
      told.delete(id)
      ask({ hook_event_name: "session.deleted", session_id: id, cwd: directory })
    },
  }
}
