import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { CapturedOutput } from '../captured-output.ts'
import { run } from '../match.ts'

const folder = mkdtempSync(join(tmpdir(), 'match-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const phrases = file('phrases.txt', '\ufeffHubSpot\r\n\r\nnode.js\nC++\nhubspot\n')
const posts = file(
  'posts.ndjson',
  [
    { id: 'a', kind: 'post', subreddit: 'x', title: 'HubSpot or ＣRM?', body: '👍 Node.js, C++ and hubspot' },
    { id: 'b', kind: 'post', subreddit: 'x', title: 'nothing here', body: null },
  ]
    .map((row) => JSON.stringify(row))
    .concat('broken')
    .join('\n'),
)

test('writes each match with the phrase as in the file and offsets into the original text', async () => {
  const streams = new CapturedOutput()
  expect(await run(['--phrases', phrases, '--posts', posts], streams)).toBe(0)
  expect(streams.lines()).toEqual([
    { id: 'a', phrase: 'HubSpot', field: 'title', start: 0, end: 7 },
    { id: 'a', phrase: 'hubspot', field: 'title', start: 0, end: 7 },
    { id: 'a', phrase: 'node.js', field: 'body', start: 3, end: 10 },
    { id: 'a', phrase: 'C++', field: 'body', start: 12, end: 15 },
    { id: 'a', phrase: 'HubSpot', field: 'body', start: 20, end: 27 },
    { id: 'a', phrase: 'hubspot', field: 'body', start: 20, end: 27 },
  ])
  expect(streams.errors()).toContain('1 broken line')
})

test('--stats writes a single object instead', async () => {
  const streams = new CapturedOutput()
  expect(await run(['--phrases', phrases, '--posts', posts, '--stats'], streams)).toBe(0)
  expect(streams.lines()).toEqual([
    { documents: 2, phrases: 4, matches: 6, buildSeconds: expect.any(Number), matchSeconds: expect.any(Number) },
  ])
})

test('writes a phrase once per line and occurrence, even for very many lines', async () => {
  const streams = new CapturedOutput()
  const same = file('same.txt', 'crm\n'.repeat(20_000))
  const often = file(
    'often.ndjson',
    JSON.stringify({ id: 'a', kind: 'post', subreddit: 'x', title: 'crm CRM', body: '' }),
  )
  expect(await run(['--phrases', same, '--posts', often], streams)).toBe(0)
  expect(streams.lines()).toHaveLength(40_000)
  const stats = new CapturedOutput()
  await run(['--phrases', same, '--posts', often, '--stats'], stats)
  expect(stats.lines()).toMatchObject([{ documents: 1, phrases: 20_000, matches: 40_000 }])
})

test('reads a truncated archive as far as possible and exits with 1', async () => {
  const streams = new CapturedOutput()
  const cut = file('cut.ndjson.gz', '')
  const packed = gzipSync(`${readFileSync(posts, 'utf8')}\n${'x'.repeat(100)}`)
  writeFileSync(cut, packed.subarray(0, -8))
  expect(await run(['--phrases', phrases, '--posts', cut], streams)).toBe(1)
  expect(streams.lines()).toHaveLength(6)
  expect(streams.errors()).toContain("match: the archive couldn't be read completely: the file ends too early\n")
})

describe('invalid usage exits with 2 and a short message', () => {
  test.each([
    ['no arguments', [], '--phrases is missing'],
    ['an unknown option', ['--phrases', phrases, '--posts', posts, '--fast'], '--fast'],
    ['a missing phrases file', ['--phrases', join(folder, 'none'), '--posts', posts], 'no such file'],
    ['a missing posts file', ['--phrases', phrases, '--posts', join(folder, 'none')], 'no such file'],
  ])('%s', async (_name, argv, message) => {
    const streams = new CapturedOutput()
    expect(await run(argv, streams)).toBe(2)
    expect(streams.errors()).toContain(message)
    expect(streams.lines()).toEqual([])
  })
})

test('ends silently when the reader closes the pipe', () => {
  const many = file('many.ndjson', Array.from({ length: 20_000 }, (_, i) => line(i)).join('\n'))
  const script = new URL('../match.ts', import.meta.url).pathname
  const command = `"${process.execPath}" "${script}" --phrases "${phrases}" --posts "${many}"`
  const written = execFileSync('sh', ['-c', `{ ${command} | head -n 1; } 2>&1`], { encoding: 'utf8' })
  expect(written.trim().split('\n')).toEqual([expect.stringContaining('"phrase":"HubSpot"')])
})

function line(index: number): string {
  return JSON.stringify({
    id: index.toString(36),
    kind: 'post',
    subreddit: 'x',
    title: 'HubSpot C++ HubSpot',
    body: '',
  })
}
