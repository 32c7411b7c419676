import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
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
  const { PLAYWRIGHT_CHROMIUM_PATH: chosen } = process.env
  const executablePath = chosen || systemPaths.find((path) => existsSync(path)) || (await unpack())
  return chromium.launch({ executablePath, headless: true, args })
}

/** The package unpacks into the folder for temporary files, which all users of a machine share. */
async function unpack(): Promise<string> {
  mkdirSync(unpacked, { recursive: true })
  const { TMPDIR } = process.env
  process.env.TMPDIR = unpacked
  try {
    return await packed.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
