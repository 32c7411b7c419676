import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
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
  expect(Object.keys(ranking[0]!)).toEqual(['id', 'score', 'label', 'reasons'])
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

test('the reasons add up to the score and quote the words as written', async () => {
  const [best] = await rank()
  expect(best!.reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(best!.score, 5)
  const words = best!.reasons.flatMap((reason) => reason.words)
  expect(words).toEqual(expect.arrayContaining(['CRM', 'HubSpot', 'Looking for', 'recommendations']))
})

test('--top limits the list', async () => {
  expect((await rank('--top', '1')).map(({ id }) => id)).toEqual(['asks'])
})

test('the newest item sets the current time, unless --now is given', async () => {
  const freshness = ([best]: Ranked[]) => best!.reasons.find(({ component }) => component === 'freshness')?.text
  expect(freshness(await rank())).toBeUndefined()
  expect(freshness(await rank('--now', '2026-07-13T12:00:00Z'))).toBe('Posted in the last 2 weeks')
  expect(freshness(await rank('--now', '2026-07-01T12:00:00Z'))).toBe('Posted today')
})

test('the same input gives the same output', async () => {
  expect(await rank()).toEqual(await rank())
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
