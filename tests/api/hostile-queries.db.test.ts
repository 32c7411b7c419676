import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Resource, Shown } from '#platform/contract/resource.ts'
import { testApp } from '../support/app.ts'
import { browserOf, call, create, type Person, seedOpportunity, setUpProject } from '../support/seed-data.ts'
import type { World } from '../support/world.ts'
import { privateNames } from './any-query.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let anns: string
let bobs: string
beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  anns = await setUpProject(app, ann, { competitors: ['Weldco', '100% Fit', 'a_b', 'c\\d'] })
  bobs = await setUpProject(app, bob)
  for (const project of [anns, bobs]) await seedOpportunity(world.ctx, project)
})
afterAll(() => world.close())

const table = Object.values<Endpoint>(endpoints)
const lists = table
  .flatMap(({ find, path, method, answer }) =>
    method === 'GET' && find && find.name !== 'me' && !path.includes(':') ? [{ resource: find, path, answer }] : [],
  )
  .map((list, at) => ({ ...list, at }))

async function ask(path: string, person = ann) {
  const { statusCode, body } = await app.inject({ url: `/api${path}`, headers: person.headers })
  const parsed: { data: unknown; error?: { message: string } } = JSON.parse(body)
  return { status: statusCode, body, data: parsed.data, message: parsed.error?.message ?? '' }
}

/** Returns names that a resource does not offer in filters, sort, fields or populate. */
function hiddenFrom(of: Resource): string[] {
  return privateNames.filter((key) => !Object.hasOwn(of.filterable, key) && !Object.hasOwn(of.entity.shape, key))
}

describe.each(lists)('$path', ({ resource, path, answer, at }) => {
  const hidden = hiddenFrom(resource)
  const [field = 'id'] = Object.keys(resource.filterable)

  test('refuses private fields at any depth (faults 1, CVE-2023-22894)', async () => {
    for (const [nth, key] of hidden.entries()) {
      const wraps = [
        (filter: string) => `filters${filter}`,
        (filter: string) => `filters[$and][0]${filter}`,
        (filter: string) => `filters[$or][0][${field}][$null]=true&filters[$or][1]${filter}`,
        (filter: string) => `filters[$not]${filter}`,
        (filter: string) => `filters[$and][0][$or][0][$not]${filter}`,
      ]
      const others = [`sort=${key}:asc`, `fields[0]=${key}`, `populate[0]=${key}`, `populate[${key}]=true`]
      // Each list refuses each key and each form. Over the lists, each key has each form.
      const filter = wraps[(at + nth) % wraps.length]!(`[${key}][$startsWith]=$2`)
      for (const query of [filter, others[(at + nth) % others.length]]) {
        expect((await ask(`${path}?${query}`)).message).toMatch(`Invalid key ${key}`)
      }
    }
  })

  test('refuses private fields of a relation (faults 2, CVE-2022-30617, CVE-2022-30618, CVE-2023-34235)', async () => {
    for (const [nth, relation] of Object.keys(resource.relations).entries()) {
      const queries = [
        `filters[${relation}][resetPasswordToken][$notNull]=true`,
        `filters[${relation}][passwordHash][$startsWith]=$argon`,
        `filters[${relation}][email][$contains]=@`,
        `filters[${relation}][name][$contains]=a`,
        `filters[${relation}][t1.password][$startsWith]=$2`,
        `sort=${relation}.password`,
        `sort[0]=${relation}.id:asc`,
        `fields=${relation}.passwordHash`,
        `populate[${relation}][fields][0]=passwordHash`,
        `populate[${relation}][filters][passwordHash][$null]=true`,
        `populate[${relation}][sort]=passwordHash`,
        `populate[${relation}][populate][passwordHash]=true`,
        `populate[${relation}][populate][sessions]=*`,
      ]
      // Over the relations, each form is sent to many.
      for (const query of queries.filter((_, form) => (at + nth + form) % 4 === 0)) {
        expect({ query, ...(await ask(`${path}?${query}`)) }).toMatchObject({ query, status: 400, data: null })
      }
    }
  })

  test('returns only the fields of the contract when everything is populated', async () => {
    const { data, status, body } = await ask(`${path}?populate=*`)
    expect(status).toBe(200)
    expect(body).not.toMatch(/argon2|passwordHash|password_hash/)
    // Rows are checked against their resource, figures against the endpoint's answer.
    if (Array.isArray(data)) expect(strangeKeys(resource, data)).toEqual([])
    else expect(answer.parse(JSON.parse(body))).toEqual(JSON.parse(body))
  })

  test('refuses an unsupported top-level key (faults 3, CVE-2026-27886, CVE-2024-56143)', async () => {
    for (const [nth, key] of [
      'where',
      'lookup',
      '_q',
      '_where',
      'having',
      'select',
      'limit',
      'start',
      'publicationState',
      'on',
    ].entries()) {
      const forms = [key, `${key}[passwordHash][$startsWith]`, `${key}[0]`]
      expect((await ask(`${path}?${forms[(at + nth) % forms.length]}=x`)).message).toBe(`Invalid key ${key}`)
    }
  })

  test("never returns another user's rows", async () => {
    const relations: Record<string, unknown> = resource.filterable
    const filter = resource.name === 'projects' ? `filters[id]=${bobs}` : `filters[project]=${bobs}`
    if (resource.name !== 'projects' && !('project' in relations)) return
    for (const query of [
      filter,
      `filters[$or][0][id][$notNull]=true&filters[$or][1]${filter.slice('filters'.length)}`,
    ]) {
      const { data } = await ask(`${path}?${query}&populate=*`)
      expect(JSON.stringify(data)).not.toContain(bobs)
    }
  })
})

