export interface Line {
  /** Counted from 1, including empty lines, as in an editor. */
  line: number
  text: string
  /** True if the line exceeded the limit; `text` is then only its beginning. */
  tooLong: boolean
}

const newline = 10
const carriageReturn = 13
const keptBytesOfLongLine = 1_000

/** Splits chunks of bytes into lines (LF or CRLF), buffering at most one line of `maxBytes`. */
export class LineCutter {
  /** The number of lines started so far. */
  count = 0
  private readonly maxBytes: number
  private readonly skip: number
  private pending: Buffer[] = []
  private pendingBytes = 0
  private overflowed = false

  /** Counts the first `skip` lines without returning them. */
  constructor(maxBytes: number, skip = 0) {
    this.maxBytes = maxBytes
    this.skip = skip
  }

  /** Returns the lines that end in this chunk, except empty ones. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = []
    let from = 0
    while (from < chunk.length) {
      if (chunk[from] === newline && this.pendingBytes === 0) {
        this.count++
        from++
        continue
      }
      const at = chunk.indexOf(newline, from)
      if (at === -1) {
        this.keep(chunk.subarray(from), true)
        break
      }
      this.keep(chunk.subarray(from, at))
      from = at + 1
      const line = this.take()
      if (line) lines.push(line)
    }
    return lines
  }

  /** Returns the rest after the last newline. */
  end(): Line[] {
    const line = this.pendingBytes === 0 ? null : this.take()
    return line ? [line] : []
  }

  /** `isReused`: the stream may reuse the part's memory. */
  private keep(part: Buffer, isReused = false): void {
    this.pendingBytes += part.length
    if (this.overflowed || this.count < this.skip) return
    if (this.pendingBytes > this.maxBytes) {
      this.overflowed = true
      this.pending = [Buffer.concat([...this.pending, part]).subarray(0, keptBytesOfLongLine)]
    } else this.pending.push(isReused ? Buffer.from(part) : part)
  }

  private take(): Line | null {
    const [only] = this.pending
    let bytes = this.pending.length === 1 && only ? only : Buffer.concat(this.pending)
    const tooLong = this.overflowed
    this.pending = []
    this.pendingBytes = 0
    this.overflowed = false
    this.count++
    if (this.count <= this.skip) return null
    if (bytes.at(-1) === carriageReturn) bytes = bytes.subarray(0, -1)
    let text = bytes.toString('utf8')
    if (this.count === 1 && text.startsWith('\ufeff')) text = text.slice(1)
    return text.trim() === '' ? null : { line: this.count, text, tooLong }
  }
}
