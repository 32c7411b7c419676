import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** A parsed email. */
export interface Mail {
  /** Rises with every email. */
  id: number
  at: Date
  /** The envelope sender. */
  from: string
  /** The envelope recipients, regardless of the headers. */
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string | null
}

/** A raw email with the server's envelope headers on top. */
export interface StoredMail {
  id: number
  raw: Buffer
}

/** Names the address in whose folder of sent emails an email is. */
const sentHeader = 'X-Sandbox-Sent-By'

/** Limits; older emails are deleted. */
const mailsMost = 200
const bytesMost = 16_000_000

/** Received emails, one file each (RFC 5322), so that they survive restarts and any email client opens them. */
export class Mailbox {
  readonly #folder: string | null
  readonly #now: () => number
  /** Oldest first. */
  #stored: StoredMail[] = []

  /** Without a folder, emails exist only in memory. */
  constructor(folder: string | null, now: () => number) {
    this.#folder = folder === null ? null : join(folder, 'mail')
    this.#now = now
    if (this.#folder !== null) this.#read(this.#folder)
  }

  #read(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const ids = readdirSync(folder).flatMap((name) => /^(\d+)\.eml$/.exec(name)?.[1] ?? [])
    this.#stored = ids
      .map(Number)
      .sort((a, b) => a - b)
      .map((id) => ({ id, raw: readFileSync(join(folder, `${id}.eml`)) }))
    this.#forgetOld()
  }

  /** Stores an email; it is on disk when this returns. Addresses are single lines. */
  add({ from, to, raw }: { from: string; to: readonly string[]; raw: Buffer }): void {
    this.#store([`Return-Path: <${from}>`, ...to.map((each) => `Delivered-To: ${each}`)], raw)
  }

  /** Stores an email that a mail program puts into the folder of sent emails of an address. */
  addSent(address: string, raw: Buffer): void {
    this.#store([`${sentHeader}: ${address}`], raw)
  }

  #store(envelope: readonly string[], raw: Buffer): void {
    const now = this.#now()
    const id = Math.max(now, (this.#stored.at(-1)?.id ?? 0) + 1)
    const received = `Received: by sandbox; ${new Date(now).toUTCString().replace('GMT', '+0000')}`
    const mail = { id, raw: Buffer.concat([Buffer.from(`${[...envelope, received].join('\r\n')}\r\n`), raw]) }
    if (this.#folder !== null) {
      const path = join(this.#folder, `${id}.eml`)
      writeFileSync(`${path}.new`, mail.raw, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    }
    this.#stored.push(mail)
    this.#forgetOld()
  }

  #forgetOld(): void {
    let bytes = this.#stored.reduce((sum, { raw }) => sum + raw.length, 0)
    while (this.#stored.length > mailsMost || bytes > bytesMost) {
      const oldest = this.#stored.shift()!
      bytes -= oldest.raw.length
      this.#remove(oldest)
    }
  }

  #remove({ id }: StoredMail): void {
    if (this.#folder !== null) rmSync(join(this.#folder, `${id}.eml`), { force: true })
  }

  /** Returns the raw emails in a folder of an address, oldest first. Their IDs rise. */
  folder(address: string, name: 'inbox' | 'sent'): readonly StoredMail[] {
    const header = name === 'inbox' ? 'Delivered-To' : sentHeader
    const line = `\r\n${header}: ${address}\r\n`.toLowerCase()
    return this.#stored.filter(({ raw }) => `\r\n${envelopeOf(raw)}`.toLowerCase().includes(line))
  }

  /** Returns the delivered emails for one address, or all, newest first. */
  async mails(to: string | null): Promise<Mail[]> {
    const delivered = this.#stored.filter(({ raw }) => !envelopeOf(raw).startsWith(sentHeader))
    const all = await Promise.all(delivered.toReversed().map(read))
    const wanted = to?.toLowerCase()
    return wanted === undefined ? all : all.filter((mail) => mail.to.some((each) => each.toLowerCase() === wanted))
  }

  /** Returns the raw email, or null if there is none. */
  raw(id: number): Buffer | null {
    return this.#stored.find((each) => each.id === id)?.raw ?? null
  }

  /** Deletes the emails for one address, or all. */
  async clear(to: string | null): Promise<void> {
    const deleted = new Set((await this.mails(to)).map(({ id }) => id))
    for (const mail of this.#stored) if (deleted.has(mail.id)) this.#remove(mail)
    this.#stored = this.#stored.filter(({ id }) => !deleted.has(id))
  }
}

/** Returns the lines that the server put above an email. */
function envelopeOf(raw: Buffer): string {
  const end = raw.indexOf('\r\nReceived: by sandbox')
  return raw.subarray(0, end < 0 ? 0 : end + 2).toString('latin1')
}

async function read({ id, raw }: StoredMail): Promise<Mail> {
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
