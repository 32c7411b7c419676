import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { z } from 'zod'
import { ImapServer } from './imap/imap-server.ts'
import type { Mailbox } from './mailbox.ts'
import { mailboxDomain, mannerOf, reactionTo, unsubscribeUrlIn } from './people.ts'

/** How the mail server handles an email. */
const behaviours = ['well', 'refuse', 'greylist', 'spam', 'stall', 'cut', 'mute', 'lose'] as const
type Name = (typeof behaviours)[number]

/** Descriptions for the control page. */
export const behaviourWords: Record<Name, string> = {
  well: 'accept emails',
  refuse: 'reject the address (550)',
  greylist: 'ask to retry later (450)',
  spam: 'reject the text as spam (554)',
  stall: 'never respond',
  cut: 'disconnect in the middle of the text',
  mute: 'accept the email but never confirm it',
  lose: 'accept the email but disconnect before confirming it',
}

export const Behaviour = z.object({
  behaviour: z.enum(behaviours),
  /** After this many emails, the server behaves normally again. */
  times: z.coerce.number().int().positive().optional(),
})
export type Behaviour = z.infer<typeof Behaviour>

const sizeMost = 1_000_000

/** Returns whether an access token opens the mailbox of an address. */
export type TokenCheck = (address: string, token: string) => boolean

/** Accepts every email (SMTP without encryption, any name and password), forwards none, and misbehaves on request. */
export class MailServer {
  readonly mailbox: Mailbox
  readonly #smtp: SMTPServer
  readonly #server: Server
  #told: Behaviour = { behaviour: 'well' }
  #isToken: TokenCheck = () => false
  /** The behavior for the current email of each connection. */
  readonly #moods = new Map<string, Name>()
  readonly #now: () => number
  /** Slow people whom the server has asked to wait for. */
  readonly #delayed = new Set<string>()
  readonly imap: ImapServer

  private constructor(mailbox: Mailbox, imap: ImapServer, { port, now }: { port: number; now: () => number }) {
    this.mailbox = mailbox
    this.imap = imap
    this.#now = now
    this.#smtp = new SMTPServer({
      name: 'sandbox',
      size: sizeMost,
      authOptional: true,
      allowInsecureAuth: true,
      authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
      hideSTARTTLS: true,
      disableReverseLookup: true,
      logger: false,
      onAuth: ({ username = '', password, accessToken }, _session, done) => {
        const isWrong = accessToken === undefined ? password === 'wrong' : !this.#isToken(username, accessToken)
        if (isWrong) done(refusal(535, '5.7.8 Wrong password'))
        else done(null, { user: username })
      },
      onMailFrom: (_address, { id }, done) => {
        const mood = this.#take()
        this.#moods.set(id, mood)
        if (mood !== 'stall') done()
      },
      onRcptTo: ({ address }, { id, envelope }, done) => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        done(refusals[this.#moods.get(id) ?? 'well'] ?? this.#refusalOf(sender, address))
      },
      onData: (stream, session, done) => {
        this.#receive(stream, session).then((isSaid) => isSaid && done(), done)
      },
      onClose: ({ id }) => this.#moods.delete(id),
    })
    // Ignores clients that disconnect early. Errors of listening are reported by the server below.
    this.#smtp.on('error', () => {})
    this.#server = this.#smtp.listen(port, '127.0.0.1')
  }

  /** Listens on loopback, by SMTP and IMAP; port 0 takes a free one. */
  static async open(mailbox: Mailbox, port = 0, { imapPort = 0, now = Date.now } = {}): Promise<MailServer> {
    const imap = await ImapServer.open(mailbox, now, imapPort)
    const server = new MailServer(mailbox, imap, { port, now })
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Sets which access tokens open a mailbox (XOAUTH2); none do otherwise. */
  acceptTokens(isToken: TokenCheck): void {
    this.#isToken = isToken
    this.imap.isToken = isToken
  }

  get told(): Behaviour {
    return this.#told
  }

  tell(told: Behaviour): void {
    this.#told = told
  }

  async close(): Promise<void> {
    await this.imap.close()
    for (const connection of this.#smtp.connections) connection.close()
    return new Promise((done) => this.#smtp.close(done))
  }

  #take(): Name {
    const { behaviour, times } = this.#told
    if (times !== undefined) this.#told = times > 1 ? { behaviour, times: times - 1 } : { behaviour: 'well' }
    return behaviour
  }

  /** Returns whether to confirm the email to the client. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<boolean> {
    const mood = this.#moods.get(session.id) ?? 'well'
    if (mood === 'cut') {
      stream.resume()
      this.#breakOff(session)
      return false
    }
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw refusal(552, '5.3.4 The mail is too large')
    if (mood === 'spam') throw refusal(554, '5.7.1 The text is not wanted here')
    const { mailFrom, rcptTo } = session.envelope
    const from = mailFrom ? mailFrom.address : ''
    this.mailbox.add({ from, to: rcptTo.map(({ address }) => address), raw })
    if (from.endsWith(mailboxDomain)) for (const { address } of rcptTo) await this.#react({ from, to: address, raw })
    if (mood === 'lose') this.#breakOff(session)
    return mood !== 'lose' && mood !== 'mute'
  }

  /** Returns how the server of somebody refuses mail from a project's mailbox. */
  #refusalOf(from: string, to: string): Error | undefined {
    if (!from.endsWith(mailboxDomain)) return undefined
    const manner = mannerOf(to)
    if (manner === 'missing') return refusals.refuse
    if (manner !== 'slow' || this.#delayed.has(to)) return undefined
    this.#delayed.add(to)
    return refusals.greylist
  }

  /** Lets somebody react to a mail from a project's mailbox. */
  async #react(received: { from: string; to: string; raw: Buffer }): Promise<void> {
    const reaction = await reactionTo({ ...received, now: this.#now() })
    if (reaction) this.mailbox.add({ ...reaction, to: [received.from] })
    const url = mannerOf(received.to) === 'unsubscribe' ? unsubscribeUrlIn(received.raw) : null
    if (url === null) return
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    // Nobody waits for it, as mail programs do it in the background.
    fetch(url, { method: 'POST', body }).catch(() => {})
  }

  #breakOff({ id }: SMTPServerSession): void {
    for (const connection of this.#smtp.connections) if (connection.id === id) connection.close()
  }
}

const refusals: Partial<Record<Name, Error>> = {
  refuse: refusal(550, '5.1.1 There is no such address'),
  greylist: refusal(450, '4.2.0 Greylisted, come back later'),
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
