import type { Message } from '../../contract.ts'

/**
 * Returns messages in time, each once: those that were sent or received by when that was, and then those that weren't
 * yet, by when they were written.
 */
export function inTime(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return [...byId.values()].toSorted((one, other) => {
    if ((one.sentAt === null) !== (other.sentAt === null)) return one.sentAt === null ? 1 : -1
    const [a, b] = [one.sentAt ?? one.createdAt, other.sentAt ?? other.createdAt]
    return a === b ? (one.id < other.id ? -1 : 1) : a < b ? -1 : 1
  })
}
