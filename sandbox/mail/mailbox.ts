import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** A mail as a mailbox shows it. */
export interface Mail {
  /** Rises with every mail. */
  id: number
  at: Date
  /** The address that it was handed over with. */
  from: string
  /** Whom it was handed over for, whatever the mail itself says. */
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string | null
}

/** A mail as it came, below what the server that took it says about it. */
interface Kept {
  id: number
  raw: Buffer
}

/** How much is kept; of older mails nothing is left. */
const mailsMost = 200
const bytesMost = 16_000_000

/** Mails that arrived, one file each (RFC 5322), so that a restart loses none and any mail program opens them. */
export class Mailbox {
  readonly #folder: string | null
  readonly #now: () => number
  /** Oldest first. */
  #kept: Kept[] = []

  /** Without a folder nothing outlives the process. */
  constructor(folder: string | null, now: () => number) {
    this.#folder = folder === null ? null : join(folder, 'mail')
    this.#now = now
    if (this.#folder !== null) this.#read(this.#folder)
  }

  #read(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const ids = readdirSync(folder).flatMap((name) => /^(\d+)\.eml$/.exec(name)?.[1] ?? [])
    this.#kept = ids
      .map(Number)
      .sort((a, b) => a - b)
      .map((id) => ({ id, raw: readFileSync(join(folder, `${id}.eml`)) }))
    this.#forgetOld()
  }

  /** Keeps a mail; it is on the disk when this returns. Addresses are single lines. */
  add({ from, to, raw }: { from: string; to: readonly string[]; raw: Buffer }): void {
    const now = this.#now()
    const id = Math.max(now, (this.#kept.at(-1)?.id ?? 0) + 1)
    const envelope = [`Return-Path: <${from}>`, ...to.map((each) => `Delivered-To: ${each}`)]
    const received = `Received: by sandbox; ${new Date(now).toUTCString().replace('GMT', '+0000')}`
    const kept = { id, raw: Buffer.concat([Buffer.from(`${[...envelope, received].join('\r\n')}\r\n`), raw]) }
    if (this.#folder !== null) {
      const path = join(this.#folder, `${id}.eml`)
      writeFileSync(`${path}.new`, kept.raw, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    }
    this.#kept.push(kept)
    this.#forgetOld()
  }

  #forgetOld(): void {
    let bytes = this.#kept.reduce((sum, { raw }) => sum + raw.length, 0)
    while (this.#kept.length > mailsMost || bytes > bytesMost) {
      const oldest = this.#kept.shift()!
      bytes -= oldest.raw.length
      this.#remove(oldest)
    }
  }

  #remove({ id }: Kept): void {
    if (this.#folder !== null) rmSync(join(this.#folder, `${id}.eml`), { force: true })
  }

  /** Newest first; those for one address, or all. */
  async mails(to: string | null): Promise<Mail[]> {
    const all = await Promise.all(this.#kept.toReversed().map(read))
    const wanted = to?.toLowerCase()
    return wanted === undefined ? all : all.filter((mail) => mail.to.some((each) => each.toLowerCase() === wanted))
  }

  /** The mail as it came; null where there is none. */
  raw(id: number): Buffer | null {
    return this.#kept.find((each) => each.id === id)?.raw ?? null
  }

  /** Forgets what arrived for one address, or everything. */
  async clear(to: string | null): Promise<void> {
    const gone = new Set((await this.mails(to)).map(({ id }) => id))
    for (const kept of this.#kept) if (gone.has(kept.id)) this.#remove(kept)
    this.#kept = this.#kept.filter(({ id }) => !gone.has(id))
  }
}

async function read({ id, raw }: Kept): Promise<Mail> {
  const { headers, subject = '', text = '', html = '', messageId = null } = await PostalMime.parse(raw)
  const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    id,
    at: new Date(valuesOf('received')[0]?.split('; ')[1] ?? Number.NaN),
    from: valuesOf('return-path')[0]?.replace(/^<|>$/g, '') ?? '',
    to: valuesOf('delivered-to'),
    subject,
    text,
    html,
    messageId,
  }
}
