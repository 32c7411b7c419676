import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginDraft, type Draft } from './draft.ts'
import { type FrameKind, type Header, json, rowsIn } from './format.ts'
import { openBackup, verifyBackup } from './reading.ts'

let folder: string
let path: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-file-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  path = join(folder, 'earshot.backup')
})

const header: Header = {
  program: '1.2.3',
  schemaVersion: 3,
  queueVersion: 43,
  server: '18.4',
  createdAt: '2026-11-20T12:00:00.000Z',
  keys: false,
  tables: [{ schema: 'public', name: 'user' }],
}

async function writeFrames(draft: Draft): Promise<void> {
  await draft.write('header', json(header))
  await draft.write('table', json({ schema: 'public', name: 'user', columns: ['id'], partitions: [] }))
  await draft.write('data', Buffer.from('pretend that this is compressed'))
  await draft.write('tableEnd', json({ rows: 1, bytes: 2, checksum: 3 }))
  await draft.write('end', json({ tables: 1, rows: 1 }))
}

/** Writes a small complete backup and returns its bytes. */
async function whole(options = { force: false }): Promise<Buffer> {
  const draft = await beginDraft(path, options)
  await writeFrames(draft)
  await draft.finish()
  return readFileSync(path)
}

/** Verifies a backup of these bytes to its end. */
async function verify(bytes: Buffer): Promise<void> {
  writeFileSync(path, bytes)
  const backup = await openBackup(path)
  try {
    await verifyBackup(backup, () => {})
  } finally {
    await backup.close()
  }
}

describe('a backup file', () => {
  test('reports its origin and verifies as complete', async () => {
    const bytes = await whole()
    await verify(bytes)
    const backup = await openBackup(path)
    expect(backup.header).toEqual(header)
    expect(backup.totalBytes).toBe(bytes.length)
    const kinds: FrameKind[] = []
    for await (const { kind } of backup.frames()) kinds.push(kind)
    expect(kinds).toEqual(['table', 'data', 'tableEnd', 'end'])
    await backup.close()
  })

  test('is rejected after any single-bit damage', async () => {
    const bytes = await whole()
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes)
      damaged[at]! ^= 1 << (at % 8)
      await expect(verify(damaged), `byte ${at}`).rejects.toThrow(
        /damaged|incomplete|is not a backup|newer version|first release/,
      )
    }
  })

  test('is rejected if truncated anywhere', async () => {
    const bytes = await whole()
    for (let length = 0; length < bytes.length; length++) {
      await expect(verify(bytes.subarray(0, length)), `${length} bytes`).rejects.toThrow(/incomplete|is not a backup/)
    }
  })

  test('is rejected if data follows its end or a table is missing', async () => {
    const bytes = await whole()
    await expect(verify(Buffer.concat([bytes, Buffer.from('!')]))).rejects.toThrow(/is damaged at byte/)
    const draft = await beginDraft(join(folder, 'lacking'), { force: false })
    await draft.write('header', json(header))
    await draft.write('end', json({ tables: 1, rows: 0 }))
    await draft.finish()
    await expect(verify(readFileSync(join(folder, 'lacking')))).rejects.toThrow('a table is missing')
  })
})

describe('while a backup is written', () => {
  test('it is named FILE.part, is readable only by its owner and is removed when discarded', async () => {
    const draft = await beginDraft(path, { force: false })
    await draft.write('header', json(header))
    expect(readdirSync(folder)).toEqual(['earshot.backup.part'])
    expect(statSync(`${path}.part`).mode & 0o777).toBe(0o600)
    await draft.discard()
    expect(readdirSync(folder)).toEqual([])
  })

  test('an existing file is kept unless replacing it is requested', async () => {
    writeFileSync(path, 'the one of last week')
    await expect(whole()).rejects.toThrow(/already exists\. Choose another name, or add --force/)
    expect(readFileSync(path, 'utf8')).toBe('the one of last week')
    await verify(await whole({ force: true }))
  })

  test('a file that appears in the meantime is kept', async () => {
    const draft = await beginDraft(path, { force: false })
    writeFileSync(path, 'somebody was faster')
    await expect(draft.finish()).rejects.toThrow(/already exists/)
    await draft.discard()
    expect(readFileSync(path, 'utf8')).toBe('somebody was faster')
    expect(readdirSync(folder)).toEqual(['earshot.backup'])
  })

  test('of two backups to the same file, the first fails and the second is complete', async () => {
    const first = await beginDraft(path, { force: true })
    const second = await beginDraft(path, { force: true })
    await writeFrames(second)
    await first.write('header', json(header))
    await expect(first.finish()).rejects.toThrow('another backup is writing to')
    await first.discard()
    await second.finish()
    await verify(readFileSync(path))
  })

  test.each([
    ['a missing folder', 'none/x', /no such folder/],
    ['a folder instead of a file', '.', /is not a file/],
  ])('%s is reported', async (_, name, message) => {
    await expect(beginDraft(join(folder, name), { force: true })).rejects.toThrow(message)
  })
})

test.each([
  ['', 0],
  ['1\tAnn\n', 1],
  ['1\tAnn\n2\tBob\n3', 2],
  ['\n\n', 2],
])('in %j, %i rows end', (text, rows) => {
  expect(rowsIn(Buffer.from(text))).toBe(rows)
})
