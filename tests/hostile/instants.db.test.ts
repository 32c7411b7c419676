import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { StageTotal } from '#features/crm/contract-stages.ts'
import type { MentionTotals } from '#features/mentions/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { call, seedMention } from '../support/seed-data.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await scene.lead()
  await seedMention(scene.world.ctx, scene.project)
  await scene.row('people', { handle: 'u/mara' })
})
afterAll(() => scene.close())

/** How many rows were counted, where the answer has totals instead of a list's rows. */
const totals: Record<string, (data: unknown) => number> = {
  'mention-totals': (data) => (data as MentionTotals).counted,
  'people-totals': (data) => (data as StageTotal[]).reduce((sum, { people }) => sum + people, 0),
}

/** Every instant by which a list can be filtered. */
const fields = Object.values<Endpoint>(endpoints).flatMap(({ method, path, find }) => {
  if (method !== 'GET' || !find || find.name === 'me' || path.includes(':')) return []
  const types = Object.entries(find.filterable)
  return types.flatMap(([field, type]) => (type === 'instant' ? [{ path: path.slice(1), field }] : []))
})
const numbered = fields.map((each, at) => ({ ...each, at }))

const first = '0001-01-01T00:00:00Z'
const last = '9999-12-31T23:59:59.999999Z'
const ask = (path: string, query: string) => call(scene.app, scene.owner, 'GET', `${path}?${query}`)

/** Values that no timestamp column can hold, or that databases parse differently. */
const impossible = [
  '+010000-01-01T00:00:00Z',
  '10000-01-01',
  '9999-12-31T23:59:59-00:01',
  '9999-12-31T23:59:59.999-23:59',
  '0001-01-01T00:00:00+00:01',
  '0000-12-31',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '294277-01-01',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  '2026-02-30T25:00:00Z',
  '8640000000000001',
  '1e400',
]

/** The same code reads every field, so each gets one value in three. */
const parts = 3

test('many lists have instants', () => {
  expect(fields.length).toBeGreaterThan(20)
})

test.each(numbered)(
  '$path by $field: the first to the last instant covers every row, and values beyond are refused',
  async ({ path, field, at }) => {
    const counted = async (query: string): Promise<number> => {
      const answer = await ask(path, `${query}&pagination[pageSize]=1`)
      expect([query, answer.statusCode]).toEqual([query, 200])
      const { data, meta } = answer.json()
      return totals[path]?.(data) ?? meta.pagination.total
    }
    const missing = await counted(`filters[${field}][$null]=true`)
    const whole = await counted(`filters[${field}][$between][0]=${first}&filters[${field}][$between][1]=${last}`)
    expect(whole + missing).toBe(await counted('filters[id][$notNull]=true'))
    for (const [nth, value] of impossible.entries()) {
      if ((at + nth) % parts > 0) continue
      const text = encodeURIComponent(value)
      const forms = [
        `filters[${field}][$lt]=${text}`,
        `filters[${field}]=${text}`,
        `filters[$not][${field}][$in][0]=${text}`,
        `filters[${field}][$between][0]=${first}&filters[${field}][$between][1]=${text}`,
      ]
      // Over the fields, each value has each form.
      const filter = forms[(at + nth) % forms.length]!
      const { statusCode } = await ask(path, filter)
      expect([filter, statusCode]).toEqual([filter, 400])
    }
  },
)

test('a cursor with an impossible instant is refused', async () => {
  for (const field of ['postedAt', 'createdAt']) {
    for (const value of [...impossible, first.slice(0, -1)]) {
      const place = { sort: `${field}:desc,id:desc`, after: [value, scene.project] }
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
      const { statusCode } = await ask('opportunities', `sort=${field}:desc&pagination[cursor]=${cursor}`)
      expect([value, statusCode]).toEqual([value, 400])
    }
  }
})
