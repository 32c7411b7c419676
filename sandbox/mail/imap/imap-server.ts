import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Mailbox, StoredMail } from '../mailbox.ts'
import { type Command, ImapSession } from './session.ts'

/** The longest command with its literals. */
const commandMost = 4_000_000

/** Serves the mails of a mail server by IMAP without encryption. The user name is the address. */
export class ImapServer {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #uids = new Map<number, number>()
  /** Changes with each start, because the numbers of mails do. Tests change it while it runs. */
  validity: number
  /** Whether an access token opens the mailbox of an address. */
  isToken: (address: string, token: string) => boolean = () => false

  private constructor(mailbox: Mailbox, now: () => number, port: number) {
    this.validity = Math.floor(now() / 1000)
    const numbers = { uidOf: (mail: StoredMail) => this.#uidOf(mail), validity: () => this.validity }
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy())
      const session = new ImapSession(
        mailbox,
        {
          uidOf: numbers.uidOf,
          get validity() {
            return numbers.validity()
          },
        },
        (address, token) => this.isToken(address, token),
      )
      socket.write(session.greeting())
      converse(socket, session)
    }).listen(port, '127.0.0.1')
  }

  /** Listens on loopback; port 0 takes a free one. */
  static async open(mailbox: Mailbox, now: () => number, port = 0): Promise<ImapServer> {
    const server = new ImapServer(mailbox, now, port)
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    return `imap://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Numbers all mails anew, as servers do after a repair. */
  renumber(): void {
    this.validity++
    this.#uids.clear()
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((done) => this.#server.close(() => done()))
  }

  #uidOf({ id }: StoredMail): number {
    const known = this.#uids.get(id)
    if (known !== undefined) return known
    const next = this.#uids.size + 1
    this.#uids.set(id, next)
    return next
  }
}

/** Reads commands and writes answers, one after the other. */
function converse(socket: Socket, session: ImapSession): void {
  let received = Buffer.alloc(0)
  let text = ''
  let literals: Buffer[] = []
  let expected: number | null = null
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    if (received.length > commandMost) return socket.destroy()
    for (;;) {
      if (expected !== null) {
        if (received.length < expected) return
        literals.push(received.subarray(0, expected))
        received = received.subarray(expected)
        expected = null
      }
      const end = received.indexOf('\r\n')
      if (end < 0) return
      const line = received.subarray(0, end).toString()
      received = received.subarray(end + 2)
      text += line
      const [, size, isPlus] = /\{(\d+)(\+?)\}$/.exec(line) ?? []
      if (size !== undefined) {
        expected = Number(size)
        if (isPlus === '') socket.write('+ go on\r\n')
        continue
      }
      // The response comes in a line of its own.
      if (/^\S+ AUTHENTICATE \S+$/i.test(text)) {
        text += ' '
        socket.write('+ \r\n')
        continue
      }
      const [, tag = '*', rest = ''] = /^(\S+) (.*)$/s.exec(text) ?? []
      const command: Command = { tag, text: rest, literals }
      text = ''
      literals = []
      socket.write(session.answer(command))
      if (session.isOver) return socket.end()
    }
  })
}
