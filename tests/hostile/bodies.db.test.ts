import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ask } from '../support/databases.ts'
import { call } from '../support/seed-data.ts'
import { identityWrites } from './identity-writes.ts'
import { projectWrites } from './project-writes.ts'
import { openScene, plainRequest, type Scene, send } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

const writes = { ...identityWrites, ...projectWrites }
const writing = Object.entries<Endpoint>(endpoints)
  .filter(([, { method, body }]) => method !== 'GET' && body)
  .map(([name, endpoint], at) => [name, endpoint, at] as const)

/** Field values as JSON that no well-meaning client sends. */
const values: readonly string[] = [
  ...['a\0b', '\ud800', '', ' \u200b ', '\u202eevil', "' or 1=1 --", '../../etc/passwd', '__proto__'].map((text) =>
    JSON.stringify(text),
  ),
  ...[
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999-23:59',
    '2026-13-45T99:99:99Z',
    '+275760-09-13T00:00:00.000Z',
  ].map((text) => JSON.stringify(text)),
  JSON.stringify('x'.repeat(15_000)),
  ...['null', 'true', '-1', '1e400', '9007199254740993', '1e-400', '{}', '[]', '{"$ne":""}', '{"connect":[{"id":1}]}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', `[${'"x y",'.repeat(2_000)}"z"]`],
  `${'['.repeat(7_000)}${']'.repeat(7_000)}`,
]

/** Returns the fields that may be sent, including those of the request in the table. */
function fieldsOf({ body }: Endpoint, sent: object): string[] {
  const inner = body instanceof z.ZodObject ? (body.shape.data ?? body) : body
  const named = inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
  return [...new Set([...named, ...Object.keys(sent)])]
}

/** Returns a body as JSON text, with one field replaced by the given JSON. */
function withField(body: unknown, field: string, value: string): string {
  const isWrapped = z.object({ data: z.looseObject({}) }).safeParse(body)
  const inner: Record<string, unknown> = isWrapped.success ? isWrapped.data.data : z.looseObject({}).parse(body)
  const parts = Object.entries(inner).flatMap(([key, value]) =>
    key === field ? [] : [`${JSON.stringify(key)}:${JSON.stringify(value)}`],
  )
  const object = `{${[...parts, `${JSON.stringify(field)}:${value}`].join()}}`
  return isWrapped.success ? `{"data":${object}}` : object
}

/** Returns whether a body matches the contract, so that the endpoint's own code gets it. */
function isAccepted({ body }: Endpoint, payload: string): boolean {
  return body!.safeParse(JSON.parse(payload)).success
}

const faults = () => scene.world.logged.filter((line) => /"level":(50|60)/.test(line))

/**
 * The same code refuses what doesn't match a contract, so each endpoint gets only some of these values. Its first field
 * gets all others, and each other field some of them.
 */
const parts = { refused: 19, accepted: 17 }

describe.each(writing)('%s', (name, endpoint, at) => {
  test('accepts or refuses any field value, and never fails', async () => {
    const write = await writes[name]!(scene)
    const before = faults().length
    const request = plainRequest(endpoint, write)
    const inner = z.object({ data: z.looseObject({}) }).safeParse(write.body)
    const fields = fieldsOf(endpoint, inner.success ? inner.data.data : (write.body as object))
    for (const [index, field] of fields.entries()) {
      for (const [nth, value] of values.entries()) {
        const payload = withField(write.body, field, value)
        const turn = at + index + nth
        const isLeftOut = isAccepted(endpoint, payload)
          ? index > 0 && turn % parts.accepted > 0
          : index > 0 || turn % parts.refused > 0
        if (isLeftOut) continue
        if (endpoint.access !== 'signedIn') await ask(scene.world.url, 'delete from throttle')
        const answer = await send(scene, { ...request, payload })
        const what = `${field}: ${value.slice(0, 60)}`
        expect([what, answer.statusCode < 500 || name === 'websiteProfilesCreate']).toEqual([what, true])
        expect(answer.body).not.toMatch(/select |insert into|argon2|node_modules/)
      }
    }
    expect(faults().slice(before)).toEqual([])
    expect({}).not.toHaveProperty('admin')
  })
})

test('stored values can be read again in every list', async () => {
  const lists = Object.values<Endpoint>(endpoints).filter(
    ({ method, path, find }) => method === 'GET' && find && !path.includes(':'),
  )
  for (const { path } of lists) {
    const answer = await call(scene.app, scene.owner, 'GET', `${path.slice(1)}?populate=*`)
    expect([path, answer.statusCode]).toEqual([path, 200])
  }
})

describe('a JSON body', () => {
  const post = (payload: string | Buffer, type = 'application/json') =>
    send(scene, {
      method: 'POST',
      url: '/api/projects',
      headers: { ...scene.owner.headers, 'content-type': type },
      payload,
    })

  test('is parsed once: the last of two equal keys is validated and written', async () => {
    const twice = await post('{"data":{"name":"First"},"data":{"name":"Second","name":"Third"}}')
    expect(twice.json().data).toMatchObject({ name: 'Third' })
    const smuggled = await post('{"data":{"name":"First"},"data":{"name":"Second","status":"paid"}}')
    expect(smuggled.json().error).toMatchObject({ status: 400, message: 'Invalid key status' })
    expect((await post('{"data":{"name":"First","n\\u0061me":7}}')).statusCode).toBe(400)
  })

  test('may start with a byte order mark, but must be UTF-8', async () => {
    expect((await post('\ufeff{"data":{"name":"Marked"}}')).json().data).toMatchObject({ name: 'Marked' })
    expect((await post('\ufeff\ufeff{"data":{"name":"Marked"}}')).statusCode).toBe(400)
    expect((await post(Buffer.from('{"data":{"name":"Wide"}}', 'utf16le'))).statusCode).toBe(400)
    expect((await post(Buffer.from('\ufeff{"data":{"name":"Wide"}}', 'utf16le'))).statusCode).toBe(400)
  })

  test.each<[string, number[]]>([
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a truncated character', [0xe2, 0x82]],
  ])('with %s is not valid UTF-8', async (_what, bytes) => {
    const payload = Buffer.concat([Buffer.from('{"data":{"name":"'), Buffer.from(bytes), Buffer.from('"}}')])
    expect((await post(payload)).statusCode).toBe(400)
  })

  test.each([
    'text/plain; application/json',
    'text/plain, application/json',
    'application/json, text/plain',
    'application/jsonp',
    'application/json-patch+json',
    'application/x-www-form-urlencoded; application/json',
    ' text/plain;charset=application/json',
    '',
  ])('needs the exact content type, not %j', async (type) => {
    expect((await post('{"data":{"name":"Unannounced"}}', type)).statusCode).toBe(400)
  })

  test.each([
    'NaN',
    'Infinity',
    "{'data':{}}",
    '{"data":{},}',
    '{"data":{}} {}',
    '/**/{"data":{}}',
    '{"data":undefined}',
  ])('%s is not valid', async (text) => {
    expect((await post(text)).statusCode).toBe(400)
  })
})
