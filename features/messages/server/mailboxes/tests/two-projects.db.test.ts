import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { call, create, setUpProject } from '#tests/support/seed-data.ts'
import { type MailWorld, mailWorld } from './mail-world.ts'

let m: MailWorld
let project: string
let mailbox: string
beforeAll(async () => {
  m = await mailWorld()
  project = await setUpProject(m.app, m.bob)
  await ask(m.world.url, `update project set realm = 'sandbox' where id = $1`, [project])
  await call(m.app, m.bob, 'PUT', `projects/${project}/message-settings`, { quietFrom: 0, quietTo: 0 })
  mailbox = (await call(m.app, m.bob, 'PUT', `projects/${project}/sandbox-mailbox`)).json().data.mailbox
})
afterAll(() => m.close())

/** Gives the mailbox of Bob's project an address and a user name. */
const sendAs = (address: string, user: string) =>
  ask(m.world.url, 'update mailbox set address = $2, smtp_user = $3 where id = $1', [mailbox, address, user])
const today = async () => (await call(m.app, m.bob, 'GET', `mailboxes/${mailbox}`)).json().data.today

/** Has Bob write to an address. Returns how that mail ends. */
async function bobWrites(address: string): Promise<{ state: string; hold: string | null }> {
  const begun = await call(m.app, m.bob, 'POST', 'mail-conversations', { project, mailbox, address, subject: 'Hi' })
  const { conversation } = begun.json().data
  await create(m.app, m.bob, 'messages', { project, conversation, text: 'Hello', state: 'queued' })
  await m.sendDue()
  const [row] = await ask<{ state: string; hold: string | null }>(
    m.world.url,
    'select state, hold from message where conversation_id = $1',
    [conversation],
  )
  return row!
}

test('a mailbox in two projects has one limit, and another account with its address has its own', async () => {
  for (let mail = 1; mail <= 10; mail++) await m.write(`silent${mail}@example.com`)
  for (let mail = 1; mail <= 10; mail++) await m.sendDue()
  await sendAs(m.address, 'other@sandbox.example')
  expect(await today()).toEqual({ sent: 0, most: 10 })
  expect(await bobWrites('silent@example.com')).toEqual({ state: 'sent', hold: null })

  await sendAs(m.address, m.address)
  expect(await today()).toEqual({ sent: 11, most: 10 })
  expect(await bobWrites('silent2@example.com')).toEqual({ state: 'deferred', hold: 'mailDaily' })
  // It has been warming up since the first project sent.
  m.world.clock.advance(25 * 3_600_000)
  expect(await today()).toEqual({ sent: 0, most: 15 })
  await m.sendDue()
  expect(await today()).toEqual({ sent: 1, most: 15 })
  expect((await call(m.app, m.ann, 'GET', `mailboxes/${m.mailbox}`)).json().data.today).toEqual({ sent: 1, most: 15 })
})
