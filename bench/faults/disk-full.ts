import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Import } from '#features/matching/contract.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { runningPostmaster } from '#platform/server/embedded/postmaster.ts'
import { floorBytes, freeBytes, reserveBytes } from '#platform/server/free-space.ts'
import { freePort, type Program, run as runProgram } from '#tests/program.ts'

const megabyte = 1024 ** 2
const diskBytes = 1300 * megabyte
const items = 60_000
/** The timeout of each step, which takes seconds on an idle machine. */
const patienceMs = 180_000
/** The timeout of the whole run. */
const limitMs = 540_000
const email = 'ann@example.com'
const full = 'The disk is full. Free up space on the server, then try again.'

/**
 * Runs the product on a small disk (a tmpfs, which needs root on Linux), from almost full to full to recovered. Checks
 * the responses, the log, and that everything resumes automatically. Returns exit code 1 if it doesn't.
 */
export async function run(): Promise<number> {
  const disk = mount(diskBytes)
  if (disk === null) {
    console.log('disk-full: skipped, since a tmpfs cannot be mounted here (this needs root on Linux)')
    return 0
  }
  const programs: Program[] = []
  const cleanUp = async () => {
    for (const program of programs) program.kill('SIGTERM')
    await Promise.all(programs.map((program) => program.ended))
    unmount(disk)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
  }
  try {
    await Promise.race([scenario(disk, programs), tooLong()])
    await firstStartOnTinyDisk()
    say('All of it resumed by itself')
    return 0
  } catch (error) {
    say(`FAILED: ${error instanceof Error ? error.message : error}`)
    return 1
  } finally {
    await cleanUp()
  }
}

async function tooLong(): Promise<never> {
  await pause(limitMs, undefined, { ref: false })
  throw new Error(`not over within ${limitMs / 60_000} minutes`)
}

async function scenario(disk: string, programs: Program[]): Promise<void> {
  const port = await freePort()
  const start = () => {
    const environment = { DATA_DIR: disk, PORT: String(port), SANDBOX: 'off', ADMIN_EMAILS: email, LOG_LEVEL: 'warn' }
    const program = runProgram('app/main.ts', [], environment)
    programs.push(program)
    echo(program)
    return program
  }
  say(`A disk of ${diskBytes / megabyte} MB, and the product on it`)
  let program = start()
  await program.line(/Earshot is running at/)
  const { ask, confirm } = await signUp(port, disk)
  const { data: project } = await ask('POST', 'projects', { name: 'Ledgerly', keywords: ['crm'] })
  await confirm()
  let words = 0
  const write = () => ask('POST', 'keywords', { project: project.id, query: `crm ${++words}` })
  const read = () => ask('GET', `projects/${project.id}`)
  const page = () => statusOf(port, '/')
  await holds('a write', async () => (await write()).status, 201)
  await holds('a public page', page, 200)

  say(`An import of ${items} posts begins, and the disk fills up until 300 MB are free: less than the reserve`)
  writeArchive(disk)
  const { data: created } = await ask('POST', 'imports', { project: project.id, origin: 'path', name: 'posts.ndjson' })
  const imported = async () => (await ask('GET', `imports/${created.id}`)).data
  await until('the import has begun', async () => (await imported()).linesDone > 0)
  await fill(disk, 300 * megabyte)
  await until('the import waits', async () => (await imported()).state === 'waiting')
  const { fault, linesDone } = await imported()
  say(`  it says, after ${linesDone} lines: ${fault}`)
  await holds('a write', async () => (await write()).status, 201)

  say('The disk fills up to its last byte')
  await fill(disk, 0)
  await program.line(/The disk that holds .* is full/)
  const refused = await write()
  say(`  a write is answered ${refused.status}: ${JSON.stringify(refused.error)}`)
  await holds('its message', async () => refused.error?.message, full)
  await holds('a read', async () => (await read()).status, 200)
  await holds('a public page', page, 200)

  say('PostgreSQL is killed, and cannot start again')
  process.kill(runningPostmaster(join(disk, 'postgres'))!.pid, 'SIGKILL')
  await program.line(/The database can't start: the disk that holds/)
  await holds('a read', async () => (await read()).error?.message, full)
  await holds('a public page', page, 200)
  await until('it was tried four times', async () => tries(program) >= 4)
  await holds('a public page', page, 200)

  say('The product is stopped, and started on the full disk')
  program.kill('SIGTERM')
  await program.ended
  program = start()
  await program.line(/The database can't start: the disk that holds/)
  await until('a public page', async () => (await page().catch(() => 0)) === 200)
  await holds('a read', async () => (await read()).error?.message, full)

  say('Space is freed, and nothing else is done')
  rmSync(join(disk, 'filler'))
  await until('a read', async () => (await read().catch(() => null))?.status === 200)
  await until('a write', async () => (await write().catch(() => null))?.status === 201)
  await program.line(/Earshot is running at/)
  await until('the import is done', async () => (await imported()).state === 'done')
  const { linesDone: done, itemsNew, itemsKnown } = await imported()
  await holds('lines, new items and known items', async () => [done, itemsNew, itemsKnown], [items, items, 0])
  program.kill('SIGTERM')
  await program.ended
}

async function firstStartOnTinyDisk(): Promise<void> {
  say('A first start on a disk of 40 MB')
  const disk = mount(40 * megabyte)
  if (disk === null) throw new Error('a second disk cannot be mounted')
  try {
    const program = runProgram('app/main.ts', [], { DATA_DIR: disk, PORT: String(await freePort()), SANDBOX: 'off' })
    echo(program)
    await holds('the exit code', () => program.ended, 1)
    await holds('lines', async () => program.output().trim().split('\n').length, 1)
  } finally {
    unmount(disk)
  }
}

/** Mounts a disk of `bytes` in a temporary folder. Returns null if that isn't possible. */
function mount(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-disk-full-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder])
  if (status === 0) return folder
  rmdirSync(folder)
  return null
}

