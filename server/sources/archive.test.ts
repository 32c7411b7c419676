import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { type ArchiveLine, openArchive } from './archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function file(content: string | Buffer): string {
  const path = join(folder, `${files++}.ndjson`)
  writeFileSync(path, content)
  return path
}

const row = (id: string, title = 'Which CRM?') => JSON.stringify({ id, kind: 'post', subreddit: 'CRM', title })

async function read(path: string, maxLineBytes?: number): Promise<ArchiveLine[]> {
  const lines: ArchiveLine[] = []
  for await (const line of openArchive(path, maxLineBytes === undefined ? {} : { maxLineBytes }).lines) lines.push(line)
  return lines
}

const idOf = (line: ArchiveLine) => ('record' in line ? line.record.id : line.broken)

describe('an archive', () => {
  test('plain, with CRLF, a byte order mark, empty lines and no last newline', async () => {
    const lines = await read(file(`\ufeff${row('a')}\r\n\r\n  \n${row('b')}`))
    expect(lines.map((line) => [line.line, idOf(line)])).toEqual([
      [1, 'a'],
      [4, 'b'],
    ])
  })

  test('gzipped, in several members, whatever its name', async () => {
    const path = file(Buffer.concat([gzipSync(`${row('a')}\n`), gzipSync(`${row('b')}\n`)]))
    expect((await read(path)).map(idOf)).toEqual(['a', 'b'])
  })

  test('empty', async () => {
    expect(await read(file(''))).toEqual([])
    expect(await read(file(gzipSync('')))).toEqual([])
  })

  test('a broken line is told with its number and beginning, and stops nothing', async () => {
    const broken = `{"id": "x", ${'y'.repeat(500)}`
    const lines = await read(file([row('a'), broken, '[]', row('b')].join('\n')))
    expect(lines.map(idOf)).toEqual(['a', 'not JSON', 'not an object', 'b'])
    expect(lines[1]).toEqual({ line: 2, broken: 'not JSON', text: broken.slice(0, 200) })
  })

  test('bytes that are no UTF-8 do not stop it', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${row('a', 'x')}\n`),
      Buffer.from([0xff, 0xfe, 10]),
      Buffer.from(row('b')),
    ])
    expect((await read(file(bytes))).map(idOf)).toEqual(['a', 'not JSON', 'b'])
  })

  test('a line beyond all measure is refused without being held', async () => {
    const lines = await read(file([row('a'), row('b', 'z'.repeat(5_000)), row('c')].join('\n')), 1_000)
    expect(lines.map(idOf)).toEqual(['a', 'the line is too long', 'c'])
  })

  test('a gzip file that ends too early gives what it still holds', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => row(index.toString(36), `Title ${index * 7919}`))
    const whole = gzipSync(rows.join('\n'))
    const lines = await read(file(whole.subarray(0, whole.length / 2)))
    const ids = lines.flatMap((line) => ('record' in line ? [line.record.id] : []))
    expect(ids.length).toBeGreaterThan(5_000)
    expect(ids).toEqual(rows.slice(0, ids.length).map((text) => JSON.parse(text).id))
    expect(idOf(lines.at(-1)!)).toContain('ends too early')
  })

  test('a damaged gzip file says so', async () => {
    const whole = gzipSync(Array.from({ length: 1_000 }, (_, index) => row(index.toString(36))).join('\n'))
    whole.fill(0xaa, 40, 60)
    expect(idOf((await read(file(whole))).at(-1)!)).toContain('damaged')
  })

  test('tells how much of it has been read', async () => {
    const content = `${row('a')}\n`.repeat(100_000)
    const archive = openArchive(file(content))
    expect(archive.totalBytes).toBe(content.length)
    let halfway = 0
    let count = 0
    for await (const _ of archive.lines) if (++count === 50_000) halfway = archive.bytesRead()
    expect(halfway).toBeGreaterThan(0.3 * content.length)
    expect(halfway).toBeLessThan(0.8 * content.length)
    expect(archive.bytesRead()).toBe(content.length)
  })

  test('lines that cross the edges of what is read at once stay whole', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => row(index.toString(36), 'ü'.repeat(100 + (index % 97))))
    expect((await read(file(rows.join('\n')))).map(idOf)).toEqual(rows.map((_, index) => index.toString(36)))
  })
})

function pipe(): string {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  return path
}

test.each([
  ['no such file', join(folder, 'missing.ndjson'), 'no such file'],
  ['a folder', folder, 'not a file'],
  ['a pipe that nobody writes to', pipe(), 'not a file'],
])('%s is a clear error', (_name, path, reason) => {
  expect(() => openArchive(path)).toThrow(reason)
})
