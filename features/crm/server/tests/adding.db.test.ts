import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs } from '#platform/server/ctx.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob } from '#tests/support/leads.ts'
import { jobTransaction } from '#tests/support/seed-data.ts'
import { importPeople } from '../csv/import-people.ts'
import { forgetEmails } from '../people/emails.ts'
import { PeopleWorld } from './people-world.ts'

let crm: PeopleWorld
beforeAll(async () => {
  crm = await PeopleWorld.open()
})
afterAll(() => crm.world.close())
beforeEach(() => crm.begin())

describe('the authors of leads', () => {
  const add = (data: object, by = crm.ann) => crm.send('POST', `projects/${crm.project}/people-of-leads`, data, by)

  test('are added once, with stage, tags, and owner, and the rest are skipped with a reason', async () => {
    const nils = await crm.person('Nils', { stage: 'won', owner: crm.ann.id })
    const [first, second, known, gone] = [
      ...[await crm.lead('Mara'), await crm.lead('mara')],
      ...[await crm.lead('nils'), await crm.lead(null)],
    ]
    const unknown = crm.world.ctx.id()
    const leads = [first, second, known, gone, unknown]
    const data = { leads, stage: 'qualified', tags: ['hot'], owner: crm.bob.id }
    const answer = (await add(data)).json().data
    const [mara] = await crm.people('&filters[handle][$eqi]=mara')
    expect(mara).toMatchObject({ stage: 'qualified', tags: ['hot'] })
    const both = [first, second].map((lead) => ({ lead, person: mara?.id }))
    expect(answer.added).toEqual(expect.arrayContaining(both))
    expect(answer.known).toEqual([{ lead: known, person: nils.id }])
    expect(answer.skipped).toEqual(
      expect.arrayContaining([
        { lead: gone, reason: 'noAuthor' },
        { lead: unknown, reason: 'noLead' },
      ]),
    )
    // Nobody is moved back, or taken from their owner.
    expect(await crm.read(nils.id)).toMatchObject({ stage: 'won', tags: ['hot'] })
    const [kept] = await crm.ask('select owner_id from person where id = $1', [nils.id])
    expect(kept).toEqual({ owner_id: crm.ann.id })
    const before = await crm.timeline(mara!.id)
    expect((await add(data)).json().data).toMatchObject({ added: [], skipped: expect.any(Array) })
    expect(await crm.timeline(mara!.id)).toEqual(before)
    expect(before.at(-1)).toMatchObject({ kind: 'added', how: 'lead', by: crm.ann.email })
  })

  test('become one person each, however often they are added at once', async () => {
    const leads = [await crm.lead('Mara'), await crm.lead('nils')]
    const answers = await Promise.all(Array.from({ length: 6 }, () => add({ leads: leads.toReversed() })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect((await crm.people()).map(({ handle }) => handle).toSorted()).toEqual(['Mara', 'nils'])
    expect(answers.flatMap((answer) => answer.json().data.added)).toHaveLength(2)
  })

  test('are refused for others, and with wrong stages, owners, and numbers', async () => {
    const leads = [await crm.lead('mara')]
    expect(await crm.refusals('POST', `projects/${crm.project}/people-of-leads`, { leads })).toEqual([404, 403, 403])
    const faults = [
      ...[{ leads: [] }, { leads: Array(201).fill(leads[0]) }, { leads, stage: 'friend' }],
      { leads, owner: crm.cleo.id },
    ]
    for (const fault of faults) expect((await add(fault)).statusCode).toBe(400)
    expect(await crm.people()).toEqual([])
  })
})

describe('a file with people', () => {
  const path = (kind = 'imports') => `projects/${crm.project}/people-${kind}`
  const load = (csv: string) => crm.send('POST', path(), { csv })
  const file = [
    'Handle,Stage,Value,Currency,Tags,Owner,Do not contact,Shoe size',
    'mara,Qualified,1200.50,EUR,"hot, pipes",bob@example.com,,40',
    'u/nils,,,,,,yes,',
    'two words,,,,,,,',
    'olga,Friend,,,,,,',
  ].join('\n')

  test('is previewed, imported, and changes nothing a second time', async () => {
    const known = await crm.person('Nils', { stage: 'won', tags: ['old'] })
    const expected = {
      columns: ['handle', 'stage', 'value', 'currency', 'tags', 'owner', 'doNotContact'],
      ignored: ['Shoe size'],
      ...{ added: 1, updated: 1, unchanged: 0, refusedCount: 2 },
      refused: [
        { row: 4, handle: 'two words', why: "The handle isn't the name of a Reddit account" },
        { row: 5, handle: 'olga', why: 'The project has no stage "Friend"' },
      ],
    }
    expect((await crm.send('POST', path('import-previews'), { csv: file })).json().data).toEqual(expected)
    expect(await crm.people()).toHaveLength(1)
    expect((await load(file)).json().data).toEqual(expected)
    const [mara] = await crm.people('&filters[handle]=mara&populate=owner')
    expect(mara).toMatchObject({
      ...{ stage: 'qualified', value: 120_050, currency: 'EUR', tags: ['hot', 'pipes'] },
      owner: { email: crm.bob.email },
    })
    expect(await crm.read(known.id)).toMatchObject({ stage: 'won', tags: ['old'], doNotContact: true })
    expect((await crm.timeline(mara!.id)).map(({ kind }) => kind)).toEqual(['added'])
    expect((await crm.timeline(known.id))[0]).toMatchObject({ kind: 'doNotContact', isSet: true })
    expect((await load(file)).json().data).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
    const allowed = 'handle,do not contact\nnils,no'
    expect((await load(allowed)).json().data).toMatchObject({ updated: 0, unchanged: 1 })
  })

  test('of thousands is imported at once, also twice at the same time', async () => {
    const csv = ['handle;tags', ...Array.from({ length: 5000 }, (_, at) => `person_${at};t${at % 7}`)].join('\n')
    const answers = (await Promise.all([load(csv), load(csv)])).map((answer) => answer.json().data)
    expect(answers.map(({ added, unchanged }) => [added, unchanged]).toSorted()).toEqual([
      [0, 5000],
      [5000, 0],
    ])
    const long = `${csv}\none_more;`
    expect((await load(long)).json().error.message).toBe('The file has more than 5,000 rows. Split it.')
  })

  test('is imported whole or not at all, wherever the server dies', async () => {
    const memberships = [{ projectId: crm.project, role: 'owner' }] as const
    const ann = { kind: 'user', userId: crm.ann.id, sessionId: 'any', memberships } as const
    await killAtEachMoment(actingAs(crm.world.ctx, ann), (ctx) =>
      importPeople(ctx, { id: crm.project, csv: 'handle\nmara\nnils' }).then(() => {}),
    )
    expect(await crm.people()).toHaveLength(2)
    const [events] = await crm.ask('select count(*)::int as count from person_event where project_id = $1', [
      crm.project,
    ])
    expect(events).toEqual({ count: 2 })
  })

  test('is refused for others, without handles, and if it is broken', async () => {
    expect(await crm.refusals('POST', path(), { csv: file })).toEqual([404, 403, 403])
    expect(await crm.refusals('POST', path('import-previews'), { csv: file })).toEqual([404, 403, 403])
    for (const csv of ['', 'handle', 'name of a person\nmara', 'handle\n"mara', 'x'.repeat(900_001)]) {
      expect((await load(csv)).statusCode).toBe(400)
    }
    expect(await crm.people()).toEqual([])
  })

  test('is what the list exports, without formulas', async () => {
    await crm.person('-mara-', { value: 120_050, currency: 'EUR', tags: ['=1+1', 'pipes'], owner: crm.bob.id })
    await crm.person('nils', { stage: 'won' })
    const answer = await crm.send('GET', `people.csv?filters[project]=${crm.project}&filters[stage]=new`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="people.csv"')
    const [head, row, ...rest] = answer.body.trim().split('\r\n')
    expect(rest).toEqual([])
    expect(head).toContain('handle,stage,stageSince,value,currency,owner,tags,doNotContact')
    expect(row).toMatch(/^"'-mara-",New,[^,]+,1200\.50,EUR,bob@example\.com,"'=1\+1, pipes",/)
    await crm.ask('delete from person where project_id = $1', [crm.project])
    expect((await load(answer.body)).json().data).toMatchObject({ added: 1, refusedCount: 0 })
    expect((await crm.people())[0]).toMatchObject({ handle: '-mara-', value: 120_050, tags: ['=1+1', 'pipes'] })
    expect((await crm.send('GET', 'people.csv', undefined, crm.cleo)).statusCode).toBe(403)
    expect(await crm.signedOut('GET', 'people.csv')).toBe(403)
    const foreign = await crm.send('GET', `people.csv?filters[project]=${crm.project}`, undefined, crm.dora)
    expect(foreign.body.trim().split('\r\n')).toHaveLength(1)
  })
})

describe('an email address', () => {
  let mara: string
  beforeEach(async () => {
    mara = (await crm.person('mara')).id
  })
  const set = (message: string, email?: string) =>
    crm.send('PUT', `people/${mara}/email`, { message, ...(email && { email }) })

  test('is kept if a message of the person shows it, and forgotten on request', async () => {
    const message = await crm.wrote(mara, 'Write to Mara@Pipes.example, please')
    const emails = (await crm.send('GET', `people/${mara}/emails`)).json().data
    expect(emails).toEqual([{ email: 'mara@pipes.example', message, at: crm.world.clock.now.toISOString() }])
    for (let times = 0; times < 2; times++) {
      expect((await set(message)).json().data).toMatchObject({ email: 'mara@pipes.example', emailMessageId: message })
    }
    expect((await crm.people('&filters[email][$containsi]=PIPES')).map(({ id }) => id)).toEqual([mara])
    for (let times = 0; times < 2; times++) {
      expect((await crm.send('DELETE', `people/${mara}/email`)).statusCode).toBe(204)
    }
    expect(await crm.read(mara)).toMatchObject({ email: null, emailMessageId: null })
    const kinds = (await crm.timeline(mara, '?kinds=email')).map((entry) => entry.kind === 'email' && entry.isSet)
    expect(kinds.toSorted()).toEqual([false, true])
  })

  test('is refused without proof, for several addresses, and if it is somebody else’s', async () => {
    const nils = (await crm.person('nils')).id
    const [none, two] = [await crm.wrote(mara, 'Hello'), await crm.wrote(mara, 'a@pipes.example, b@pipes.example')]
    const foreign = await crm.wrote(nils, 'nils@pipes.example')
    for (const message of [none, foreign, crm.world.ctx.id()]) expect((await set(message)).statusCode).toBe(400)
    expect((await set(two)).json().error.details.errors).toMatchObject([{ path: ['email'] }])
    expect((await set(two, 'c@pipes.example')).statusCode).toBe(400)
    expect((await set(two, 'B@pipes.example')).json().data.email).toBe('b@pipes.example')
    const same = await crm.wrote(nils, 'B@PIPES.example')
    const taken = await crm.send('PUT', `people/${nils}/email`, { message: same })
    expect(taken.json().error).toMatchObject({ status: 400, message: expect.stringContaining('Merge them') })
    expect(await crm.refusals('PUT', `people/${mara}/email`, { message: two })).toEqual([404, 403, 403])
    expect(await crm.refusals('DELETE', `people/${mara}/email`)).toEqual([404, 403, 403])
    expect(await crm.refusals('GET', `people/${mara}/emails`)).toEqual([404, 403, 403])
  })

  test('of a mail is theirs if the mail names their account, and links the conversation', async () => {
    const mailed = async (text: string) => {
      const [begun, message] = [crm.world.ctx.id(), crm.world.ctx.id()]
      const from = `from-${message}@pipes.example`
      await crm.ask(
        `with c as (
           insert into conversation (project_id, id, channel, kind, address, state, created_at, updated_at)
           values ($1, $2, 'mail', 'mail', $4, 'open', $6, $6))
         insert into message (project_id, id, conversation_id, channel, direction, state, text, from_address, sent_at, created_at, updated_at)
         values ($1, $3, $2, 'mail', 'in', 'received', $5, $4, $6, $6, $6)`,
        [crm.project, begun, message, from, text, crm.world.clock.now],
      )
      return { begun, message, from }
    }
    const foreign = await mailed('I am u/marathon, hello')
    expect((await set(foreign.message)).statusCode).toBe(400)
    const { begun, message, from } = await mailed('It is me, u/Mara, from Reddit')
    expect((await crm.send('GET', `people/${mara}/emails`)).json().data).toMatchObject([{ email: from, message }])
    expect((await set(message)).json().data.email).toBe(from)
    const of = async () => (await crm.ask('select person_id from conversation where id = $1', [begun]))[0]?.person_id
    expect(await of()).toBe(mara)
    expect((await crm.timeline(mara, '?kinds=message'))[0]).toMatchObject({ channel: 'mail', conversation: begun })
    await crm.send('DELETE', `people/${mara}/email`)
    expect(await of()).toBeNull()
  })

  test.each([
    ['is deleted', 'delete from message where id = $1'],
    ['is emptied', "update message set text = '' where id = $1"],
    ['no longer shows it', "update message set text = 'Never mind' where id = $1"],
  ])('goes when its message %s', async (_how, statement) => {
    const message = await crm.wrote(mara, 'mara@pipes.example')
    await set(message)
    await crm.ask(statement, [message])
    await jobTransaction(crm.world.ctx, (tx) =>
      forgetEmails(asJob(crm.world.ctx), tx, [{ projectId: crm.project, id: message }]),
    )
    expect(await crm.read(mara)).toMatchObject({ email: null, emailMessageId: null })
  })
})
