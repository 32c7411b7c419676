import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * An append-only log of client actions, one JSON value per line. Each line is written before its answer is sent, so
 * that a killed process loses nothing that it acknowledged. An unfinished last line is dropped.
 */
export class Log<Entry> {
  readonly #path: string | null
  readonly #parse: (line: unknown) => Entry
  #file: number | null = null

  /** Without a folder, nothing is stored. */
  constructor(folder: string | null, parse: (line: unknown) => Entry, name = 'reddit') {
    this.#parse = parse
    this.#path = folder === null ? null : join(folder, `${name}.ndjson`)
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#open()
  }

  #open(): void {
    if (this.#path !== null) this.#file = openSync(this.#path, 'a+', 0o600)
  }

  /**
   * Returns all entries, oldest first. Sets the whole file aside if it has an entry that can't be parsed, for example
   * from another version.
   */
  read(): Entry[] {
    if (this.#file === null || this.#path === null) return []
    const bytes = readFileSync(this.#path)
    const whole = bytes.lastIndexOf('\n') + 1
    if (whole < fstatSync(this.#file).size) ftruncateSync(this.#file, whole)
    const lines = bytes.subarray(0, whole).toString().split('\n').filter(Boolean)
    try {
      return lines.map((line) => this.#parse(JSON.parse(line)))
    } catch (error) {
      console.error(`The sandbox starts fresh because ${this.#path} can't be read: ${error}`)
      this.clear()
      return []
    }
  }

  add(entry: Entry): void {
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** Starts an empty log and keeps the old one as a backup until the next time. */
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