/** Returns the keys of rows, including populated rows, that their entity does not have. */
function strangeKeys(of: Shown, rows: unknown): string[] {
  if (Array.isArray(rows)) return rows.flatMap((row) => strangeKeys(of, row))
  if (typeof rows !== 'object' || rows === null) return []
  return Object.entries(rows).flatMap(([key, value]) => {
    const target = Object.hasOwn(of.relations, key) ? of.relations[key] : undefined
    if (target) return strangeKeys(target, value)
    return Object.hasOwn(of.entity.shape, key) ? [] : [key]
  })
}

describe('keys with a meaning in SQL or JavaScript (faults 4)', () => {
  test.each([
    'filters[updatedBy][t1.password][$startsWith]=a',
    'filters[t0.password]=a',
    'filters[id);--]=a',
    `filters[${encodeURIComponent('"id" or 1=1')}]=a`,
    `filters[${encodeURIComponent("id' or '1'='1")}]=a`,
    'filters[a%00b]=a',
    'filters[__proto__][status]=done',
    'filters[constructor][prototype][status]=done',
    'filters[toString]=a',
    '__proto__[status]=done',
    'constructor[prototype]=a',
    'populate[__proto__]=*',
    'sort=__proto__:asc',
    'fields=constructor',
    'pagination[__proto__]=1',
  ])('%s', async (query) => {
    const { status, message } = await ask(`/projects?${query}`)
    expect({ status, message }).toMatchObject({ status: 400, message: expect.stringContaining('Invalid key') })
    expect({}).not.toHaveProperty('status')
  })
})

describe('invalid numbers (faults 5)', () => {
  test.each(['1e9', '-1', 'NaN', '0', '9007199254740993', 'Infinity', '1.5', '0x10', '١', ''])(
    'pageSize=%s',
    async (value) => {
      expect((await ask(`/projects?pagination[pageSize]=${encodeURIComponent(value)}`)).status).toBe(400)
    },
  )

  test('a list of numbers is refused, and a page past the last row is empty', async () => {
    expect((await ask('/projects?pagination[pageSize][0]=1&pagination[pageSize][1]=2')).status).toBe(400)
    expect((await ask('/projects?pagination[pageSize]=1&pagination[pageSize]=2')).status).toBe(400)
    expect(await ask('/projects?pagination[start]=1000000000&pagination[limit]=100')).toMatchObject({ data: [] })
    expect(await ask('/projects?pagination[page]=999999999&pagination[pageSize]=100')).toMatchObject({ data: [] })
  })
})

