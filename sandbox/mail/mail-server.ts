import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { z } from 'zod'
import type { Mailbox } from './mailbox.ts'

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

/** Accepts every email (SMTP without encryption, any name and password), forwards none, and misbehaves on request. */
export class MailServer {
  readonly mailbox: Mailbox
  readonly #smtp: SMTPServer
  readonly #server: Server
  #told: Behaviour = { behaviour: 'well' }
  /** The behavior for the current email of each connection. */
  readonly #moods = new Map<string, Name>()

  private constructor(mailbox: Mailbox, port: number) {
    this.mailbox = mailbox
    this.#smtp = new SMTPServer({
      name: 'sandbox',
      size: sizeMost,
      authOptional: true,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      disableReverseLookup: true,
      logger: false,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onMailFrom: (_address, { id }, done) => {
        const mood = this.#take()
        this.#moods.set(id, mood)
        if (mood !== 'stall') done()
      },
      onRcptTo: (_address, { id }, done) => done(refusals[this.#moods.get(id) ?? 'well']),
      onData: (stream, session, done) => {
        this.#receive(stream, session).then((isSaid) => isSaid && done(), done)
      },
      onClose: ({ id }) => this.#moods.delete(id),
    })
    // Ignores clients that disconnect early. Errors of listening are reported by the server below.
    this.#smtp.on('error', () => {})
    this.#server = this.#smtp.listen(port, '127.0.0.1')
  }

  /** Listens on loopback; port 0 takes a free one. */
  static async open(mailbox: Mailbox, port = 0): Promise<MailServer> {
    const server = new MailServer(mailbox, port)
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get told(): Behaviour {
    return this.#told
  }

  tell(told: Behaviour): void {
    this.#told = told
  }

  close(): Promise<void> {
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
    this.mailbox.add({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
    if (mood === 'lose') this.#breakOff(session)
    return mood !== 'lose' && mood !== 'mute'
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
