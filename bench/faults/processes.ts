import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { migrate } from '@earshot/server/db/migrate'
import { startEmbedded } from '@earshot/server/embedded/postgres'
import { runningPostmaster } from '@earshot/server/embedded/postmaster'

const main = resolve(import.meta.dirname, '../../server/main.ts')

/** One database, some web and some worker processes of the product, as on a handful of machines. */
export interface Machines {
  url: string
  /** Addresses of the web processes. */
  webs: string[]
  workers: number
  /** kill -9 of a worker; another starts in its place. */
  killWorker(index: number): Promise<void>
  /** Stops the database, whatever it does, and starts it again. */
  restartDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startMachines(dataDir: string, webs: number, workers: number): Promise<Machines> {
  let postgres = await startEmbedded(dataDir, { durable: false })
  const { url } = postgres
  await migrate(url)
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET: 'x'.repeat(40), LOG_LEVEL: 'silent' }
  const start = async (role: 'web' | 'worker', port: number): Promise<ChildProcess> => {
    const child = fork(main, [role], { env: { ...environment, PORT: String(port) }, stdio: 'ignore' })
    child.send({ databaseUrl: url }, () => {})
    return child
  }
  const ports = await Promise.all(Array.from({ length: webs }, freePort))
  const serving = await Promise.all(ports.map((port) => start('web', port)))
  const working = await Promise.all(Array.from({ length: workers }, () => start('worker', 0)))
  await Promise.all([...serving, ...working].map((child) => once(child, 'message')))
  return {
    url,
    webs: ports.map((port) => `http://localhost:${port}`),
    workers,
    killWorker: async (index) => {
      await end(working[index]!, 'SIGKILL')
      working[index] = await start('worker', 0)
    },
    restartDatabase: async () => {
      const before = runningPostmaster(join(dataDir, 'postgres'))
      if (before) process.kill(before.pid, 'SIGINT')
      while (runningPostmaster(join(dataDir, 'postgres'))?.pid === before?.pid) await new Promise(setImmediate)
      postgres = await startEmbedded(dataDir, { durable: false })
      if (postgres.url !== url) throw new Error('the database came back at another address')
    },
    stop: async () => {
      await Promise.all([...serving, ...working].map((child) => end(child, 'SIGTERM')))
      await postgres.release()
    },
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}
