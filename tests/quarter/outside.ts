import { once } from 'node:events'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { MailServer } from '#sandbox/mail/mail-server.ts'
import { Mailbox } from '#sandbox/mail/mailbox.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { chattingCommunity } from './community.ts'

/** An email as it arrived, without what the mailbox forgets. */
interface ArrivedMail {
  to: string
  messageId: string
  /** The tokens of posts in it. */
  tokens: string[]
}

/** All third parties, on the clock of this process. */
export interface Outside {
  sandbox: Sandbox
  mails: readonly ArrivedMail[]
  /** Controls Reddit. Returns null if what the words name doesn't exist. */
  reddit(what: string, words: object): Promise<Record<string, unknown> | null>
  /** Controls Paddle, or pays (`pay`). */
  paddle(what: string, words: object): Promise<Record<string, unknown>>
  /** Returns the payments and subscriptions at Paddle. */
  books(): Promise<Books>
  close(): Promise<void>
}

interface Books {
  subscriptions: { id: string; status: string }[]
  transactions: { id: string; status: string; subscription_id: string | null }[]
  waiting: number
}

/** Begins the text that identifies a post everywhere. */
const tokenPattern = /zq[a-j]{6}/g

/** Returns the text that identifies a post in every copy of it: letters, because numbers make no difference to copies. */
export function tokenOf(number: number): string {
  return `zq${String(number)
    .padStart(6, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
}

/** Notes every email when it arrives, because the sandbox keeps only the last ones. */
class NotingMailbox extends Mailbox {
  readonly noted: ArrivedMail[] = []

  override add(mail: { from: string; to: readonly string[]; raw: Buffer }): void {
    super.add(mail)
    // Undoes the line breaks of quoted-printable text.
    const text = mail.raw.toString('utf8').replaceAll('=\r\n', '')
    const messageId = /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? ''
    const tokens = [...new Set(text.match(tokenPattern))]
    for (const to of mail.to) this.noted.push({ to, messageId, tokens })
  }
}

export async function openOutside(options: { askers: number; perDay: number; webhookUrl: string }): Promise<Outside> {
  const mailbox = new NotingMailbox(null, Date.now)
  const mail = await MailServer.open(mailbox)
  const community = () => chattingCommunity(options)
  const server = sandboxServer({ community, days: 4, mail, webhookUrl: options.webhookUrl }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sandbox = addressesOf(server, mail)
  const send = async (url: string, method: string, words?: object) =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(words && { body: JSON.stringify(words) }),
    })
  return {
    sandbox,
    mails: mailbox.noted,
    reddit: async (what, words) => {
      const answer = await send(`${sandbox.reddit.url}/control/${what}`, 'PUT', words)
      if (answer.status === 404) return null
      return answered(answer, what)
    },
    paddle: async (what, words) => {
      const path = what === 'pay' ? '/pay' : `/control/${what}`
      return answered(await send(`${sandbox.paddle.url}${path}`, 'POST', words), what)
    },
    books: async () => {
      const answer = await send(`${sandbox.paddle.url}/control/state`, 'GET')
      return (await answer.json()) as Books
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await mail.close()
    },
  }
}

async function answered(answer: Response, what: string): Promise<Record<string, unknown>> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The sandbox refused ${what}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
