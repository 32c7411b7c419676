import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import packed from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { tourStateKey } from '#platform/contract/tours.ts'
import { watchVisitor } from './diary.ts'
import { waitEagerly } from './eager-waits.ts'
import { keepRoutes } from './lasting-routes.ts'
import { patienceMs } from './patience.ts'

/** The usual paths of a system's Chromium. */
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Runs headless and without background services, so that only the page under test uses the network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds: compiling their scripts a second or third time costs more than it saves.
  '--js-flags=--no-maglev --no-turbofan',
]

/**
 * The folder where npm's Chromium is unpacked. It is inside this checkout, since users can't run each other's files.
 */
const unpacked = resolve(import.meta.dirname, '../../node_modules/.cache/chromium')

/** The time in ms that Chromium has to show a page, which usually takes a second. Then another one is started. */
const startMs = 30_000
const triesMost = 3

let isShared = false
let shared: Browser | undefined

/** Makes openChromium reuse one Chromium for sequential callers, until this process ends. */
export function keepChromium(): void {
  isShared = true
}

/** Returns a Chromium without open contexts. */
export async function openChromium(): Promise<Browser> {
  if (!isShared) return startChromium()
  if (shared?.isConnected()) return shared
  const browser = await startChromium()
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  shared = browser
  return browser
}

/**
 * Starts Chromium from PLAYWRIGHT_CHROMIUM_PATH, the system or npm. On a very busy machine about one in a hundred
 * starts never shows a page and hangs.
 */
async function startChromium(): Promise<Browser> {
  const executablePath = await chromiumPath()
  for (let tries = 1; ; tries++) {
    const browser = await chromium.launch({ executablePath, headless: true, args, timeout: startMs })
    if (await showsPages(browser)) return forVisitors(browser)
    // Not awaited, since it may never close. It ends with this process at the latest.
    browser.close().catch(() => {})
    if (tries === triesMost)
      throw new Error(`Chromium showed no page in ${triesMost} tries of ${startMs / 1000} s each`)
  }
}

/**
 * Applies the tests' defaults to every context: timeouts, reduced motion, which saves time, and completed tours, which
 * would cover other elements. Tests of motion and tours override them.
 */
function forVisitors(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(patienceMs)
    watchVisitor(context)
    keepRoutes(context)
    waitEagerly(context)
    await context.addInitScript((key) => {
      try {
        if (localStorage.getItem(key) === null)
          localStorage.setItem(key, '{"opportunitiesTourCompleted":true,"mentionsTourCompleted":true}')
      } catch {
        // A page without an address has no storage.
      }
    }, tourStateKey)
    return context
  }
  return browser
}

async function showsPages(browser: Browser): Promise<boolean> {
  const shown = browser
    .newPage()
    .then((page) => page.close())
    .then(
      () => true,
      () => false,
    )
  return Promise.race([shown, pause(startMs, false, { ref: false })])
}

/**
 * Returns the path of the Chromium to start. A test run unpacks it before all tests, since parallel calls would start
 * an incomplete one.
 */
export async function chromiumPath(): Promise<string> {
  const { PLAYWRIGHT_CHROMIUM_PATH: chosen } = process.env
  return chosen || systemPaths.find((path) => existsSync(path)) || (await unpack())
}

/** Unpacks npm's Chromium. The package uses the temporary folder shared by all users, so ours is moved as a whole. */
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
