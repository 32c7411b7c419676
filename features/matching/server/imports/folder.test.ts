import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { archiveNamed, archivesIn, openNamed } from './folder.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'folder-'))
  mkdirSync(join(dataDir, 'archives'))
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const at = (name: string) => join(dataDir, 'archives', name)
const names = async () => (await archivesIn(dataDir)).map(({ name }) => name)

/** Entries that must be neither listed nor opened. */
const refused: [name: string, make: (name: string) => void][] = [
  ['a link to a file', (name) => symlinkSync('../secret', at(name))],
  ['a link to nowhere', (name) => symlinkSync('nowhere', at(name))],
  ['a link to itself', (name) => symlinkSync(name, at(name))],
  ['a pipe that nobody writes to', (name) => execFileSync('mkfifo', [at(name)])],
  ['a folder', (name) => mkdirSync(at(name))],
  ['two\nlines.zst', (name) => writeFileSync(at(name), 'x')],
  ['\u001b[2Jclear.zst', (name) => writeFileSync(at(name), 'x')],
  ['turned \u202egnp.zst', (name) => writeFileSync(at(name), 'x')],
  [' with spaces around ', (name) => writeFileSync(at(name), 'x')],
  ['.hidden.zst', (name) => writeFileSync(at(name), 'x')],
]

describe('in the archives folder', () => {
  test.each(refused)('%j is not importable', async (name, make) => {
    writeFileSync(join(dataDir, 'secret'), 'secret')
    writeFileSync(at('posts.zst'), 'x')
    make(name)
    expect(await names()).toEqual(['posts.zst'])
    expect(await archiveNamed(dataDir, name)).toBeNull()
    expect(await openNamed(dataDir, name)).toBeNull()
  })

  test('file names that are not valid text are skipped', async () => {
    writeFileSync(Buffer.concat([Buffer.from(at('x')), Buffer.from([0xff, 0xfe])]), 'x')
    writeFileSync(at('posts.zst'), 'x')
    expect(await names()).toEqual(['posts.zst'])
  })

  test.each([
    ['1653', -1e10],
    ['33658', 1e12],
  ])("a file dated to the year %s doesn't break the list", async (_, seconds) => {
    writeFileSync(at('posts.zst'), 'x')
    utimesSync(at('posts.zst'), seconds, seconds)
    const [file] = await archivesIn(dataDir)
    expect(z.iso.datetime().parse(file?.modifiedAt)).toMatch(/^\d{4}-/)
  })

  test('the list shows the first 1,000 files, and any other can be requested by name', async () => {
    writeFileSync(at('0000.zst'), 'x')
    for (let i = 1; i < 1500; i++) linkSync(at('0000.zst'), at(`${String(i).padStart(4, '0')}.zst`))
    expect(await names()).toHaveLength(1000)
    expect((await names()).at(-1)).toBe('0999.zst')
    expect(await archiveNamed(dataDir, '1499.zst')).toMatchObject({ name: '1499.zst', bytes: 1 })
  })

  test('the list is empty without a folder, and an error says if it is not a folder', async () => {
    rmSync(join(dataDir, 'archives'), { recursive: true })
    expect(await archivesIn(dataDir)).toEqual([])
    writeFileSync(join(dataDir, 'archives'), '')
    await expect(archivesIn(dataDir)).rejects.toMatchObject({
      name: 'ServiceUnavailableError',
      message: "The server's archives folder can't be read: it is not a folder",
    })
  })
})
