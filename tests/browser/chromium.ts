import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packed from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Where a Chromium of the system usually is. */
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Headless and without any service of its own: the only network it may use is the page under test. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where the Chromium that npm brought is unpacked: a folder of this checkout, since others may not run what is theirs. */
const unpacked = resolve(import.meta.dirname, '../../node_modules/.cache/chromium')

/** Starts Chromium: PLAYWRIGHT_CHROMIUM_PATH, or the system's, or the one that npm brought. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), headless: true, args })
}

/**
 * The program to start. The first call of a checkout may unpack it, which a run of tests does before any of them: two
 * at once would start what is still being written.
 */
export async function chromiumPath(): Promise<string> {
  const { PLAYWRIGHT_CHROMIUM_PATH: chosen } = process.env
  return chosen || systemPaths.find((path) => existsSync(path)) || (await unpack())
}

/** The package unpacks into the folder for temporary files, which all users of a machine share; ours is renamed whole. */
async function unpack(): Promise<string> {
  const program = join(unpacked, 'chromium')
  if (existsSync(program)) return program
  const draft = `${unpacked}-${process.pid}`
  mkdirSync(draft, { recursive: true })
  const { TMPDIR } = process.env
  process.env.TMPDIR = draft
  try {
    await packed.executablePath()
    renameSync(draft, unpacked)
    return program
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
