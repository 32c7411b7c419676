import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Health } from '@earshot/contract/endpoints/program'
import { Sandbox } from '@earshot/contract/sandbox'
import type { Config } from './config.ts'
import { type DatabaseAddress, databaseAddress } from './db/address.ts'
import { migrate } from './db/migrate.ts'
import { startEmbedded } from './embedded/postgres.ts'
import { StartError } from './start-error.ts'

const graceMs = 25_000
const watchMs = 1000
const restartMs = 1000

/** What the supervisor tells a child at its start, and what a child answers once it is at work. */
export interface Assignment {
  databaseUrl: string
  /** Where the outside world in miniature listens; null while it is off. */
  sandbox: Sandbox | null
}
export interface Ready {
  ready: true
}

/**
 * Owns the embedded PostgreSQL and keeps one process a role alive (DESIGN 1): a child or a database that dies is
 * started again. Resolves after everything has been stopped, in reverse order, once `stop` is aborted.
 */
export async function supervise(config: Config, stop: AbortSignal, say: (line: string) => void): Promise<void> {
  if (config.roles.includes('web')) await checkPort(config)
  const world = config.sandbox ? keepSandbox(join(config.dataDir, 'sandbox'), stop, say) : null
  const database = await databaseAddress(config)
  try {
    await migrate(database.url)
    const sandbox = (await Promise.race([world?.started, aborted(stop)])) ?? null
    const children = config.roles.map((role) =>
      keepAlive({
        name: role,
        script: new URL('./main.ts', import.meta.url),
        args: () => [role],
        assignment: () => ({ databaseUrl: database.url, sandbox }),
        stop,
        say,
      }),
    )
    // From the first moment on: it may belong to an import that ends just now, and stops it.
    const watching = watchDatabase(config, database, stop, say, () => {
      for (const child of children) child.restart()
    })
    await Promise.race([Promise.all(children.map((child) => child.started)), watching])
    if (!stop.aborted) for (const line of readyLines(config)) say(line)
    await watching
    await Promise.all([...children, ...(world ? [world] : [])].map((child) => child.ended))
  } finally {
    await database.embedded?.release()
  }
}

function readyLines({ roles, publicUrl, adminEmails }: Config): string[] {
  if (!roles.includes('web')) return [`Earshot is working (${roles})`]
  const ready = `Earshot is at ${publicUrl}`
  if (adminEmails.length > 0) return [ready]
  return [
    ready,
    'No admin is named. To name one, set ADMIN_EMAILS=you@example.com and confirm that address in the app.',
  ]
}

function aborted(stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (stop.aborted) done()
    else stop.addEventListener('abort', () => done(), { once: true })
  })
}

interface Program {
  /** What it is called where its end is told. */
  name: string
  script: URL
  args: () => string[]
  /** What it is told at its start. */
  assignment?: () => Assignment
  stop: AbortSignal
  say: (line: string) => void
}

/** A program at work. */
interface Kept {
  /** With the first that it said. */
  started: Promise<unknown>
  ended: Promise<void>
  restart: () => void
}

/** Runs a program until `stop`, again and again where it ends by itself. */
function keepAlive({ name, script, args, assignment, stop, say }: Program): Kept {
  const { promise: started, resolve: markStarted } = Promise.withResolvers<unknown>()
  let current: ChildProcess | null = null
  const run = async () => {
    while (!stop.aborted) {
      const child = fork(script, args(), { stdio: 'inherit' })
      current = child
      const exited = once(child, 'exit')
      child.once('message', markStarted)
      if (assignment) child.send(assignment(), () => {})
      await Promise.race([exited, aborted(stop)])
      if (stop.aborted) await end(child, exited)
      else {
        say(`The ${name} process ended (${child.signalCode ?? child.exitCode}); starting it again`)
        await Promise.race([pause(restartMs), aborted(stop)])
      }
    }
  }
  return { started, ended: run(), restart: () => current?.kill('SIGTERM') }
}

/**
 * Runs the outside world in miniature, which keeps what happens in it in a folder. Where it is started again, it listens
 * where it did before: others know it by that.
 */
function keepSandbox(
  folder: string,
  stop: AbortSignal,
  say: (line: string) => void,
): Kept & { started: Promise<Sandbox> } {
  let [port, mailPort] = ['0', '0']
  const script = new URL('../sandbox/start.ts', import.meta.url)
  const kept = keepAlive({ name: 'sandbox', script, args: () => [port, folder, mailPort], stop, say })
  const started = kept.started.then((message) => {
    const sandbox = Sandbox.parse(message)
    port = new URL(sandbox.websites.url).port
    mailPort = sandbox.mail ? new URL(sandbox.mail.smtpUrl).port : mailPort
    return sandbox
  })
  return { ...kept, started }
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}

/** Starts the embedded PostgreSQL again where it died. It keeps its port if it can; else all must learn the new one. */
async function watchDatabase(
  config: Config,
  database: DatabaseAddress,
  stop: AbortSignal,
  say: (line: string) => void,
  moved: () => void,
): Promise<void> {
  while (!stop.aborted) {
    await Promise.race([pause(watchMs, undefined, { ref: false }), aborted(stop)])
    if (stop.aborted || database.embedded === null || database.embedded.isRunning()) continue
    say('The database ended; starting it again')
    const before = database.url
    database.embedded = await startEmbedded(config.dataDir)
    database.url = database.embedded.url
    say('The database runs again')
    if (database.url !== before) moved()
  }
}

async function checkPort({ host, port }: Config): Promise<void> {
  if (port === 0) return
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE') {
      const taken = (await answersAsEarshot(port)) ? 'taken by an Earshot that runs already' : 'taken'
      throw new StartError(`port ${port} is ${taken}. Stop what listens there, or set PORT to another`)
    }
    if (code === 'EACCES') throw new StartError(`port ${port} needs more rights. Set PORT to 1024 or above`)
    throw new StartError(`HOST ${host} cannot be listened on (${code})`)
  } finally {
    await new Promise((done) => server.close(done))
  }
}

/** Whether what listens on a port of this machine is this program. */
async function answersAsEarshot(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/api/health`, { signal: AbortSignal.timeout(1000) })
    return Health.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
