import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { call } from '#tests/support/seed-data.ts'
import { type MailWorld, mailWorld } from './mail-world.ts'

let m: MailWorld
beforeAll(async () => {
  m = await mailWorld()
})
afterAll(() => m.close())
beforeEach(async () => {
  m.world.clock.advance(20 * 60_000)
  m.mail.tell({ behaviour: 'well' })
  await ask(m.world.url, `delete from conversation where channel = 'mail'`)
  await ask(m.world.url, 'delete from mailbox_suppression')
})

test('a mail is sent, answered, and answered back in one thread', async () => {
  const { conversation, message } = await m.write('mara@example.com')
  await m.sendDue()
  await m.readNow()
  expect(await m.messages(conversation)).toMatchObject([
    { id: message, state: 'confirmed', direction: 'out' },
    { state: 'received', direction: 'in', text: expect.stringContaining('Can you tell me more?') },
  ])
  expect(await m.conversations()).toMatchObject([{ id: conversation, unread: true, state: 'open' }])
  m.world.clock.advance(1000)
  await m.send(conversation, 'Of course.')
  await m.sendDue()
  await m.readNow()
  const rows = await m.messages(conversation)
  expect(rows.map(({ state }) => state)).toEqual(['confirmed', 'received', 'confirmed', 'received'])
  const [answer] = await m.mail.mailbox.mails('mara@example.com')
  expect(answer?.subject).toBe('Re: Welders')
})

