import type { Readable } from 'node:stream'

/** A message of a stream: its event name, ID and data. */
interface Message {
  name: string
  id: string
  data: unknown
}

/** A client of an event stream. It reads the stream only on request. */
export interface StreamReader {
  /** Returns the messages since the last call. */
  received(): Message[]
  /** Returns the ID of the last message read. */
  lastId(): string
  /** Returns the raw text of the stream. */
  text(): string
  ended(): boolean
}

/** Returns a reader that reads all available data on each call. */
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

/** Parses a block between empty lines. Returns null without data. */
function messageOf(block: string): Message | null {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  return 'data' in fields ? { name: fields.event, id: fields.id, data: JSON.parse(fields.data) } : null
}
