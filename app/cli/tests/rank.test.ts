import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chanceOf } from '#engine/score/chance.ts'
import type { StandIn } from '#sandbox/behaviour.ts'
import { chatModel, chatModelName } from '#sandbox/chat-model.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { CapturedOutput } from '../captured-output.ts'
import { run } from '../rank.ts'

const folder = mkdtempSync(join(tmpdir(), 'rank-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const project = file(
  'project.json',
  JSON.stringify({
    id: 'dealnest',
    name: 'Dealnest',
    website: 'dealnest.example',
    description: 'A simple CRM for small businesses: contacts, deals pipeline and follow-up reminders.',
    keywords: ['crm', 'sales pipeline'],
    competitors: ['HubSpot'],
  }),
)
const bare = { kind: 'post', subreddit: 'smallbusiness', body: '', createdAt: '2026-07-01T00:00:00Z' }
const rows = [
  { ...bare, id: 'news', title: 'HubSpot announces a new CRM' },
  { ...bare, id: 'asks', title: 'Looking for a CRM, any recommendations?', body: 'We are leaving HubSpot.' },
  {
    ...bare,
    id: 'copy',
    title: 'looking for a crm, any recommendations?',
    body: 'we are leaving hubspot.',
    createdAt: null,
  },
  { ...bare, id: 'other', title: 'Which laptop?' },
  { ...bare, id: 'newest', title: 'Good morning', createdAt: '2026-07-20T00:00:00Z' },
]
const posts = file('posts.ndjson.gz', gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))

interface Ranked {
  id: string
  score: number
  label: number
  sentence: string | null
  reasons: { component: string; text: string; points: number; words: string[] }[]
  duplicateOf?: string
}

async function rank(...argv: string[]): Promise<Ranked[]> {
  const streams = new CapturedOutput()
  expect(await run(['--project', project, '--posts', posts, ...argv], streams)).toBe(0)
  return streams.lines() as Ranked[]
}

test('lists only candidates, best first, and marks copies', async () => {
  const ranking = await rank()
  expect(ranking.map(({ id }) => id)).toEqual(['asks', 'copy', 'news'])
  expect(ranking.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, 'asks', undefined])
  expect(Object.keys(ranking[0]!)).toEqual(['id', 'score', 'label', 'sentence', 'reasons'])
  expect(ranking[0]!.sentence).toContain('It matches your keyword “crm”.')
})

test("doesn't mark comments on the same post as copies of each other", async () => {
  const title = 'Looking for a simple CRM that reminds us to follow up with our customers'
  const comments = ['Try HubSpot', 'Spreadsheets, honestly'].map((body, at) => ({
    ...bare,
    id: `comment${at}`,
    kind: 'comment',
    title,
    body,
  }))
  const thread = file('thread.ndjson', comments.map((row) => JSON.stringify(row)).join('\n'))
  const ranking = await rank('--posts', thread)
  expect(ranking.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined])
})

test('the score is the chance of the reasons, which quote the words as written', async () => {
  const [best] = await rank()
  expect(best!.score).toBeCloseTo(chanceOf(best!.reasons.reduce((sum, { points }) => sum + points, 0)), 0)
  const words = best!.reasons.flatMap((reason) => reason.words)
  expect(words).toEqual(expect.arrayContaining(['CRM', 'HubSpot', 'Looking for', 'recommendations']))
})

test('--top limits the list', async () => {
  expect((await rank('--top', '1')).map(({ id }) => id)).toEqual(['asks'])
})

test('age lowers the label "wants it now"; the newest item sets the current time, unless --now is given', async () => {
  const best = async (...argv: string[]) => {
    const [{ id, label }] = (await rank(...argv)) as [Ranked]
    return [id, label]
  }
  expect(await best()).toEqual(['asks', 2])
  expect(await best('--now', '2026-07-13T12:00:00Z')).toEqual(['asks', 3])
})

test('--order now puts fresh posts before old ones, with the same scores', async () => {
  const old = { ...rows[1], id: 'old', createdAt: '2026-01-01T00:00:00Z' }
  const fresh = { ...bare, id: 'fresh', title: 'Is a CRM worth it?', createdAt: '2026-07-20T00:00:00Z' }
  const both = file('ages.ndjson', [old, fresh].map((row) => JSON.stringify(row)).join('\n'))
  const byChance = await rank('--posts', both)
  const byUrgency = await rank('--posts', both, '--order', 'now')
  expect(byChance.map(({ id }) => id)).toEqual(['old', 'fresh'])
  expect(byUrgency).toEqual(byChance.toReversed())
})

test('the same input gives the same output', async () => {
  expect(await rank()).toEqual(await rank())
})

