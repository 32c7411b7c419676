import { Writable } from 'node:stream'
import type { Streams } from './output.ts'

/** Streams that keep what a command writes, for tests. */
export class Written implements Streams {
  readonly stdout = new Paper()
  readonly stderr = new Paper()

  /** The JSON lines written to stdout. */
  lines(): unknown[] {
    return this.stdout.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  errors(): string {
    return this.stderr.text
  }
}

/** A stream that keeps what is written. */
export class Paper extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