describe('a mail that is sent', () => {
  test('has the headers of RFC 8058, and only the first one says how to unsubscribe', async () => {
    const { conversation } = await m.write('mara@example.com')
    await m.sendDue()
    await m.readNow()
    await m.send(conversation, 'Of course.')
    await m.sendDue()
    const [second, first] = await m.mail.mailbox.mails('mara@example.com')
    const raw = m.mail.mailbox.raw(first!.id)!.toString()
    expect(raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:3000\/unsubscribe\/[\w-]{43}>\r$/im)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(raw).not.toContain('text/html')
    expect(first!.text).toContain('/unsubscribe/')
    expect(second!.text).not.toContain('/unsubscribe/')
    expect(m.mail.mailbox.raw(second!.id)!.toString()).toContain(`In-Reply-To: `)
  })

  test('can start no other header, whatever its subject and names', async () => {
    const begun = await call(m.app, m.ann, 'POST', 'mail-conversations', {
      ...{ project: m.project, mailbox: m.mailbox, address: 'mara@example.com' },
      subject: 'Hi\r\nBcc: everybody@example.com',
    })
    expect(begun.statusCode).toBe(400)
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { name: 'Ann "A", <x@example.com>' })
    await m.write('mara@example.com', 'Hello\r\n.\r\nRCPT TO:<eve@example.com>')
    await m.sendDue()
    const [got] = await m.mail.mailbox.mails('mara@example.com')
    expect(got?.text).toContain('RCPT TO')
    expect(got?.to).toEqual(['mara@example.com'])
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { name: 'Ann' })
  })

  test.each([
    ['greylist', { state: 'deferred', hold: 'mailServer', reason: expect.stringContaining('450') }],
    ['spam', { state: 'refused', refusal: 'rejected', reason: expect.stringContaining('554') }],
    ['refuse', { state: 'refused', refusal: 'bounced', reason: expect.stringContaining('550') }],
    ['lose', { state: 'armed', hold: null }],
    ['cut', { state: 'deferred', hold: 'mailServer' }],
  ] as const)('and met by a server that does this: %s', async (behaviour, expected) => {
    const { conversation } = await m.write('mara@example.com')
    m.mail.tell({ behaviour, times: 1 })
    await m.sendDue()
    expect(await m.messages(conversation)).toMatchObject([expected])
    expect(await m.suppressed()).toEqual(behaviour === 'refuse' ? ['mara@example.com bounced'] : [])
  })

  test('and delayed by its server leaves later, once', async () => {
    const { conversation } = await m.write('slow@example.com')
    await m.sendDue()
    expect(await m.messages(conversation)).toMatchObject([{ state: 'deferred' }])
    m.world.clock.advance(6 * 60_000)
    await m.sendDue()
    await m.sendDue()
    expect(await m.messages(conversation)).toMatchObject([{ state: 'sent' }])
    expect(await m.mail.mailbox.mails('slow@example.com')).toHaveLength(1)
  })

  test('whose answer is lost is never sent again by itself, and a member decides', async () => {
    const { conversation, message } = await m.write('silent@example.com')
    const other = await m.write('silent2@example.com')
    m.mail.tell({ behaviour: 'lose', times: 2 })
    await m.sendDue()
    m.world.clock.advance(11 * 60_000)
    await m.readNow()
    await m.sendDue()
    expect(await m.messages(conversation)).toMatchObject([{ state: 'armed', hold: 'unclear' }])
    const decide = (id: string, sent: boolean, by = m.ann) => call(m.app, by, 'PUT', `messages/${id}/outcome`, { sent })
    expect((await decide(message, true, m.bob)).statusCode).toBe(404)
    expect((await decide(message, true)).json().data).toMatchObject({ state: 'sent', hold: null })
    expect((await decide(message, false)).statusCode).toBe(409)
    expect((await decide(other.message, false)).json().data.state).toBe('queued')
    await m.sendDue()
    await m.sendDue()
    const sent = await m.mail.mailbox.mails('silent2@example.com')
    expect(sent).toHaveLength(2)
    // The recipient's mail program sees the same mail twice.
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await m.mail.mailbox.mails('silent@example.com')).toHaveLength(1)
  })

  test('and found in the folder of sent mails was sent, even if its answer was lost', async () => {
    const { conversation, message } = await m.write('silent@example.com')
    m.mail.tell({ behaviour: 'lose', times: 1 })
    await m.sendDue()
    m.mail.mailbox.addSent(
      m.address,
      Buffer.from(`Message-ID: <${message}@sandbox.example>\r\nTo: <silent@example.com>\r\n\r\nHi`),
    )
    await m.readNow()
    expect(await m.messages(conversation)).toMatchObject([{ state: 'confirmed', hold: null }])
  })

  test('and answered was sent, even if its answer was lost', async () => {
    const { conversation } = await m.write('mara@example.com')
    m.mail.tell({ behaviour: 'lose', times: 1 })
    await m.sendDue()
    await m.readNow()
    const rows = await m.messages(conversation)
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['confirmed', 'received'])
  })

  test('is copied to the folder of sent mails once, also if a reading was cut off', async () => {
    await m.write('silent@example.com')
    await m.sendDue()
    const before = m.mail.mailbox.folder(m.address, 'sent').length
    await m.readNow()
    await ask(m.world.url, `update message set state = 'sent' where channel = 'mail'`)
    await m.readNow()
    await m.readNow()
    expect(m.mail.mailbox.folder(m.address, 'sent').length - before).toBe(1)
  })

  test('waits for the stop switch, a pause, quiet hours, and the limit of the mailbox', async () => {
    const settings = (data: object) => call(m.app, m.ann, 'PUT', `projects/${m.project}/message-settings`, data)
    const held = async () => (await m.messages()).map(({ state, hold }) => `${state} ${hold}`)
    await call(m.app, m.ann, 'PUT', `projects/${m.project}/message-stop`)
    await m.write('silent@example.com')
    await m.sendDue()
    expect(await held()).toEqual(['deferred stopped'])
    await call(m.app, m.ann, 'DELETE', `projects/${m.project}/message-stop`)
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { paused: true })
    await m.sendDue()
    expect(await held()).toEqual(['deferred paused'])
    await settings({ quietFrom: 0, quietTo: 23 })
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { paused: false })
    await m.sendDue()
    expect(await held()).toEqual(['deferred quietHours'])
    await settings({ quietFrom: 0, quietTo: 0 })
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { dailyMost: 1 })
    await m.write('silent2@example.com')
    await m.sendDue()
    expect((await held()).toSorted()).toEqual(['deferred mailDaily', 'sent null'])
    expect((await call(m.app, m.ann, 'GET', `mailboxes/${m.mailbox}`)).json().data.today).toEqual({ sent: 1, most: 1 })
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { dailyMost: 50 })
    await m.sendDue()
    expect(await held()).toEqual(['sent null', 'sent null'])
  })

  test('leaves once, if two workers run at the same time', async () => {
    for (const name of ['silent1', 'silent2', 'silent3']) await m.write(`${name}@two.example.com`)
    await Promise.all([m.sendDue(), m.sendDue(), m.sendDue()])
    await m.sendDue()
    for (const name of ['silent1', 'silent2', 'silent3']) {
      expect(await m.mail.mailbox.mails(`${name}@two.example.com`)).toHaveLength(1)
    }
  })
})

