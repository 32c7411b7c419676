import { existsSync } from 'node:fs'
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

/** Starts Chromium: PLAYWRIGHT_CHROMIUM_PATH, or the system's, or the one that npm brought. */
export async function openChromium(): Promise<Browser> {
  const { PLAYWRIGHT_CHROMIUM_PATH: chosen } = process.env
  const executablePath = chosen || systemPaths.find((path) => existsSync(path)) || (await packed.executablePath())
  return chromium.launch({ executablePath, headless: true, args })
}
