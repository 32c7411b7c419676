import type { Change } from '../../contract/events.ts'

/**
 * A message of a project's stream, as tabs pass it on. `changes`, `reset`, `end` and `position` are the stream's own
 * messages with their id (platform/contract/events.ts); `down` says that the stream's holder is reconnecting.
 */
export type StreamMessage =
  | { name: 'changes'; id: string; changes: Change[] }
  | { name: 'position' | 'reset'; id: string }
  | { name: 'end' | 'down' }