function unmount(folder: string): void {
  const { status } = spawnSync('umount', [folder])
  // A disk that is still in use is unmounted later.
  if (status !== 0) spawnSync('umount', ['--lazy', folder])
  rmdirSync(folder)
}

/** Fills the disk until at most `left` bytes are free. */
async function fill(disk: string, left: number): Promise<void> {
  const file = openSync(join(disk, 'filler'), 'a')
  const zeros = Buffer.alloc(megabyte)
  try {
    for (;;) {
      const free = await freeBytes(disk)
      if (free <= left) break
      writeSync(file, zeros, 0, Math.min(zeros.length, free - left))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
  const free = Math.floor((await freeBytes(disk)) / megabyte)
  say(`  ${free} MB are free; the reserve is ${reserveBytes / megabyte}, the floor ${floorBytes / megabyte}`)
}

function writeArchive(disk: string): void {
  mkdirSync(join(disk, 'archives'))
  const body = 'We send invoices by hand, and would rather not. '.repeat(8)
  const lines = Array.from({ length: items }, (_, i) => {
    const id = (1_000_000 + i).toString(36)
    const createdAt = new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString()
    const permalink = `/r/smallbusiness/comments/${id}/`
    const title = `Post ${i} about a crm`
    return JSON.stringify({
      id,
      kind: 'post',
      subreddit: 'smallbusiness',
      author: 'ann',
      title,
      body,
      permalink,
      createdAt,
    })
  })
  writeFileSync(join(disk, 'archives', 'posts.ndjson'), `${lines.join('\n')}\n`)
}

/** A response of the API, with the fields of a project or an import that the steps read. */
interface Answer {
  status: number
  data: Pick<Import, 'id' | 'state' | 'linesDone' | 'itemsNew' | 'itemsKnown' | 'fault'>
  error?: { message: string }
}

/** Signs up an account, and returns functions to make calls as it. */
async function signUp(port: number, disk: string) {
  let jwt = ''
  const send = async (method: string, path: string, body?: object): Promise<Answer & { jwt?: string }> => {
    const answer = await fetch(`http://localhost:${port}/api/${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(jwt && { authorization: `Bearer ${jwt}` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { ...((await answer.json()) as Answer), status: answer.status }
  }
  const answer = await send('POST', 'auth/local/register', { email, password: 'correct horse battery' })
  jwt = answer.jwt ?? ''
  return {
    ask: (method: string, path: string, data?: object) => send(method, path, data && { data }),
    /** Confirms the address, like the link in the mail. */
    confirm: async () => {
      const client = new pg.Client({ connectionString: (await startEmbedded(disk)).url })
      await client.connect()
      await client.query('update "user" set confirmed_at = now()')
      await client.end()
    },
  }
}

async function statusOf(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://localhost:${port}${path}`, { signal: AbortSignal.timeout(60_000) })
  await answer.arrayBuffer()
  return answer.status
}

function tries(program: Program): number {
  return program.output().split("The database can't start").length - 1
}

const since = performance.now()

function say(line: string): void {
  console.log(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

/** Prints the output of a program. */
function echo(program: Program): void {
  let shown = 0
  const show = () => {
    const lines = program.output().split('\n')
    for (const line of lines.slice(shown, -1)) say(`  | ${line.slice(0, 240)}`)
    shown = lines.length - 1
  }
  const timer = setInterval(show, 100)
  program.ended.then(() => {
    clearInterval(timer)
    show()
  })
}

async function holds(what: string, of: () => Promise<unknown>, expected: unknown): Promise<void> {
  const [found, wanted] = [JSON.stringify(await of()), JSON.stringify(expected)]
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
  say(`  ${what}: ${found}`)
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await isSo())) {
    if (performance.now() - from > patienceMs) throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
    await pause(500)
  }
  say(`  ${what} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
}