describe('--model', () => {
  let endpoint: StandIn
  const closing: (() => void)[] = []
  beforeEach(async () => {
    endpoint = chatModel()
    const { url, close } = await openStandIn(endpoint)
    closing.push(close)
    vi.stubEnv('LLM_BASE_URL', `${url}/v1`)
    vi.stubEnv('LLM_MODEL', chatModelName)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    for (const close of closing.splice(0)) close()
  })

  test('orders by the verdicts of the configured model, each with its quote', async () => {
    const ranking = await rank('--model', '--now', '2026-07-03T00:00:00Z')
    expect(ranking.map(({ id, label }) => [id, label])).toEqual([
      ['asks', 3],
      // Of unknown age, so counted as old.
      ['copy', 2],
      ['news', 1],
    ])
    expect(ranking[0]!.reasons.at(-1)).toEqual({
      component: 'verdict',
      text: 'They ask for a product and mention crm.',
      points: expect.any(Number),
      words: ['Looking for a CRM, any recommendations?'],
    })
  })

  test('sends the posts as one JSON object, with the ids of the file, ten at a time', async () => {
    const many = Array.from({ length: 34 }, (_, at) => ({ ...rows[1], id: `p${at}`, title: `CRM number ${at}?` }))
    await rank('--model', '--posts', file('many.ndjson', many.map((row) => JSON.stringify(row)).join('\n')))
    const asked = endpoint.asked.map(
      ({ body }) => (body as { messages: { content: string }[] }).messages.at(-1)!.content,
    )
    const posts = asked.map((content) => JSON.parse(content).posts as { id: string }[])
    expect(posts.map(({ length }) => length)).toEqual([10, 10, 10])
    expect(new Set(posts.flat().map(({ id }) => id)).size).toBe(30)
    expect(JSON.parse(asked[0]!).product).toMatchObject({ name: 'Dealnest', competitors: ['HubSpot'] })
  })

  test('sends no more posts than LLM_DAILY_POSTS', async () => {
    vi.stubEnv('LLM_DAILY_POSTS', '2')
    await rank('--model')
    const { messages } = endpoint.asked[0]!.body as { messages: { content: string }[] }
    expect(JSON.parse(messages.at(-1)!.content).posts).toHaveLength(2)
  })

  test('ignores a model that makes up its quotes', async () => {
    const usual = await rank()
    endpoint.tell('lie')
    expect(await rank('--model')).toEqual(usual)
  })

  test('keeps the built-in order with a model that answers nonsense, and says so', async () => {
    const usual = await rank()
    endpoint.tell('nonsense')
    const streams = new CapturedOutput()
    expect(await run(['--project', project, '--posts', posts, '--model'], streams)).toBe(0)
    expect(streams.lines()).toEqual(usual)
    expect(streams.errors()).toContain("The endpoint sent an unexpected response. 3 of 3 posts weren't judged.")
  })

  test.each([
    ['no endpoint', { LLM_BASE_URL: '', LLM_MODEL: '' }, 'set LLM_BASE_URL and LLM_MODEL'],
    ['the sandbox', { LLM_BASE_URL: 'sandbox' }, 'the sandbox is not running'],
    ['a wrong limit', { LLM_DAILY_POSTS: 'many' }, 'LLM_DAILY_POSTS must be a number of posts'],
  ])('is refused with %s', async (_case, environment, message) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
    const streams = new CapturedOutput()
    expect(await run(['--project', project, '--posts', posts, '--model'], streams)).toBeGreaterThan(0)
    expect(streams.errors()).toContain(message)
    expect(streams.lines()).toEqual([])
  })
})

describe('invalid usage exits with 2 and a short message', () => {
  test.each([
    ['no project', ['--posts', posts], '--project is missing'],
    ['a positional argument', ['--project', project, '--posts', posts, 'x'], 'x'],
    ['--top 0', ['--project', project, '--posts', posts, '--top', '0'], '--top'],
    ['--top many', ['--project', project, '--posts', posts, '--top', 'many'], '--top'],
    ['--now soon', ['--project', project, '--posts', posts, '--now', 'soon'], '--now'],
    ['a missing project file', ['--project', join(folder, 'none'), '--posts', posts], 'no such file'],
    ['a list of projects', ['--project', file('list.json', '[{"name": "x"}]'), '--posts', posts], 'one product'],
    ['a project without a name', ['--project', file('nameless.json', '{}'), '--posts', posts], 'no name'],
    ['a project that is not JSON', ['--project', file('torn.json', '{'), '--posts', posts], 'not JSON'],
  ])('%s', async (_name, argv, message) => {
    const streams = new CapturedOutput()
    expect(await run(argv, streams)).toBe(2)
    expect(streams.errors()).toContain(message)
    expect(streams.errors().length).toBeLessThan(300)
    expect(streams.lines()).toEqual([])
  })
})

test('ranks a product that has only a name', async () => {
  const lone = file('lone.json', JSON.stringify({ name: 'Dealnest', keywords: null }))
  const streams = new CapturedOutput()
  expect(await run(['--project', lone, '--posts', posts], streams)).toBe(0)
  expect(streams.lines()).toEqual([])
})
