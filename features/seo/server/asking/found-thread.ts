import type { NamedThread } from '#engine/seo/thread-url.ts'

/** A thread in an answer. */
export interface FoundThread {
  thread: NamedThread
  /** Null unless an engine ranked it. */
  position: number | null
  /** The address as the answer gave it. */
  url: string
  title: string
  /** The text of its post, if it is stored. */
  texts?: readonly string[]
}

/** One engine or question failed, which says nothing about the others. The message is for users. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
}
