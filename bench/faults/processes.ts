import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { runningPostmaster } from '#platform/server/embedded/postmaster.ts'
import { compiled } from '#tests/program.ts'
import { endProcess, startProcess, untilReady } from '../processes.ts'
import { copyForQuietWorld } from './world.ts'

/** One database with several web and worker processes of the product, as on a handful of machines. */
export interface Machines {
  url: string
  /** The addresses of the web processes. */
  webs: string[]
  workers: number
  /** Kills a worker with kill -9. Another one starts in its place. */
  killWorker(index: number): Promise<void>
  /** Stops the database, whatever it is doing, and starts it again. */
  restartDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function startMachines(dataDir: string, webs: number, workers: number): Promise<Machines> {
  let postgres = await startEmbedded(dataDir, { durable: false })
  const { url } = postgres
  await migrate(url)
  await noticeDeathsSooner(url)
  await copyForQuietWorld(url)
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SECRET: 'x'.repeat(40),
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: compiled,
  }
  const start = (role: 'web' | 'worker', port: number): ChildProcess =>
    startProcess(role, url, {
      env: { ...environment, PORT: String(port) },
      stdio: 'ignore',
    })
  const ports = await Promise.all(Array.from({ length: webs }, freePort))
  const webChildren = ports.map((port) => start('web', port))
  const workerChildren = Array.from({ length: workers }, () => start('worker', 0))
  await untilReady([...webChildren, ...workerChildren])
  return {
    url,
    webs: ports.map((port) => `http://localhost:${port}`),
    workers,
    killWorker: async (index) => {
      await endProcess(workerChildren[index]!, 'SIGKILL')
      workerChildren[index] = start('worker', 0)
    },
    restartDatabase: async () => {
      const before = runningPostmaster(join(dataDir, 'postgres'))
      if (before) process.kill(before.pid, 'SIGINT')
      while (runningPostmaster(join(dataDir, 'postgres'))?.pid === before?.pid) await new Promise(setImmediate)
      postgres = await startEmbedded(dataDir, { durable: false })
      if (postgres.url !== url) throw new Error('The database restarted at a different address')
    },
    stop: async () => {
      await Promise.all([...webChildren, ...workerChildren].map((child) => endProcess(child)))
      await postgres.release()
    },
  }
}

/** A dead worker's jobs are retried after seconds of silence, as after ten with the product's own setting. */
async function noticeDeathsSooner(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('update pgboss.queue set heartbeat_seconds = 4')
  await client.end()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}
