import type { Mailbox, StoredMail } from '../mailbox.ts'
import { headerLines, quoted, splitMail, structureOf } from './structure.ts'

/** A command, with each literal as a part of its own. */
export interface Command {
  tag: string
  text: string
  literals: readonly Buffer[]
}

/** Gives emails numbers that rise as IMAP wants them. They change when the sandbox restarts, and so does `validity`. */
export interface Numbers {
  validity: number
  uidOf(mail: StoredMail): number
}

const folders = { inbox: 'INBOX', sent: 'Sent' } as const
type Folder = keyof typeof folders

const capabilities = 'IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=XOAUTH2 ID UIDPLUS SPECIAL-USE'

/** One connection of a mail program: a subset of RFC 3501 over the mails of one address. The password `wrong` is. */
export class ImapSession {
  readonly #mailbox: Mailbox
  readonly #numbers: Numbers
  #address: string | null = null
  #folder: Folder | null = null
  readonly #isToken: (address: string, token: string) => boolean
  isOver = false

  constructor(mailbox: Mailbox, numbers: Numbers, isToken: (address: string, token: string) => boolean) {
    this.#mailbox = mailbox
    this.#numbers = numbers
    this.#isToken = isToken
  }

  greeting(): string {
    return `* OK [CAPABILITY ${capabilities}] sandbox ready\r\n`
  }

  /** Returns the answer to a command. */
  answer({ tag, text, literals }: Command): Buffer {
    const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? []
    const done = (words: string, data: (string | Buffer)[] = []) =>
      Buffer.concat([...data.map((part) => Buffer.from(part)), Buffer.from(`${tag} ${words}\r\n`)])
    const bare = {
      CAPABILITY: `* CAPABILITY ${capabilities}\r\n`,
      NOOP: '',
      ID: '* ID ("name" "sandbox")\r\n',
    } as const
    const name = verb.toUpperCase()
    if (name in bare) return done(`OK ${name} completed`, [bare[name as keyof typeof bare]])
    if (name === 'LOGOUT') {
      this.isOver = true
      return done('OK bye', ['* BYE bye\r\n'])
    }
    if (name === 'LOGIN') return done(this.#login(wordsIn(rest, literals)))
    if (name === 'AUTHENTICATE') return done(this.#authenticate(rest))
    if (this.#address === null) return done('BAD sign in first')
    switch (name) {
      case 'LIST':
      case 'LSUB':
        return done('OK listed', listing(name, wordsIn(rest, literals).at(-1) ?? '*'))
      case 'STATUS':
        return this.#status(rest, done)
      case 'SELECT':
      case 'EXAMINE':
        return this.#select(wordsIn(rest, literals)[0] ?? '', name, done)
      case 'CLOSE':
      case 'UNSELECT':
        this.#folder = null
        return done('OK closed')
      case 'APPEND':
        return this.#append(wordsIn(rest, literals)[0] ?? '', literals, done)
      case 'UID':
      case 'FETCH':
      case 'SEARCH':
        return this.#inFolder(name === 'UID' ? rest : text, name === 'UID', literals, done)
      case 'CREATE':
      case 'SUBSCRIBE':
      case 'ENABLE':
        return done('OK done')
      default:
        return done('BAD unknown command')
    }
  }

  #login([user = '', password = '']: readonly string[]): string {
    if (password === 'wrong' || !user.includes('@')) return 'NO [AUTHENTICATIONFAILED] wrong password'
    this.#address = user.toLowerCase()
    return `OK [CAPABILITY ${capabilities}] signed in`
  }

  #authenticate(rest: string): string {
    const [method = '', response = ''] = rest.split(' ')
    const plain = Buffer.from(response, 'base64').toString()
    if (method.toUpperCase() === 'PLAIN') return this.#login(plain.split('\0').slice(1))
    const [user = '', token = ''] = plain.split('\u0001').map((part) => part.replace(/^(?:user=|auth=Bearer )/, ''))
    return this.#isToken(user, token) ? this.#login([user]) : 'NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)'
  }

  #mails(folder: Folder): { seq: number; uid: number; mail: StoredMail }[] {
    const mails = this.#mailbox.folder(this.#address ?? '', folder)
    return mails.map((mail, at) => ({ seq: at + 1, uid: this.#numbers.uidOf(mail), mail }))
  }

  #status(rest: string, done: Done): Buffer {
    const folder = folderOf(rest.startsWith('"') ? (/^"([^"]*)"/.exec(rest)?.[1] ?? '') : (rest.split(' ')[0] ?? ''))
    if (!folder) return done('NO no such folder')
    const mails = this.#mails(folder)
    const next = (mails.at(-1)?.uid ?? 0) + 1
    const values = `MESSAGES ${mails.length} UIDNEXT ${next} UIDVALIDITY ${this.#numbers.validity} UNSEEN 0`
    return done('OK', [`* STATUS ${folders[folder]} (${values})\r\n`])
  }

  #select(name: string, verb: string, done: Done): Buffer {
    const folder = folderOf(name)
    if (!folder) return done('NO [NONEXISTENT] no such folder')
    this.#folder = folder
    const mails = this.#mails(folder)
    const lines = [
      `* ${mails.length} EXISTS`,
      '* 0 RECENT',
      '* FLAGS (\\Seen)',
      '* OK [PERMANENTFLAGS (\\Seen)] flags',
      `* OK [UIDVALIDITY ${this.#numbers.validity}] valid`,
      `* OK [UIDNEXT ${(mails.at(-1)?.uid ?? 0) + 1}] next`,
    ]
    const access = verb === 'SELECT' ? 'READ-WRITE' : 'READ-ONLY'
    return done(`OK [${access}] opened`, [`${lines.join('\r\n')}\r\n`])
  }

  #append(name: string, literals: readonly Buffer[], done: Done): Buffer {
    const [raw] = literals.slice(-1)
    const folder = folderOf(name)
    if (!raw || !folder) return done('NO [TRYCREATE] no such folder')
    const address = this.#address ?? ''
    if (folder === 'sent') this.#mailbox.addSent(address, raw)
    else this.#mailbox.add({ from: '', to: [address], raw })
    return done(`OK [APPENDUID ${this.#numbers.validity} ${this.#mails(folder).at(-1)?.uid ?? 1}] stored`)
  }