describe('oversized and malformed queries (faults 6)', () => {
  const many = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join('&')

  test.each<[string, string]>([
    ['ten thousand values', many(10_000, (index) => `filters[id][$in][${index}]=${index}`)],
    ['a thousand parameters', many(1200, () => 'sort=id')],
    ['64 kB of text', `filters[name]=${'x'.repeat(64_000)}`],
    ['a thousand nested keys', `filters${'[$and]'.repeat(1000)}=x`],
    ['a thousand open brackets', `filters${'['.repeat(1000)}`],
    ['20 levels of nesting', `filters${'[$not]'.repeat(20)}[name]=x`],
    ['a key with two shapes', 'filters[name]=a&filters[name][$ne]=b'],
    ['a key that is both a list and a value', 'filters[name][$in][0]=a&filters[name][$in]=b&filters[name][$in][x]=c'],
    ['invalid UTF-8', 'filters[name]=%ff%fe'],
    ['a lone surrogate', 'filters[name]=%ED%A0%80'],
    ['a broken escape', 'filters[name]=%zz'],
    ['a NUL character', 'filters[name]=%00'],
  ])('%s is refused within a second', async (_what, query) => {
    const before = process.cpuUsage()
    expect((await ask(`/projects?${query}`)).status).toBe(400)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  })

  test('a plus sign is a space, like %20', async () => {
    const path = '/competitors?filters[name]='
    expect(await ask(`${path}100%25+Fit`)).toMatchObject({ data: [{ name: '100% Fit' }] })
    expect(await ask(`${path}100%25%20Fit`)).toMatchObject({ data: [{ name: '100% Fit' }] })
    expect(await ask(`${path}100%25%2BFit`)).toMatchObject({ data: [] })
  })
})

describe('patterns and bounds (faults 10)', () => {
  test.each([
    ['%25', ['100% Fit']],
    ['_', ['a_b']],
    ['%5C', ['c\\d']],
    ['(a%2B)%2B$', []],
    ['.*', []],
  ])('$containsi=%s matches literally', async (value, found) => {
    const { data } = await ask(`/competitors?filters[name][$containsi]=${value}`)
    expect((data as { name: string }[]).map(({ name }) => name)).toEqual(found)
  })

  test.each(['=a', '[0]=2026-01-01', '[0]=2026-01-01&filters[createdAt][$between][1]=x'])(
    '$between%s is refused',
    async (bounds) => {
      expect((await ask(`/projects?filters[createdAt][$between]${bounds}`)).status).toBe(400)
    },
  )

  test.each(['$regex', '$where', '$expr', '$jsonSupersetOf', '$eqIgnoreCase', '$elemMatch'])(
    '%s is not an operator',
    async (operator) => {
      expect((await ask(`/projects?filters[name][${operator}]=(a%2B)%2B$`)).message).toBe(
        `Invalid key ${operator} at name`,
      )
    },
  )
})

