import type { ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { freePort } from '#tests/program.ts'
import { ownMemory } from '../cpu.ts'
import { endProcess, startProcess, untilReady } from '../processes.ts'
import { type JumpingClock, openClock } from './clock.ts'

type Role = 'web' | 'worker'

/** Longer than a dead worker holds a feed or a job. */
const leaseMs = 5 * 60_000

/** The product on one machine: PostgreSQL, a web process, and a worker, on a clock that jumps. */
export interface Machine {
  url: string
  address: string
  /** Returns the environment of the processes. */
  environment(): Record<string, string>
  clock: JumpingClock
  /** Runs a query as the owner of the database. */
  ask<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  start(sandbox: Sandbox): Promise<void>
  /** Kills a process with kill -9 and starts another one. */
  kill(role: Role): Promise<void>
  /** Ends everything in order and starts it again. */
  restart(): Promise<void>
  /** Returns the memory that both processes allocated, in MB. */
  memory(): number
  /** Returns what the processes logged as errors: how often, by message. */
  errors(): Map<string, number>
  stop(): Promise<void>
}

export async function openMachine(folder: string): Promise<Machine> {
  let postgres = await startEmbedded(folder)
  const { url } = postgres
  await migrate(url)
  let owner = await connect(url)
  const clock = openClock(folder, () => (statement) => owner.query(statement))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const log = join(folder, 'log')
  let outside: Sandbox | null = null
  const environment = () => ({
    ...{ DATA_DIR: folder, DATABASE_URL: url, SECRET: 'x'.repeat(40), PORT: String(port) },
    ...{ SANDBOX: 'on', BILLING: 'sandbox', LOG_LEVEL: 'error' },
    ...(outside && redditOf(outside)),
  })
  const running = new Map<Role, ChildProcess>()
  const start = async (role: Role) => {
    const execArgv = [...process.execArgv, ...clock.nodeArguments]
    const child = startProcess(role, url, {
      ...{ sandbox: outside, env: environment(), execArgv },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => appendFileSync(log, text))
    running.set(role, child)
    child.once('exit', (code, signal) => {
      if (running.get(role) !== child) return
      // The supervisor would start another one too.
      appendFileSync(log, `The ${role} process ended by itself (${signal ?? code})\n`)
      void start(role)
    })
    await untilReady([child])
  }
  const end = async (role: Role, signal?: 'SIGKILL') => {
    const child = running.get(role)
    running.delete(role)
    if (child) await endProcess(child, signal)
  }
  const startAll = async () => {
    await Promise.all((['web', 'worker'] as const).map(start))
  }
  const endAll = async () => {
    await Promise.all([...running.keys()].map((role) => end(role)))
  }
  return {
    ...{ url, address, environment, clock },
    ask: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<Row>(text, [...values])).rows,
    start: async (sandbox) => {
      outside = sandbox
      await startAll()
    },
    kill: async (role) => {
      await end(role, 'SIGKILL')
      // Nobody waits for the leases of a dead worker.
      if (role === 'worker') await clock.jump(leaseMs)
      await start(role)
    },
    restart: async () => {
      await endAll()
      await owner.end()
      await postgres.release()
      postgres = await startEmbedded(folder)
      if (postgres.url !== url) throw new Error('The database restarted at a different address')
      owner = await connect(url)
      await startAll()
    },
    memory: () => [...running.values()].reduce((sum, { pid }) => sum + ownMemory(pid ?? 0), 0) / 1024 ** 2,
    errors: () => errorsIn(log),
    stop: async () => {
      await endAll()
      await owner.end()
      await postgres.release()
    },
  }
}

/** The app of the sandbox's Reddit, configured like a real one, so that its posts count as real ones. */
function redditOf({ reddit }: Sandbox): Record<string, string> {
  return {
    REDDIT_CLIENT_ID: reddit.clientId,
    REDDIT_CLIENT_SECRET: reddit.clientSecret,
    REDDIT_AUTH_URL: reddit.url,
    REDDIT_API_URL: reddit.url,
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

function errorsIn(log: string): Map<string, number> {
  const counts = new Map<string, number>()
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
  for (const line of lines.filter((each) => each !== '')) {
    const words = messageOf(line)
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return counts
}

function messageOf(line: string): string {
  try {
    const { queue = '', msg = '', message = '', code = '' } = JSON.parse(line) as Record<string, string>
    return [queue, msg, message, code].filter((part) => part !== '').join(': ')
  } catch {
    // Not a line of the log, such as a warning of Node.
    return line.slice(0, 160)
  }
}
