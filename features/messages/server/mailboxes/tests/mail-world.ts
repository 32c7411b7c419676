import { createConnection } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { MailServer } from '#sandbox/mail/mail-server.ts'
import { Mailbox } from '#sandbox/mail/mailbox.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { appOf, call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { readMailboxes } from '../../mail-inbox/read-mailboxes.ts'
import { sendMails } from '../../mail-outbox/send-mails.ts'

/** A stored message, as tests look at it. */
interface MailRow {
  id: string
  state: string
  direction: string
  text: string
  hold: string | null
  refusal: string | null
  reason: string | null
  messageId: string | null
  isAutomatic: boolean
  attachments: { name: string; bytes: number }[]
}

export interface MailWorld {
  world: World
  app: FastifyInstance
  ann: Person
  bob: Person
  mail: MailServer
  project: string
  mailbox: string
  address: string
  ctx: Ctx
  /** Begins a conversation and sends its first mail. Returns both IDs. */
  write(to: string, text?: string, subject?: string): Promise<{ conversation: string; message: string }>
  send(conversation: string, text: string): Promise<string>
  /** Sends what is due. */
  sendDue(): Promise<void>
  /** Reads the mailboxes, whether they are due or not. */
  readNow(): Promise<void>
  /** Delivers a raw mail to the mailbox. */
  deliver(raw: string | Buffer, from?: string): void
  messages(conversation?: string): Promise<MailRow[]>
  conversations(): Promise<
    { id: string; address: string; title: string; personId: string | null; unread: boolean; state: string }[]
  >
  suppressed(): Promise<string[]>
  close(): Promise<void>
}

/** Opens a world with a sandbox mailbox connected to a project of Ann's. */
export async function mailWorld(): Promise<MailWorld> {
  const opened = await testApp('ann', 'bob')
  const { world, ann, bob } = opened
  const now = () => world.ctx.now().getTime()
  const mail = await MailServer.open(new Mailbox(null, now), 0, { now })
  world.ctx.sandbox = { mail: { url: 'http://127.0.0.1', smtpUrl: mail.url, imapUrl: mail.imap.url } } as Sandbox
  world.ctx.network = {
    ...world.ctx.network,
    dial: (host, port) => createConnection({ host, port }),
  }
  await opened.app.close()
  const app = await appOf(world.ctx)
  const project = await setUpProject(app, ann)
  await ask(world.url, `update project set realm = 'sandbox' where id = $1`, [project])
  await call(app, ann, 'PUT', `projects/${project}/message-settings`, { quietFrom: 0, quietTo: 0 })
  const attempt = (await call(app, ann, 'PUT', `projects/${project}/sandbox-mailbox`)).json().data
  const mailbox = attempt.mailbox as string
  const { address } = (await call(app, ann, 'GET', `mailboxes/${mailbox}`)).json().data
  const ctx = asJob(world.ctx)
  const send = async (conversation: string, text: string) =>
    (await create(app, ann, 'messages', { project, conversation, text, state: 'queued' })).id
  return {
    ...{ world, app, ann, bob, mail, project, mailbox, address, ctx, send },
    write: async (to, text = 'Hello, we make welders.', subject = 'Welders') => {
      const begun = await call(app, ann, 'POST', 'mail-conversations', { project, mailbox, address: to, subject })
      const { conversation } = begun.json().data
      return { conversation, message: await send(conversation, text) }
    },
    sendDue: () => sendMails(ctx),
    readNow: async () => {
      await ask(world.url, 'update mailbox set due_at = null')
      await readMailboxes(ctx)
    },
    deliver: (raw, from = 'mara@example.com') =>
      mail.mailbox.add({ from, to: [address], raw: typeof raw === 'string' ? Buffer.from(raw) : raw }),
    messages: (conversation) =>
      ask<MailRow>(
        world.url,
        `select id, state, direction, text, hold, refusal, reason, message_id as "messageId",
           is_automatic as "isAutomatic", attachments from message
         where project_id = $1 and channel = 'mail' and ($2::uuid is null or conversation_id = $2)
         order by coalesce(sent_at, created_at), id`,
        [project, conversation ?? null],
      ),
    conversations: () =>
      ask(
        world.url,
        `select id, address, title, person_id as "personId", unread, state from conversation
         where project_id = $1 and channel = 'mail' order by created_at, id`,
        [project],
      ),
    suppressed: async () =>
      (
        await ask<{ line: string }>(
          world.url,
          `select address || ' ' || reason as line from mailbox_suppression where project_id = $1 order by 1`,
          [project],
        )
      ).map(({ line }) => line),
    close: async () => {
      await app.close()
      await mail.close()
      await world.close()
    },
  }
}
