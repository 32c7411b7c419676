import type { Readable } from 'node:stream'

/** A message of a stream, by name, with what it carries. */
interface Message {
  name: string
  id: string
  data: unknown
}

/** A browser's side of a stream: what it has been told, taken when asked. */
export interface StreamReader {
  /** The messages since the last time; empty where there were none. */
  received(): Message[]
  /** The id of the last message heard. */
  lastId(): string
  /** All that came, as it came. */
  text(): string
  ended(): boolean
}

/** Reads a stream as far as it is there, whenever it is asked. */
export function readStream(readable: Readable): StreamReader {
  readable.setEncoding('utf8')
  let text = ''
  let done = 0
  let lastId = ''
  let ended = false
  readable.once('end', () => {
    ended = true
  })
  const read = () => {
    for (let chunk = readable.read(); chunk !== null; chunk = readable.read()) text += chunk
  }
  return {
    received: () => {
      read()
      const end = text.lastIndexOf('\n\n')
      const blocks = end < done ? [] : text.slice(done, end).split('\n\n')
      done = Math.max(done, end + 2)
      const messages = blocks.flatMap((block) => messageOf(block) ?? [])
      lastId = messages.at(-1)?.id ?? lastId
      return messages
    },
    lastId: () => lastId,
    text: () => text,
    ended: () => {
      read()
      return ended
    },
  }
}

/** A block between empty lines; without data it is no message. */
function messageOf(block: string): Message | null {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  return 'data' in fields ? { name: fields.event, id: fields.id, data: JSON.parse(fields.data) } : null
}
