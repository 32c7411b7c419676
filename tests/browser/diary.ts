import type { BrowserContext, Page, Request } from 'playwright-core'
import type { TestContext } from 'vitest'
import type { Program } from '../program.ts'

/** The number of noted lines, and of lines printed by each server, in the report of a failed test. */
const linesMost = 60
/** The number of characters of a page in the report, and the time in ms to read it. */
const seenMost = 4000
const patienceMs = 5000

let task: TestContext['task'] | undefined
const events: string[] = []
const visitors = new Set<BrowserContext>()
const underway = new Map<Request, number>()
const servers = new Map<Program, number>()
/** The errors whose messages already include a report. */
const reported = new WeakSet<object>()

/** Notes a context's console messages, failed and unanswered requests, and final page contents. */
export function watchVisitor(context: BrowserContext): void {
  visitors.add(context)
  const close = context.close.bind(context)
  context.close = async (options) => {
    if (isFailed()) await look(context)
    await close(options)
  }
  context.on('close', () => visitors.delete(context))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (failure) => note(`thrown: ${failure.error().stack ?? failure.error().message}`))
  context.on('request', (request) => underway.set(request, performance.now()))
  context.on('requestfinished', (request) => underway.delete(request))
  context.on('requestfailed', (request) => {
    underway.delete(request)
    note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400)
      note(`${response.status()}: ${response.request().method()} ${response.request().url()}`)
  })
  // Requests of a closed page never report an end.
  context.on('page', (page) =>
    page.on('close', () => {
      for (const request of underway.keys()) if (isOf(request, page)) underway.delete(request)
    }),
  )
}

/** Keeps the output of a server until it ends. */
export function watchServer(program: Program): void {
  servers.set(program, 0)
  program.ended.then(() => servers.delete(program))
}

/** Starts the diary of one try of a test. */
export function beginDiary(context: TestContext): void {
  task = context.task
  events.length = 0
  for (const program of servers.keys()) servers.set(program, program.output().length)
}

/** Adds the diary to the error of a failed test. */
export async function tellDiary(): Promise<void> {
  if (!isFailed()) return
  for (const context of visitors) await look(context)
  const waiting = [...underway].map(([request, since]) => {
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    return `no response for ${seconds} s: ${request.method()} ${request.url()}`
  })
  const printed = [...servers].flatMap(([program, from]) => [
    'The server printed:',
    ...program.output().slice(from).trimEnd().split('\n').slice(-linesMost),
  ])
  const report = ['Events before the failure:', ...events.slice(-linesMost), ...waiting, ...printed].join('\n')
  // In the error message, where readers of the run look first.
  for (const error of task?.result?.errors ?? []) {
    // The second try repeats the errors of the first.
    if (!reported.has(error)) error.message += `\n\n${report}`
    reported.add(error)
  }
}

function isFailed(): boolean {
  return task?.result?.state === 'fail'
}

/** Notes the contents of a context's pages, unless they are too busy to respond. */
async function look(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const seen = await page.locator('body').ariaSnapshot({ timeout: patienceMs }).catch(String)
    note(`on ${page.url()}\n${shortened(seen)}`)
  }
}

/** Returns the start and the end of a long text. */
function shortened(text: string): string {
  if (text.length <= seenMost) return text
  return `${text.slice(0, seenMost / 2)}\n…\n${text.slice(-seenMost / 2)}`
}

function note(line: string): void {
  events.push(`${new Date().toISOString().slice(11, 23)} ${line}`)
}

/** Requests of a service worker or of a closed page have no frame. */
function isOf(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false
  }
}
