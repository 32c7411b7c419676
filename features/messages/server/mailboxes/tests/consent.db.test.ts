import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MailServer } from '#sandbox/mail/mail-server.ts'
import { Mailbox } from '#sandbox/mail/mailbox.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { appOf, call, create, type Person, setUpProject } from '#tests/support/seed-data.ts'
import { openTestProviders, type TestProviders } from '#tests/support/sign-in-providers.ts'
import type { World } from '#tests/support/world.ts'
import { readMailboxes } from '../../mail-inbox/read-mailboxes.ts'
import { sendMails } from '../../mail-outbox/send-mails.ts'
import { openTestMailProvider, type TestMailProvider } from './google-servers.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
let mail: MailServer
let google: TestProviders
let servers: TestMailProvider
const address = 'wilma@pipewell.example'

beforeAll(async () => {
  const opened = await testApp('ann', 'bob')
  ;({ world, ann, bob } = opened)
  const now = () => world.ctx.now().getTime()
  mail = await MailServer.open(new Mailbox(null, now), 0, { now })
  google = await openTestProviders({ mail })
  servers = await openTestMailProvider(mail)
  const { clientId, clientSecret, authUrl, tokenUrl } = google.apps.google
  const urls = { authUrl: `${authUrl}/o/oauth2/v2/auth`, tokenUrl: `${tokenUrl}/token` }
  world.ctx.mailApps = { google: { clientId, clientSecret, ...urls } }
  world.ctx.network = { ...world.ctx.network, ...servers.network }
  app = await appOf(world.ctx)
  project = await setUpProject(app, ann)
  await call(app, ann, 'PUT', `projects/${project}/message-settings`, { quietFrom: 0, quietTo: 0 })
})
afterEach(() => google.behave())
afterAll(async () => {
  await app.close()
  await google.close()
  await servers.close()
  await mail.close()
  await world.close()
})

/** Goes to Google's page and chooses a person, or nobody. Returns the redirect back. */
async function choose(person: string): Promise<string> {
  const begun = await call(app, ann, 'POST', 'mailbox-consents', { project, provider: 'google' })
  const back = await google.choose(begun.json().data.page, person)
  return back.pathname + back.search
}

async function finish(back: string, by = ann): Promise<string> {
  const answer = await app.inject({ url: back, headers: { cookie: `jwt=${by.jwt}` } })
  return new URL(String(answer.headers.location), 'http://localhost').searchParams.get('notice') ?? ''
}

const boxes = () =>
  ask<{ id: string; state: string; trouble: string | null; secret: string }>(
    world.url,
    `select id, state, trouble, row_to_json(mailbox)::text as secret from mailbox where address = $1`,
    [address],
  )

describe('consent at Google', () => {
  test('that is declined, repeated, or in another session connects nothing', async () => {
    expect(await finish(await choose(''))).toBe('mailbox-cancelled')
    expect(await finish(await choose('wilma'), bob)).toBe('mailbox-expired')
    expect(await boxes()).toEqual([])
  })

  test('connects a mailbox whose servers accept the token, once, and stores no token as it is', async () => {
    const back = await choose('wilma')
    expect(await finish(back)).toBe('mailbox-connected')
    expect(await finish(back)).toBe('mailbox-expired')
    const [box] = await boxes()
    expect(box).toMatchObject({ state: 'connected', trouble: null })
    const known = await google.token('google', 'wilma')
    expect(known).toMatch(/^[\w-]{32}$/)
    // Sealed values are longer than the tokens of 32 characters, and nothing of that length is stored.
    expect(box!.secret).not.toMatch(/"[\w-]{32}"/)
  })
})

describe('a mailbox at Google', () => {
  const readNow = async () => {
    await ask(world.url, 'update mailbox set due_at = null')
    await readMailboxes(asJob(world.ctx))
  }

  test('sends and reads mail, also once its access token has ended', async () => {
    const [box] = await boxes()
    world.clock.advance(2 * 60 * 60_000)
    const begun = await call(app, ann, 'POST', 'mail-conversations', {
      ...{ project, mailbox: box!.id, address: 'mara@example.com', subject: 'Welders' },
    })
    const { conversation } = begun.json().data
    const message = await create(app, ann, 'messages', { project, conversation, text: 'Hello.', state: 'queued' })
    await sendMails(asJob(world.ctx))
    const [sent] = await mail.mailbox.mails('mara@example.com')
    expect(sent).toMatchObject({ from: address, subject: 'Welders' })
    const raw = `From: Mara <mara@example.com>\r\nTo: ${address}\r\nSubject: Re: Welders\r\nMessage-ID: <a@example.com>\r\nIn-Reply-To: ${sent?.messageId}\r\n\r\nTell me more.`
    mail.mailbox.add({ from: 'mara@example.com', to: [address], raw: Buffer.from(raw) })
    await readNow()
    const stored = await ask<{ id: string; direction: string; text: string }>(
      world.url,
      'select id, direction, text from message where conversation_id = $1 order by created_at, id',
      [conversation],
    )
    expect(stored).toMatchObject([
      { id: message.id, direction: 'out' },
      { direction: 'in', text: expect.stringContaining('Tell me more.') },
    ])
  })

  test('whose owner took the consent back says so, and works again after a new one', async () => {
    await google.behave({ revoked: ['wilma'] })
    world.clock.advance(2 * 60 * 60_000)
    await readNow()
    expect(await boxes()).toMatchObject([{ trouble: 'signIn' }])
    expect(await finish(await choose('wilma'))).toBe('mailbox-connected')
    expect(await boxes()).toMatchObject([{ state: 'connected', trouble: null }])
  })

  test('is refused while its servers refuse the token', async () => {
    await google.behave({ emails: { bruno: 'other@crumb.example' } })
    expect(await finish(await choose('bruno'))).toBe('mailbox-failed')
  })
})