describe('a suppressed address', () => {
  test('is refused when a mail is queued, when one is armed, and when a conversation begins', async () => {
    const { conversation, message } = await m.write('mara@example.com')
    const add = () =>
      call(m.app, m.ann, 'POST', 'mail-suppressions', { project: m.project, address: 'Mara@Example.com' })
    expect((await add()).statusCode).toBe(201)
    expect((await add()).statusCode).toBe(400)
    await m.sendDue()
    expect(await m.messages(conversation)).toMatchObject([{ id: message, state: 'refused', refusal: 'suppressed' }])
    expect(await m.mail.mailbox.mails('mara@example.com')).toEqual(expect.not.arrayContaining([{ subject: 'never' }]))
    const body = { project: m.project, conversation, text: 'Hi', state: 'queued' }
    expect((await call(m.app, m.ann, 'POST', 'messages', body)).json().error.message).toContain('Your team suppressed')
    const begin = { project: m.project, mailbox: m.mailbox, address: 'mara@example.com', subject: 'Hi' }
    expect((await call(m.app, m.ann, 'POST', 'mail-conversations', begin)).statusCode).toBe(409)
  })

  test('unsubscribed by one click: GET changes nothing, POST works twice, and a stranger can do nothing', async () => {
    const { conversation } = await m.write('silent@example.com')
    await m.sendDue()
    const [got] = await m.mail.mailbox.mails('silent@example.com')
    const path = /\/unsubscribe\/[\w-]{43}/.exec(got!.text)![0]
    expect((await m.app.inject({ url: path })).body).toContain('Unsubscribe')
    expect(await m.suppressed()).toEqual([])
    const post = (url: string) =>
      m.app.inject({
        ...{ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await post(`/unsubscribe/${'x'.repeat(43)}`)).statusCode).toBe(404)
    expect(await m.suppressed()).toEqual([])
    await m.send(conversation, 'One more thing.')
    for (const _ of [1, 2]) expect((await post(path)).body).toContain('from this sender')
    expect(await m.suppressed()).toEqual(['silent@example.com unsubscribed'])
    await m.sendDue()
    expect((await m.messages(conversation)).map(({ state }) => state)).toEqual(['sent', 'refused'])
  })

  test.each([
    [
      'bounce@example.com',
      'bounced',
      { state: 'refused', refusal: 'bounced', reason: expect.stringContaining('550 5.1.1') },
    ],
    ['stop@example.com', 'asked', { state: 'confirmed' }],
    ['missing@example.com', 'bounced', { state: 'refused', refusal: 'bounced' }],
  ])('%s is on the list as %s', async (address, reason, expected) => {
    const { message } = await m.write(address)
    await m.sendDue()
    await m.readNow()
    expect(await m.suppressed()).toEqual([`${address} ${reason}`])
    expect((await m.messages()).find(({ id }) => id === message)).toMatchObject(expected)
  })

  test('that asked to stop is removed only by an owner or admin', async () => {
    await m.write('stop@example.com')
    await m.sendDue()
    await m.readNow()
    const [{ id } = { id: '' }] = (await call(m.app, m.ann, 'GET', 'mail-suppressions')).json().data
    expect((await call(m.app, m.bob, 'DELETE', `mail-suppressions/${id}`)).statusCode).toBe(404)
    expect((await call(m.app, m.ann, 'DELETE', `mail-suppressions/${id}`)).statusCode).toBe(204)
  })
})

describe('reading', () => {
  const stranger = (headers: string, body = 'Hello') =>
    `From: Mara <mara@example.com>\r\nTo: <${m.address}>\r\n${headers}\r\n\r\n${body}\r\n`

  test('stores only what concerns the project, unless all mail is shown', async () => {
    m.deliver(stranger('Message-ID: <private-1@example.com>\r\nSubject: Private'))
    await m.readNow()
    expect(await m.conversations()).toEqual([])
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { showsAll: true })
    m.deliver(stranger('Message-ID: <private-2@example.com>\r\nSubject: Shown'))
    await m.readNow()
    expect(await m.conversations()).toMatchObject([{ title: 'Shown', address: 'mara@example.com' }])
    await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}`, { showsAll: false })
  })

  test('a subject alone makes no thread, and References do, in any order and twice', async () => {
    const { conversation, message } = await m.write('silent@example.com')
    await m.sendDue()
    const own = `<${message}@sandbox.example>`
    m.deliver(stranger('Message-ID: <s1@example.com>\r\nSubject: Re: Welders'))
    // The second answer arrives before the first.
    m.deliver(
      stranger(
        `Message-ID: <t2@example.com>\r\nIn-Reply-To: <t1@example.com>\r\nReferences: ${own} <t1@example.com>`,
        'Two',
      ),
    )
    m.deliver(stranger(`Message-ID: <t1@example.com>\r\nIn-Reply-To: ${own}`, 'One'))
    m.deliver(stranger(`Message-ID: <t1@example.com>\r\nIn-Reply-To: ${own}`, 'One again'))
    await m.readNow()
    const rows = await m.messages()
    expect(
      rows
        .filter(({ direction }) => direction === 'in')
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['One', 'Two'])
    expect((await m.conversations()).map(({ id }) => id)).toEqual([conversation])
  })

  test('goes on after the server numbered all mails anew, without storing any twice', async () => {
    const { conversation } = await m.write('mara@example.com')
    await m.sendDue()
    await m.readNow()
    m.mail.imap.renumber()
    await m.readNow()
    expect((await m.messages(conversation)).map(({ state }) => state)).toEqual(['confirmed', 'received'])
    await m.send(conversation, 'Of course.')
    await m.sendDue()
    await m.readNow()
    expect(await m.messages(conversation)).toHaveLength(4)
  })

  test('a notice of absence is no answer', async () => {
    const { conversation } = await m.write('away@example.com')
    await m.sendDue()
    await m.readNow()
    expect(await m.messages(conversation)).toMatchObject([{}, { direction: 'in', isAutomatic: true }])
    expect(await m.conversations()).toMatchObject([{ unread: false }])
  })

  test('mails written by hand in a known thread appear', async () => {
    const { conversation, message } = await m.write('silent@example.com')
    await m.sendDue()
    const byHand = `From: <${m.address}>\r\nTo: <silent@example.com>\r\nMessage-ID: <hand@example.com>\r\nIn-Reply-To: <${message}@sandbox.example>\r\n\r\nBy hand`
    m.mail.mailbox.addSent(m.address, Buffer.from(byHand))
    await m.readNow()
    expect(await m.messages(conversation)).toMatchObject([
      {},
      { direction: 'out', state: 'confirmed', text: 'By hand' },
    ])
  })

  test('a report that names no mail of ours changes nothing', async () => {
    const { conversation } = await m.write('silent@example.com')
    await m.sendDue()
    m.deliver(
      'From: mailer-daemon@evil.example\r\nX-Failed-Recipients: silent@example.com\r\n\r\n550 5.1.1 no such user\r\nMessage-ID: <guess@sandbox.example>\r\n',
    )
    await m.readNow()
    expect(await m.messages(conversation)).toMatchObject([{ direction: 'out', state: 'confirmed' }])
    expect(await m.suppressed()).toEqual([])
  })

  test('files are listed by name and size, and not stored', async () => {
    const { conversation, message } = await m.write('silent@example.com')
    await m.sendDue()
    const file = Buffer.alloc(900_000, 'x').toString('base64')
    m.deliver(
      [
        `From: silent@example.com\r\nMessage-ID: <files@example.com>\r\nIn-Reply-To: <${message}@sandbox.example>`,
        'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n',
        '--b\r\nContent-Type: text/plain\r\n\r\nSee the plan.',
        `--b\r\nContent-Type: application/pdf; name="../plan.pdf"\r\nContent-Disposition: attachment; filename="../plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}`,
        '--b--\r\n',
      ].join('\r\n'),
    )
    await m.readNow()
    const row = (await m.messages(conversation)).at(-1)
    expect(row).toMatchObject({ text: 'See the plan.', attachments: [{ name: '.. plan.pdf', bytes: 900_000 }] })
  })

  test('a server that rejects the password is shown with what to do, and read again later', async () => {
    const [sealed] = await ask<{ s: string }>(m.world.url, 'select secret_sealed as s from mailbox')
    const { seal } = await import('#platform/server/seal.ts')
    await ask(m.world.url, 'update mailbox set secret_sealed = $1', [seal(m.ctx, 'mailbox', 'wrong')])
    await m.readNow()
    const shown = (await call(m.app, m.ann, 'GET', `mailboxes/${m.mailbox}`)).json().data
    expect(shown).toMatchObject({
      state: 'failing',
      trouble: expect.stringContaining('rejected the user name or password'),
    })
    await ask(m.world.url, 'update mailbox set secret_sealed = $1', [sealed!.s])
    await m.readNow()
    expect((await call(m.app, m.ann, 'GET', `mailboxes/${m.mailbox}`)).json().data).toMatchObject({
      state: 'connected',
      trouble: null,
    })
  })
})

