import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Health } from '#features/operations/contract.ts'
import { Sandbox } from '#platform/contract/sandbox.ts'
import type { Config } from '#platform/server/config.ts'
import { aborted } from '#platform/server/faults/aborted.ts'
import { StartError } from '#platform/server/faults/start-error.ts'
import { keepAlive, type SupervisedProcess } from './keep-alive.ts'
import { SupervisedDatabase } from './supervised-database.ts'

/** The message that the supervisor sends to a child at its start; the child answers when it is ready. */
export interface Assignment {
  /** Null if there is no database because its disk is full. */
  databaseUrl: string | null
  /** The addresses of the sandbox; null if it is off. */
  sandbox: Sandbox | null
}
export interface Ready {
  ready: true
}

/**
 * Runs the embedded PostgreSQL and one process per role (DESIGN 1), and restarts any that dies. While the disk is full,
 * web processes serve what they can and workers wait. Resolves after `stop` is aborted and everything has been stopped
 * in reverse order.
 */
export async function supervise(config: Config, stop: AbortSignal, say: (line: string) => void): Promise<void> {
  if (config.roles.includes('web')) await checkPort(config)
  const world = config.sandbox ? keepSandbox(config, stop, say) : null
  const database = new SupervisedDatabase(config, { stop, say })
  await database.open()
  try {
    const sandbox = (await Promise.race([world?.started, aborted(stop)])) ?? null
    const children = config.roles.map((role) => ({
      role,
      ...keepAlive({
        name: role,
        script: new URL('./main.ts', import.meta.url),
        args: () => [role],
        assignment: (): Assignment => ({ databaseUrl: database.url, sandbox }),
        mayRun: () => role === 'web' || database.takesWrites,
        stop,
        say,
      }),
    }))
    // Watches from the start: the database may belong to an import that stops it when it ends.
    const watching = database.watch({
      onMove: () => {
        for (const child of children) child.restart()
      },
      onFull: () => {
        for (const child of children) if (child.role === 'worker') child.restart()
      },
    })
    await Promise.race([Promise.all(children.map((child) => child.started)), watching])
    if (!stop.aborted) for (const line of readyLines(config)) say(line)
    await watching
    await Promise.all([...children, ...(world ? [world] : [])].map((child) => child.ended))
  } finally {
    await database.release()
  }
}

function readyLines({ roles, publicUrl, adminEmails }: Config): string[] {
  if (!roles.includes('web')) return [`Earshot is running (${roles})`]
  const ready = `Earshot is running at ${publicUrl}`
  if (adminEmails.length > 0) return [ready]
  return [
    ready,
    'No internal admin is set. To add one, set ADMIN_EMAILS=you@example.com and confirm that address in the app.',
  ]
}

/**
 * Runs the sandbox, which stores its state in a folder. After a restart it uses the same ports, because other processes
 * know its addresses.
 */
function keepSandbox(
  { dataDir, billing, publicUrl, sandboxDays }: Config,
  stop: AbortSignal,
  say: (line: string) => void,
): SupervisedProcess & { started: Promise<Sandbox> } {
  const folder = join(dataDir, 'sandbox')
  const webhookUrl = billing === 'sandbox' ? `${publicUrl}/api/paddle/webhooks` : ''
  let [port, mailPort, imapPort] = ['0', '0', '0']
  const script = new URL('../sandbox/start.ts', import.meta.url)
  const args = () => [port, folder, mailPort, webhookUrl, imapPort, String(sandboxDays)]
  const supervised = keepAlive({ name: 'sandbox', script, args, stop, say })
  const started = supervised.started.then((message) => {
    const sandbox = Sandbox.parse(message)
    port = new URL(sandbox.websites.url).port
    mailPort = sandbox.mail ? new URL(sandbox.mail.smtpUrl).port : mailPort
    imapPort = sandbox.mail ? new URL(sandbox.mail.imapUrl).port : imapPort
    return sandbox
  })
  return { ...supervised, started }
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
      const user = (await answersAsEarshot(port)) ? 'another Earshot server' : 'another program'
      throw new StartError(`port ${port} is in use by ${user}. Stop it, or set PORT to another port`)
    }
    if (code === 'EACCES') throw new StartError(`no permission to use port ${port}. Set PORT to 1024 or higher`)
    throw new StartError(`can't listen on HOST ${host} (${code}). Set HOST to an address of this machine`)
  } finally {
    await new Promise((done) => server.close(done))
  }
}

/** Returns whether an Earshot server listens on a local port. */
async function answersAsEarshot(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/api/health`, { signal: AbortSignal.timeout(1000) })
    return Health.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
