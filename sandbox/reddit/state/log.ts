import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What clients did, one JSON value a line, only ever added to. A line is in the file before its answer is sent, so that a
 * process that is killed loses nothing that it told of; what it was writing then is a line without an end, and is dropped.
 */
export class Log<Entry> {
  readonly #path: string | null
  readonly #parse: (line: unknown) => Entry
  #file: number | null = null

  /** Without a folder nothing is kept. */
  constructor(folder: string | null, parse: (line: unknown) => Entry) {
    this.#parse = parse
    this.#path = folder === null ? null : join(folder, 'reddit.ndjson')
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#open()
  }

  #open(): void {
    if (this.#path !== null) this.#file = openSync(this.#path, 'a+', 0o600)
  }

  /** All that is in it, oldest first. What another version wrote, or nobody, is put aside as a whole. */
  read(): Entry[] {
    if (this.#file === null || this.#path === null) return []
    const bytes = readFileSync(this.#path)
    const whole = bytes.lastIndexOf('\n') + 1
    if (whole < fstatSync(this.#file).size) ftruncateSync(this.#file, whole)
    const lines = bytes.subarray(0, whole).toString().split('\n').filter(Boolean)
    try {
      return lines.map((line) => this.#parse(JSON.parse(line)))
    } catch (error) {
      console.error(`The sandbox begins anew, since ${this.#path} cannot be read: ${error}`)
      this.clear()
      return []
    }
  }

  add(entry: Entry): void {
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** Begins anew; what was is kept beside it until the next time. */
  clear(): void {
    if (this.#file === null || this.#path === null) return
    this.close()
    renameSync(this.#path, `${this.#path}.before`)
    this.#open()
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }
}
