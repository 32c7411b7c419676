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
const itemCount = 60_000
/** The timeout of each step, which takes seconds on an idle machine. */
const stepTimeoutMs = 180_000
/** The timeout of the whole run. */
const runTimeoutMs = 540_000
const email = 'ann@example.com'
const fullMessage = 'The disk is full. Free up space on the server, then try again.'

/**
 * Runs the product on a small disk (a tmpfs, which needs root on Linux), from almost full to full to recovered. Checks
 * the responses, the log, and that everything resumes automatically. Returns exit code 1 if it doesn't.
 */
export async function run(): Promise<number> {
  const disk = mount(diskBytes)
  if (disk === null) {
    console.log('disk-full: skipped, mounting a tmpfs failed (requires root on Linux)')
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
    await Promise.race([scenario(disk, programs), timeOut()])
    await firstStartOnTinyDisk()
    print('Passed: everything resumed automatically')
    return 0
  } catch (error) {
    print(`FAILED: ${error instanceof Error ? error.message : error}`)
    return 1
  } finally {
    await cleanUp()
  }
}

async function timeOut(): Promise<never> {
  await pause(runTimeoutMs, undefined, { ref: false })
  throw new Error(`Timed out after ${runTimeoutMs / 60_000} minutes`)
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
  print(`Start Earshot on a ${diskBytes / megabyte} MB disk`)
  let program = start()
  await program.line(/Earshot is running at/)
  const { request, confirm } = await signUp(port, disk)
  const { data: project } = await request('POST', 'projects', { name: 'Ledgerly', keywords: ['crm'] })
  await confirm()
  let keywords = 0
  const write = () => request('POST', 'keywords', { project: project.id, query: `crm ${++keywords}` })
  const read = () => request('GET', `projects/${project.id}`)
  const page = () => statusOf(port, '/')
  await expectValue('write status', async () => (await write()).status, 201)
  await expectValue('public page status', page, 200)

  print(`Start an import of ${itemCount} posts, and fill the disk to 300 MB free, less than the reserve`)
  writeArchive(disk)
  const { data: created } = await request('POST', 'imports', {
    project: project.id,
    origin: 'path',
    name: 'posts.ndjson',
  })
  const imported = async () => (await request('GET', `imports/${created.id}`)).data
  await waitFor('import started', async () => (await imported()).linesDone > 0)
  await fill(disk, 300 * megabyte)
  await waitFor('import is waiting', async () => (await imported()).state === 'waiting')
  const { fault, linesDone } = await imported()
  print(`  import message after ${linesDone} lines: ${fault}`)
  await expectValue('write status', async () => (await write()).status, 201)

  print('Fill the disk completely')
  await fill(disk, 0)
  await program.line(/The disk that holds .* is full/)
  const failed = await write()
  print(`  write response ${failed.status}: ${JSON.stringify(failed.error)}`)
  await expectValue('error message', async () => failed.error?.message, fullMessage)
  await expectValue('read status', async () => (await read()).status, 200)
  await expectValue('public page status', page, 200)

  print('Kill PostgreSQL, which then cannot start')
  process.kill(runningPostmaster(join(disk, 'postgres'))!.pid, 'SIGKILL')
  await program.line(/The database can't start: the disk that holds/)
  await expectValue('read error', async () => (await read()).error?.message, fullMessage)
  await expectValue('public page status', page, 200)
  await waitFor('4 start attempts', async () => startAttempts(program) >= 4)
  await expectValue('public page status', page, 200)

  print('Restart Earshot on the full disk')
  program.kill('SIGTERM')
  await program.ended
  program = start()
  await program.line(/The database can't start: the disk that holds/)
  await waitFor('public page loads', async () => (await page().catch(() => 0)) === 200)
  await expectValue('read error', async () => (await read()).error?.message, fullMessage)

  print('Free up space, and do nothing else')
  rmSync(join(disk, 'filler'))
  await waitFor('reads succeed', async () => (await read().catch(() => null))?.status === 200)
  await waitFor('writes succeed', async () => (await write().catch(() => null))?.status === 201)
  await program.line(/Earshot is running at/)
  await waitFor('import finished', async () => (await imported()).state === 'done')
  const { linesDone: done, itemsNew, itemsKnown } = await imported()
  await expectValue('lines, new items, known items', async () => [done, itemsNew, itemsKnown], [
    itemCount,
    itemCount,
    0,
  ])
  program.kill('SIGTERM')
  await program.ended
}

async function firstStartOnTinyDisk(): Promise<void> {
  print('First start on a 40 MB disk')
  const disk = mount(40 * megabyte)
  if (disk === null) throw new Error('Mounting a second disk failed')
  try {
    const program = runProgram('app/main.ts', [], { DATA_DIR: disk, PORT: String(await freePort()), SANDBOX: 'off' })
    echo(program)
    await expectValue('exit code', () => program.ended, 1)
    await expectValue('output lines', async () => program.output().trim().split('\n').length, 1)
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
  print(`  ${free} MB free; reserve ${reserveBytes / megabyte} MB, floor ${floorBytes / megabyte} MB`)
}

function writeArchive(disk: string): void {
  mkdirSync(join(disk, 'archives'))
  const body = 'We send invoices by hand, and would rather not. '.repeat(8)
  const lines = Array.from({ length: itemCount }, (_, i) => {
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
interface ApiResponse {
  status: number
  data: Pick<Import, 'id' | 'state' | 'linesDone' | 'itemsNew' | 'itemsKnown' | 'fault'>
  error?: { message: string }
}

/** Signs up an account, and returns functions to make calls as it. */
async function signUp(port: number, disk: string) {
  let jwt = ''
  const send = async (method: string, path: string, body?: object): Promise<ApiResponse & { jwt?: string }> => {
    const response = await fetch(`http://localhost:${port}/api/${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(jwt && { authorization: `Bearer ${jwt}` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { ...((await response.json()) as ApiResponse), status: response.status }
  }
  const account = await send('POST', 'auth/local/register', { email, password: 'correct horse battery' })
  jwt = account.jwt ?? ''
  return {
    request: (method: string, path: string, data?: object) => send(method, path, data && { data }),
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
  const response = await fetch(`http://localhost:${port}${path}`, { signal: AbortSignal.timeout(60_000) })
  await response.arrayBuffer()
  return response.status
}

function startAttempts(program: Program): number {
  return program.output().split("The database can't start").length - 1
}

const started = performance.now()

function print(line: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

/** Prints the output of a program. */
function echo(program: Program): void {
  let shown = 0
  const show = () => {
    const lines = program.output().split('\n')
    for (const line of lines.slice(shown, -1)) print(`  | ${line.slice(0, 240)}`)
    shown = lines.length - 1
  }
  const timer = setInterval(show, 100)
  program.ended.then(() => {
    clearInterval(timer)
    show()
  })
}

async function expectValue(label: string, read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const [found, wanted] = [JSON.stringify(await read()), JSON.stringify(expected)]
  if (found !== wanted) throw new Error(`${label}: expected ${wanted}, got ${found}`)
  print(`  ${label}: ${found}`)
}

async function waitFor(label: string, isMet: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await isMet())) {
    if (performance.now() - from > stepTimeoutMs) throw new Error(`${label}: timed out after ${stepTimeoutMs / 1000} s`)
    await pause(500)
  }
  print(`  ${label} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
}