  #inFolder(text: string, isUid: boolean, literals: readonly Buffer[], done: Done): Buffer {
    if (this.#folder === null) return done('BAD open a folder first')
    const mails = this.#mails(this.#folder)
    const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? []
    if (verb.toUpperCase() === 'SEARCH') {
      const found = mails.filter(({ mail, uid, seq }) => matches(wordsIn(rest, literals), mail, { uid, seq, mails }))
      return done('OK found', [`* SEARCH${found.map(({ uid, seq }) => ` ${isUid ? uid : seq}`).join('')}\r\n`])
    }
    if (verb.toUpperCase() !== 'FETCH') return done('BAD unknown command')
    const [, set = '', items = ''] = /^(\S+) (.*)$/s.exec(rest) ?? []
    const last = (isUid ? mails.at(-1)?.uid : mails.length) ?? 0
    const wanted = mails.filter(({ uid, seq }) => isIn(set, isUid ? uid : seq, last))
    return done(
      'OK fetched',
      wanted.flatMap(({ seq, uid, mail }) => [
        Buffer.from(`* ${seq} FETCH (`),
        itemsOf(items, isUid, uid, mail),
        Buffer.from(')\r\n'),
      ]),
    )
  }
}

type Done = (words: string, data?: (string | Buffer)[]) => Buffer

function folderOf(name: string): Folder | null {
  if (name.toUpperCase() === 'INBOX') return 'inbox'
  return name.toLowerCase() === 'sent' ? 'sent' : null
}

/** An empty pattern asks for the delimiter. */
function listing(verb: string, pattern: string): string[] {
  if (pattern === '') return [`* ${verb} (\\Noselect) "/" ""\r\n`]
  return [`* ${verb} (\\HasNoChildren) "/" INBOX\r\n`, `* ${verb} (\\HasNoChildren \\Sent) "/" Sent\r\n`]
}

