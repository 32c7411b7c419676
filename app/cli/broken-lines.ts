import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDiskFull } from '#platform/server/faults/fault.ts'

/** A line that is not an item. */
export interface BrokenLine {
  file: string
  line: number
  reason: string
  text: string
}

const textMax = 200
const shownMax = 3
/** The maximum number of reported lines, so that a file of garbage can't fill the disk. */
const reportedMax = 10_000

/** Returns a line of the report that is safe to print: control and bidirectional characters are escaped. */
export function brokenLineText({ file, line, reason, text }: BrokenLine): string {
  const quoted = JSON.stringify(text.slice(0, textMax)).replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  )
  return `${basename(file)}:${line}: ${reason}: ${quoted}`
}

/** The broken lines of an import, in a file below DATA_DIR that is created with the first of them. */
export class BrokenLines {
  count = 0
  /** The first few lines of the report. */
  readonly first: string[] = []
  readonly path: string
  /** Whether the disk was full before all lines were written. */
  isCutOff = false
  private file: number | null = null

  constructor(dataDir: string, now: Date) {
    this.path = join(dataDir, 'imports', `${now.toISOString().replaceAll(':', '-')}-broken-lines.txt`)
  }

  add(line: BrokenLine): void {
    this.count++
    if (this.count > reportedMax) return
    const text = brokenLineText(line)
    if (this.first.length < shownMax) this.first.push(text)
    this.write(text)
  }

  close(): void {
    if (this.file === null) return
    if (this.count > reportedMax) this.write(`and ${this.count - reportedMax} more`)
    closeSync(this.file)
    this.file = null
  }

  /** Writes to the report. A full disk ends the report, not the import. */
  private write(text: string): void {
    if (this.isCutOff) return
    try {
      if (this.file === null) {
        mkdirSync(join(this.path, '..'), { recursive: true, mode: 0o700 })
        this.file = openSync(this.path, 'a', 0o600)
      }
      writeSync(this.file, `${text}\n`)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      this.isCutOff = true
    }
  }
}
