import type { Change } from '../../contract/events.ts'

/**
 * What tabs tell each other about a project's stream. `changes`, `reset`, `end` and `position` are the stream's own
 * messages with their id (platform/contract/events.ts); `down` says that whoever holds the stream tries to open it again.
 */
export type News =
  | { name: 'changes'; id: string; changes: Change[] }
  | { name: 'position' | 'reset'; id: string }
  | { name: 'end' | 'down' }
