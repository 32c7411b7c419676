import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import packed from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'
import { tourStateKey } from '#platform/contract/tours.ts'
import { watchVisitor } from './diary.ts'
import { keepRoutes } from './lasting-routes.ts'
import { patienceMs } from './patience.ts'

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

/** Until a Chromium that was started shows a page, which takes it a second; then another one is started. */
const startMs = 30_000
const triesMost = 3

let keeps = false
let kept: Browser | undefined

/** From now on one Chromium serves whoever asks for one, one after the other, until this process ends. */
export function keepChromium(): void {
  keeps = true
}

/** A Chromium without visitors. */
export async function openChromium(): Promise<Browser> {
  if (!keeps) return startChromium()
  if (kept?.isConnected()) return kept
  const browser = await startChromium()
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  kept = browser
  return browser
}

/**
 * Starts Chromium: PLAYWRIGHT_CHROMIUM_PATH, or the system's, or the one that npm brought. On a machine that is very
 * busy one in some hundred starts never shows a page, and waits for good where it is asked for one.
 */
async function startChromium(): Promise<Browser> {
  const executablePath = await chromiumPath()
  for (let tries = 1; ; tries++) {
    const browser = await chromium.launch({ executablePath, headless: true, args, timeout: startMs })
    if (await showsPages(browser)) return forVisitors(browser)
    // Nobody waits for its end, which it may not come to by itself; it ends with this process at the latest.
    browser.close().catch(() => {})
    if (tries === triesMost) throw new Error(`Chromium showed no page in ${triesMost} times ${startMs / 1000} s`)
  }
}

/**
 * Every visitor has the patience of a test, asks for less motion, which costs time, and has completed the tours, which
 * would cover what a test presses. Tests of motion and tours say otherwise.
 */
function forVisitors(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(patienceMs)
    watchVisitor(context)
    keepRoutes(context)
    await context.addInitScript((key) => {
      try {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, '{"opportunitiesTourCompleted":true}')
      } catch {
        // A page of no address keeps nothing.
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
