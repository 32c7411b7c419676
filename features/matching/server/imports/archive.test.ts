import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { headBytes } from '../sources/packing.ts'
import { type ArchiveLine, openArchive, type ReadingOptions, readArchive } from './archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function file(content: string | Buffer): string {
  const path = join(folder, `${files++}.ndjson`)
  writeFileSync(path, content)
  return path
}

const row = (id: string, title = 'Which CRM?') => JSON.stringify({ id, kind: 'post', subreddit: 'CRM', title })

async function readAll(path: string, options: ReadingOptions = {}) {
  const archive = openArchive(path, options)
  const lines: ArchiveLine[] = []
  for await (const line of archive.lines) lines.push(line)
  return { lines, fault: archive.fault(), count: archive.linesRead() }
}

async function read(path: string, options: ReadingOptions = {}): Promise<ArchiveLine[]> {
  const { lines, fault } = await readAll(path, options)
  expect(fault).toBeNull()
  return lines
}

const idOf = (line: ArchiveLine) => ('record' in line ? line.record.id : line.broken)

describe('reading an archive', () => {
  test('handles CRLF, a byte order mark, empty lines and a missing final newline', async () => {
    const lines = await read(file(`\ufeff${row('a')}\r\n\r\n  \n${row('b')}`))
    expect(lines.map((line) => [line.line, idOf(line)])).toEqual([
      [1, 'a'],
      [4, 'b'],
    ])
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('handles %s in several parts, whatever the file name', async (_, pack) => {
    const path = file(Buffer.concat([pack(`${row('a')}\n`), pack(''), pack(`${row('b')}\n`)]))
    expect((await read(path)).map(idOf)).toEqual(['a', 'b'])
  })

  test('returns no lines for an empty file', async () => {
    expect(await read(file(''))).toEqual([])
    expect(await read(file(gzipSync('')))).toEqual([])
    expect(await read(file(zstdCompressSync('')))).toEqual([])
  })

  test('reports a broken line with its number and beginning, then continues', async () => {
    const broken = `{"id": "x", ${'y'.repeat(500)}`
    const lines = await read(file([row('a'), broken, '[]', row('b')].join('\n')))
    expect(lines.map(idOf)).toEqual(['a', 'not JSON', 'not an object', 'b'])
    expect(lines[1]).toEqual({ line: 2, broken: 'not JSON', text: broken.slice(0, 200) })
  })

  test('continues after bytes that are not valid UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${row('a', 'x')}\n`),
      Buffer.from([0xff, 0xfe, 10]),
      Buffer.from(row('b')),
    ])
    expect((await read(file(bytes))).map(idOf)).toEqual(['a', 'not JSON', 'b'])
  })

  test('rejects an oversized line without buffering it', async () => {
    const lines = await read(file([row('a'), row('b', 'z'.repeat(5_000)), row('c')].join('\n')), {
      maxLineBytes: 1_000,
    })
    expect(lines.map(idOf)).toEqual(['a', 'the line is too long', 'c'])
  })

  test('resumes after the lines of an earlier run without parsing them again', async () => {
    const content = [`\ufeff${row('a')}`, 'x'.repeat(5_000), '', row('b'), row('c')].join('\r\n')
    for (const [skipLines, ids] of [
      [0, ['a', 'the line is too long', 'b', 'c']],
      [2, ['b', 'c']],
      [4, ['c']],
      [5, []],
      [99, []],
    ] as const) {
      const { lines, count } = await readAll(file(content), { skipLines, maxLineBytes: 1_000 })
      expect(lines.map(idOf)).toEqual(ids)
      expect(count).toBe(5)
    }
  })

  test('stops at the limit for unpacked bytes', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => row(index.toString(36)))
    const { lines, fault } = await readAll(file(zstdCompressSync(rows.join('\n'))), { maxUnpackedBytes: 1_000_000 })
    expect(fault).toBe('it unpacks to more than 0.001 GB')
    expect(lines.length).toBeGreaterThan(5_000)
    expect(lines.length).toBeLessThan(20_000)
  })

  test.each([
    ['empty lines', '\n'],
    ['spaces', ' '],
    ['one repeated letter', 'x'],
  ])('stops when it finds only %s for too long', async (_, byte) => {
    const path = file(zstdCompressSync(`${row('a')}\n${byte.repeat(5_000_000)}\n${row('b')}`))
    const { lines, fault } = await readAll(path, { maxIdleBytes: 1_000_000 })
    expect(fault).toBe('it contains 0.001 GB without a complete line')
    expect(lines.map(idOf)).toEqual(['a'])
  })

  describe.each([
    ['gzip', gzipSync, 1 << 12],
    ['zstd', zstdCompressSync, 1 << 18],
  ])('a %s file', (name, pack, lostBytes) => {
    const rows = Array.from({ length: 20_000 }, (_, index) => row(index.toString(36), `Title ${index * 7919}`))
    const whole = pack(rows.join('\n'))

    test('returns the lines before the cut if it is truncated', async () => {
      const { lines, fault } = await readAll(file(whole.subarray(0, whole.length / 2)))
      const ids = lines.map(idOf)
      expect(ids.length).toBeGreaterThan((rows.length * (whole.length / 2 - lostBytes)) / whole.length - 1_000)
      expect(ids).toEqual(rows.slice(0, ids.length).map((text) => JSON.parse(text).id))
      expect(fault).toBe('the file ends too early')
    })

    test('returns the lines before the damage if it is damaged', async () => {
      const damaged = Buffer.from(whole)
      damaged.fill(0xaa, damaged.length - 100, damaged.length - 40)
      const { lines, fault } = await readAll(file(damaged))
      expect(fault).toBe(`the ${name} file is damaged`)
      const good = lines.filter((line) => 'record' in line).map(idOf)
      expect(good.length).toBeGreaterThan(5_000)
      expect(good).toEqual(rows.slice(0, good.length).map((text) => JSON.parse(text).id))
    })

    test.each([
      ['garbage', Buffer.concat([whole, Buffer.from('and then something else')])],
      ['a truncated part', Buffer.concat([whole, whole.subarray(0, whole.length / 2)])],
    ])('returns its lines and reports a fault if %s follows', async (_, content) => {
      const { lines, fault } = await readAll(file(content))
      expect(fault).toMatch(/ends too early|is damaged/)
      expect(lines.length).toBeGreaterThan(rows.length - 1_000)
    })
  })

  test('loses no zstd block before the damage', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => row(index.toString(36), `Title ${index * 7919}`))
    const first = zstdCompressSync(rows.join('\n'))
    const second = zstdCompressSync('\nmore')
    second.fill(0xaa, 6)
    const { lines, fault } = await readAll(file(Buffer.concat([first, second])))
    expect(fault).toBe('the zstd file is damaged')
    expect(lines.length).toBe(rows.length)
  })

  test('reports how many bytes it has read', async () => {
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

  test('unpacks a quarter of a gigabyte of zstd in constant memory', {
    timeout: 60_000,
  }, async () => {
    const frame = zstdCompressSync(`${row('a', 'x'.repeat(900))}\n`.repeat(1 << 14))
    const frames = 17
    const used: number[] = []
    async function* bytes() {
      for (let frameNumber = 0; frameNumber < frames; frameNumber++) {
        const { heapUsed, arrayBuffers } = process.memoryUsage()
        used.push(heapUsed + arrayBuffers)
        yield frame
      }
    }
    const source = { totalBytes: frames * frame.length, head: frame.subarray(0, headBytes), bytes: bytes() }
    // Skips every line, so that the test only measures reading.
    const archive = readArchive(source, { skipLines: Number.POSITIVE_INFINITY })
    for await (const line of archive.lines) expect(line).toBeUndefined()
    expect(archive.fault()).toBeNull()
    expect(archive.linesRead()).toBe(frames << 14)
    expect(Math.max(...used) - used[0]!).toBeLessThan(100e6)
  })

  test('keeps lines that span two chunks intact', async () => {
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
  ['a pipe without a writer', pipe(), 'not a file'],
  ['a zip file', file(Buffer.from('PK\u0003\u0004 and so on')), 'it is a zip file: unpack it first'],
  ['an Arctic Shift block archive', file(Buffer.from([9, 0, 0, 0, 0x28, 0xb5, 0x2f, 0xfd])), 'zst_blocks'],
])('%s causes a clear error', (_name, path, reason) => {
  expect(() => openArchive(path)).toThrow(reason)
})