test('no answer and no log has the secret, and disconnecting forgets it', async () => {
  const { seal } = await import('#platform/server/seal.ts')
  const secret = 'swordfish-7'
  await ask(m.world.url, 'update mailbox set secret_sealed = $1', [seal(m.ctx, 'mailbox', secret)])
  const { conversation } = await m.write('mara@example.com')
  await m.sendDue()
  await m.readNow()
  const find = await call(m.app, m.ann, 'GET', 'mailboxes')
  const one = await call(m.app, m.ann, 'GET', `conversations/${conversation}?populate=*`)
  const server = { host: '10.0.0.1', port: 993, security: 'tls', user: 'ann' }
  const tried = await call(m.app, m.ann, 'PUT', `mailboxes/${m.mailbox}/servers`, {
    ...{ imap: server, smtp: server, password: secret },
  })
  expect(tried.json().data).toMatchObject({
    mailbox: null,
    steps: [{ state: 'failed', trouble: expect.stringContaining('private network') }, {}],
  })
  for (const body of [find.body, one.body, tried.body, m.world.logged.join('\n')]) expect(body).not.toContain(secret)
  expect(`${find.body}${one.body}`).not.toMatch(/sealed/i)
  await m.send(conversation, 'Wait')
  const gone = await call(m.app, m.ann, 'DELETE', `mailboxes/${m.mailbox}/connection`)
  expect(gone.json().data.state).toBe('disconnected')
  expect(await ask(m.world.url, 'select secret_sealed, access_sealed from mailbox')).toEqual([
    { secret_sealed: null, access_sealed: null },
  ])
  expect((await m.messages(conversation)).map(({ state }) => state)).toContain('draft')
  expect((await call(m.app, m.ann, 'PUT', `projects/${m.project}/sandbox-mailbox`)).json().data.mailbox).toBe(m.mailbox)
})