describe('writing protected fields (faults 7)', () => {
  test("another user's project answers 404", async () => {
    const before = await ask(`/projects/${bobs}`, bob)
    expect((await call(app, ann, 'PUT', `projects/${bobs}`, { name: 'Mine' })).statusCode).toBe(404)
    expect(await ask(`/projects/${bobs}`, bob)).toEqual(before)
  })

  test.each([
    ['user', 'x'],
    ['status', 'paid'],
    ['agencyPlan', 'agency'],
    ['isAgencyProject', true],
    ['id', '01a1f8d3-ea00-7000-8000-28d47e53fe86'],
    ['documentId', '01a1f8d3-ea00-7000-8000-28d47e53fe86'],
    ['createdAt', '2020-01-01T00:00:00Z'],
    ['publishedAt', null],
    ['version', 7],
    ['backfilledVersion', 7],
  ])('%s of a project is refused', async (key, value) => {
    const answer = await call(app, ann, 'PUT', `projects/${anns}`, { name: 'Renamed', [key]: value })
    const details = { key, path: key, source: 'body' }
    expect(answer.json().error).toEqual({
      status: 400,
      name: 'ValidationError',
      message: `Invalid key ${key}`,
      details,
    })
    expect(await ask(`/projects/${anns}`)).toMatchObject({ data: { name: 'Pipewell' } })
  })

  test.each(['subscriptions', 'purchases', 'opportunities', 'audit-entries'])(
    '%s cannot be created through the API',
    async (path) => {
      expect((await call(app, ann, 'POST', path, { project: anns })).statusCode).toBe(404)
    },
  )
})

describe('two requests at once (faults 11)', () => {
  test('when two requests delete the same row, one gets a 404', async () => {
    const { id } = await create(app, ann, 'keywords', { project: anns, query: 'twice gone' })
    const answers = await Promise.all([1, 2].map(() => call(app, ann, 'DELETE', `keywords/${id}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
  })

  test('changes to different fields of a row are all saved', async () => {
    const { id } = await create(app, ann, 'competitors', { project: anns, name: 'Twoco' })
    const changes = [{ name: 'Twoco Ltd' }, { website: 'https://twoco.example' }, { status: 'paused' }]
    const answers = await Promise.all(changes.map((change) => call(app, ann, 'PUT', `competitors/${id}`, change)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await ask(`/competitors/${id}`)).toMatchObject({ data: Object.assign({}, ...changes) })
  })
})

test.each([
  'null',
  'https://localhost:3000.evil.example',
  'http://localhost:3000.evil.example',
  'http://evil-localhost:3000',
  'http://localhost:30000',
])('a request with a cookie from %s can neither write nor read (faults 12, CVE-2025-53092)', async (origin) => {
  const headers = { ...browserOf(ann), origin }
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const payload = method === 'PUT' ? { data: { name: 'Theirs' } } : undefined
    const answer = await app.inject({ method, url: `/api/projects/${anns}`, headers, ...(payload && { payload }) })
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  }
})

describe('malformed bodies (faults 9)', () => {
  const json = { 'content-type': 'application/json' }
  const send = (payload: string | Buffer, headers: Record<string, string> = json) =>
    app.inject({ method: 'POST', url: '/api/projects', headers: { ...ann.headers, ...headers }, payload })

  test.each<[string, string | Buffer, Record<string, string>]>([
    ['JSON sent as plain text', '{"data":{"name":"x"}}', { 'content-type': 'text/plain' }],
    ['form data', 'data[name]=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a hundred thousand nested lists', `{"data":${'['.repeat(100_000)}`, json],
    ['a repeated key with another shape', '{"data":{"name":"x"},"data":[1]}', json],
    ['a compressed body', Buffer.from([0x1f, 0x8b, 8, 0]), { ...json, 'content-encoding': 'gzip' }],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), json],
  ])('%s', async (_what, payload, headers) => {
    expect([400, 415]).toContain((await send(payload, headers)).statusCode)
  })

  test('a body of 100 MB is refused before it is read', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const head = ['POST /api/projects HTTP/1.1', 'Host: x', `Authorization: Bearer ${ann.jwt}`]
    socket.write([...head, 'Content-Type: application/json', 'Content-Length: 104857600', '', ''].join('\r\n'))
    const answer = await new Promise<string>((arrived) => socket.once('data', (data) => arrived(String(data))))
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
  })

  test('a request with both a length and chunks is refused', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const head = ['POST /api/projects HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 5']
    socket.write([...head, 'Transfer-Encoding: chunked', '', '0', '', ''].join('\r\n'))
    const answer = await new Promise<string>((arrived) => socket.once('data', (data) => arrived(String(data))))
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    socket.destroy()
  })
})