/** Returns the words of a command: atoms, quoted strings, and literals. */
function wordsIn(text: string, literals: readonly Buffer[]): string[] {
  const left = [...literals]
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|\{\d+\+?\}|(\S+)/g)].map(([all, inQuotes, atom]) =>
    all.startsWith('{') ? (left.shift()?.toString() ?? '') : (inQuotes?.replace(/\\(.)/g, '$1') ?? atom ?? ''),
  )
}

function isIn(set: string, number: number, last: number): boolean {
  return set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)))
    return number >= Math.min(from, to) && number <= Math.max(from, to)
  })
}

/** Returns whether an email matches all keys of a search. Unknown keys match. */
function matches(
  keys: readonly string[],
  { id, raw }: StoredMail,
  { uid, seq, mails }: { uid: number; seq: number; mails: readonly { uid: number }[] },
): boolean {
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]?.toUpperCase() ?? ''
    const operand = keys[at + 1] ?? ''
    if (key === 'UID' && !isIn(operand, uid, mails.at(-1)?.uid ?? 0)) return false
    if (/^[\d:*,]+$/.test(key) && keys[at - 1]?.toUpperCase() !== 'UID' && !isIn(key, seq, mails.length)) return false
    if (key === 'SINCE' && id < Date.parse(`${operand} UTC`)) return false
    if (key === 'HEADER') {
      const lines = headerLines(splitMail(raw).header, [operand.toLowerCase()])
      if (!lines.toLowerCase().includes((keys[at + 2] ?? '').toLowerCase())) return false
    }
  }
  return true
}

const itemPattern = /BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?|[\w.]+/gi

/** Returns the items of an email that a program asks for. */
function itemsOf(items: string, isUid: boolean, uid: number, { id, raw }: StoredMail): Buffer {
  const parts: Buffer[] = isUid ? [Buffer.from(`UID ${uid}`)] : []
  const literal = (name: string, data: Buffer) =>
    parts.push(Buffer.concat([Buffer.from(`${name} {${data.length}}\r\n`), data]))
  for (const [item, section, from, length] of items.matchAll(itemPattern)) {
    const name = item.toUpperCase()
    if (name === 'FLAGS') parts.push(Buffer.from('FLAGS (\\Seen)'))
    if (name === 'UID' && !isUid) parts.push(Buffer.from(`UID ${uid}`))
    if (name === 'RFC822.SIZE') parts.push(Buffer.from(`RFC822.SIZE ${raw.length}`))
    if (name === 'INTERNALDATE') parts.push(Buffer.from(`INTERNALDATE ${quoted(dateOf(id))}`))
    if (name === 'BODYSTRUCTURE') parts.push(Buffer.from(`BODYSTRUCTURE ${structureOf(raw)}`, 'latin1'))
    if (name === 'RFC822') literal('RFC822', raw)
    if (section === undefined) continue
    const whole = sectionOf(section, raw)
    const data = from === undefined ? whole : whole.subarray(Number(from), Number(from) + Number(length))
    literal(`BODY[${section}]${from === undefined ? '' : `<${from}>`}`, data)
  }
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from(' '), part])))
}

function sectionOf(section: string, raw: Buffer): Buffer {
  const { header, body } = splitMail(raw)
  const names = /^HEADER\.FIELDS \(([^)]*)\)$/i.exec(section)?.[1]
  if (names !== undefined) return Buffer.from(headerLines(header, names.toLowerCase().split(/[ "]+/)), 'latin1')
  if (/^HEADER$/i.test(section)) return Buffer.from(header, 'latin1')
  return /^TEXT$/i.test(section) ? body : raw
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dateOf(id: number): string {
  const [day = '', time = ''] = new Date(id).toISOString().split('T')
  const [year = '', month = '', date = ''] = day.split('-')
  return `${date}-${months[Number(month) - 1]}-${year} ${time.slice(0, 8)} +0000`
}
