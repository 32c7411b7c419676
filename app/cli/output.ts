import type { Writable } from 'node:stream'
import { wordsOf } from '#platform/server/faults/fault.ts'

/** The output streams of a command: the process's own, or a test's. */
export interface Streams {
  stdout: Writable
  stderr: Writable
}

/** Invalid usage of a command: its message is printed and the exit code is 2. */
export class UsageError extends Error {}

const bufferedChars = 1 << 16

/**
 * Writes JSON lines in large chunks and waits for slow readers. A reader that closes the pipe (`| head`) ends it
 * silently.
 */
export class JsonLines {
  /** True after the reader has closed the pipe. */
  closed = false
  private readonly stream: Writable
  private buffer = ''

  constructor(stream: Writable) {
    this.stream = stream
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      this.closed = true
    })
  }

  /** Buffers a line. Returns true when the buffer is full and must be flushed. */
  add(value: unknown): boolean {
    this.buffer += `${JSON.stringify(value)}\n`
    return this.buffer.length >= bufferedChars
  }

  async flush(): Promise<void> {
    const text = this.buffer
    this.buffer = ''
    if (text === '' || this.closed) return
    await new Promise<void>((resolve) => this.stream.write(text, () => resolve()))
  }
}

/** Runs a command and turns errors into a short message and an exit code. */
export async function exitCode(name: string, { stderr }: Streams, work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    stderr.write(`${name}: ${wordsOf(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}
