// Follows README word for word, as someone new to Earshot would, and takes pictures. Run by hand.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumPath } from '#tests/browser/chromium.ts'
import { patienceMs } from '#tests/browser/patience.ts'
import { Album } from './album.ts'
import { writeArchives } from './archives.ts'
import { readReadme } from './readme.ts'
import { runLine } from './shell.ts'
import { createOwnProject, findLeads, type Newcomer, readWebsite, seeImport, signUp } from './walk.ts'
import { importCommand, told } from './words.ts'

/** The most seconds for what README calls about a minute, and seconds. A slow machine may take longer than it says. */
const firstStartMost = 300
const laterStartMost = 30

async function follow(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} isn't empty`)
  const [clone, home, pictures] = ['earshot', 'home', 'pictures'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(home, { recursive: true })
  cloneInto(clone)
  const { commands, address, steps, afterwards } = readReadme(readFileSync(join(clone, 'README.md'), 'utf8'))
  const [startCommand = ''] = commands
  const asTold = [told.signUp, told.website, told.submit]
  for (const [at, step] of asTold.entries()) {
    if (steps[at] !== step) throw new Error(`README says in step ${at + 1}: ${steps[at]}\nThe walk does: ${step}`)
  }
  if (steps.length > asTold.length) throw new Error(`README has a step that the walk lacks: ${steps.at(-1)}`)
  for (const sentence of [told.ownProject, told.archives])
    if (!afterwards.includes(sentence)) throw new Error(`README no longer says: ${sentence}`)

  const album = new Album(pictures)
  let server = runLine(startCommand, clone, home)
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox'] })
  try {
    note(
      `${startCommand}, the first time`,
      await timed(() => server.prints(`Earshot is running at ${address}\n`), firstStartMost),
    )
    const context = await browser.newContext()
    context.setDefaultTimeout(patienceMs)
    listen(context, address, album)
    const newcomer: Newcomer = { page: await context.newPage(), address, album }
    note('sign-up', await timed(() => signUp(newcomer)))
    note('website', await timed(() => readWebsite(newcomer)))
    note('setup and first leads', await timed(() => findLeads(newcomer)))
    note('own project', await timed(() => createOwnProject(newcomer)))
    writeArchives(clone, new Date())
    note(importCommand, await timed(() => runLine(importCommand, clone, home).prints('looks for leads in them')))
    note('leads from the archives', await timed(() => seeImport(newcomer)))
    await newcomer.page.close()
    note('Ctrl-C', await timed(() => server.interrupt()))
    await expectSilence(address)
    server = runLine(startCommand, clone, home)
    note(
      `${startCommand}, again`,
      await timed(() => server.prints(`Earshot is running at ${address}\n`), laterStartMost),
    )
  } finally {
    await browser.close()
    await server.interrupt()
    process.stdout.write(`Pictures: ${pictures}\n`)
  }
  if (album.complaints.length > 0) throw new Error(`On the way:\n${album.complaints.join('\n')}`)
}

/** Clones the last commit of this checkout, as from a server. */
function cloneInto(folder: string): void {
  const root = resolve(import.meta.dirname, '../..')
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', root, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`couldn't clone ${root}: ${stderr}`)
}

/** Notes what a visitor's browser complains about, and requests to other machines. */
function listen(context: BrowserContext, address: string, album: Album): void {
  const { complaints } = album
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (failure) => complaints.push(String(failure.error())))
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && ![new URL(address).hostname, '127.0.0.1'].includes(hostname))
      complaints.push(`requested ${request.url()}`)
  })
}

async function expectSilence(address: string): Promise<void> {
  const answer = await fetch(address).catch(() => null)
  if (answer) throw new Error(`${address} still answers after Ctrl-C`)
}

/** Returns the seconds that something takes. Throws an error if it takes more than `most`. */
async function timed(work: () => Promise<unknown>, most = Number.POSITIVE_INFINITY): Promise<number> {
  const since = performance.now()
  await work()
  const seconds = (performance.now() - since) / 1000
  if (seconds > most) throw new Error(`It took ${seconds.toFixed(1)} s, and README promises much less`)
  return seconds
}

function note(what: string, seconds: number): void {
  process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${what}\n`)
}

await follow(resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'earshot-newcomer-'))))
