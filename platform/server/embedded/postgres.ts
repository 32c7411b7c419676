import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Backoff } from '../faults/backoff.ts'
import { isDiskFull } from '../faults/fault.ts'
import { DiskFullError, StartError } from '../faults/start-error.ts'
import { floorBytes, freeBytes } from '../free-space.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, causeIn, openCluster, runsAsRoot } from './cluster.ts'
import { isAlive, removeStaleLock, runningPostmaster } from './postmaster.ts'

const patienceMs = 60_000

/** A running embedded PostgreSQL for one DATA_DIR. */
export interface EmbeddedPostgres {
  url: string
  /** Returns whether it still runs. A zombie process doesn't. */
  isRunning(): boolean
  /** Stops it, unless another live process owns it or clients are still connected. */
  release(): Promise<void>
}

export interface EmbeddedOptions {
  /**
   * False only in tests: nothing is synced to disk, no autovacuum blocks dropping a database, and a Unix socket in the
   * data folder answers too, for about a tenth less of processor time.
   */
  durable?: boolean
  /** The most launches before this gives up. After a crash, the old processes may need a few to end. */
  launchesMost?: number
}

/**
 * Attaches to the PostgreSQL that runs on this DATA_DIR, or starts it. It listens only on 127.0.0.1, on a free port,
 * and requires a password. It runs in its own session, so Ctrl-C doesn't reach it directly and it survives a kill of
 * this process. Throws StartError if it doesn't start, or DiskFullError if an existing database lacks disk space.
 */
export async function startEmbedded(
  dataDir: string,
  { durable = true, launchesMost = 16 }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(runsAsRoot())
  const cluster = await openCluster(dataDir, binaries, durable)
  const ownerFile = join(dataDir, 'postgres-owner')
  const backoff = new Backoff({ firstMs: 50, mostMs: 5000, calmMs: patienceMs })
  let launched: number | undefined
  let launches = 0
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(50)) {
    const running = runningPostmaster(cluster.folder)
    if (running === null) {
      if (launches > 0) {
        await requireSpace(dataDir)
        if (launches === launchesMost) break
        await pause(backoff.nextMs(performance.now()))
      }
      launches++
      launched = await launch(binaries.postgres, cluster, await choosePort(cluster.folder), durable)
      continue
    }
    if (!running.ready) continue
    const url = `postgres://earshot:${cluster.password}@127.0.0.1:${running.port}/earshot`
    if (!(await answers(url))) {
      await requireSpace(dataDir)
      continue
    }
    // If it was not running before, it has no owner: the pid in the file may belong to another program by now.
    if (running.pid === launched || !ownedByAnother(ownerFile)) writeOwner(ownerFile)
    return {
      url,
      isRunning: () => runningPostmaster(cluster.folder)?.pid === running.pid,
      release: () => release(cluster, ownerFile, url),
    }
  }
  await requireSpace(dataDir)
  const logs = join(cluster.folder, 'log')
  throw new StartError(`the embedded PostgreSQL didn't start: ${lastCause(logs)}. Its log is in ${logs}`)
}

/** Throws DiskFullError if a retry would fail too: PostgreSQL needs space to start and to accept connections. */
async function requireSpace(dataDir: string): Promise<void> {
  const free = await freeBytes(dataDir)
  if (free >= floorBytes) return
  throw new DiskFullError(
    `the disk that holds ${dataDir} is full, ${Math.floor(free / 1024 ** 2)} MB are free. ` +
      'PostgreSQL starts once there is space',
  )
}

/** Returns the last error in PostgreSQL's log. */
function lastCause(logs: string): string {
  try {
    const newest = readdirSync(logs)
      .map((name) => join(logs, name))
      .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
    return (newest && causeIn(tailOf(newest))) ?? 'its log has no error'
  } catch {
    return 'it wrote no log'
  }
}

/** Returns the end of a file of any size. */
function tailOf(path: string): string {
  const tail = Buffer.alloc(64 * 1024)
  const file = openSync(path, 'r')
  try {
    const length = readSync(file, tail, 0, tail.length, Math.max(0, statSync(path).size - tail.length))
    return tail.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

/** Starts PostgreSQL and waits until it is ready or has exited. Returns its pid. */
async function launch(postgres: string, cluster: Cluster, port: number, durable: boolean): Promise<number | undefined> {
  removeStaleLock(cluster.folder)
  writeRules(cluster.folder, durable)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: durable ? '' : '.',
    max_connections: '100',
    shared_buffers: '256MB',
    // Most pages are in the system's memory, where reading one takes less time than asking a worker process for it.
    io_method: 'sync',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  const args = ['-D', cluster.name, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const quiet = openSync('/dev/null', 'r+')
  const child = spawn(postgres, args, { ...cluster.spawn, detached: true, stdio: [quiet, quiet, quiet] })
  closeSync(quiet)
  child.unref()
  const exited = once(child, 'exit')
  // It is running once the lock file has its pid. If it exits at once (port taken, old one still ending), retry.
  await Promise.race([exited, untilReady(cluster.folder, child.pid)])
  return child.pid
}

/** Writes the access rules. Replaces the file atomically: a partial one, on a full disk, would lock out everyone. */
function writeRules(folder: string, durable: boolean): void {
  const path = join(folder, 'pg_hba.conf')
  const rules = `host all all 127.0.0.1/32 scram-sha-256\n${durable ? '' : 'local all all scram-sha-256\n'}`
  if (readFileSync(path, 'utf8') === rules) return
  writeFileSync(`${path}.new`, rules)
  renameSync(`${path}.new`, path)
}

async function untilReady(folder: string, pid: number | undefined): Promise<void> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(10)) {
    const running = runningPostmaster(folder)
    if (running?.pid === pid && running?.ready) return
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartError('the embedded PostgreSQL rejects the password in DATA_DIR/database-password')
    }
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns whether another live process owns it. The owner started it, or was the first to find it orphaned. */
function ownedByAnother(ownerFile: string): boolean {
  const owner = readOwner(ownerFile)
  return owner !== null && owner !== process.pid && isAlive(owner)
}

function writeOwner(ownerFile: string): void {
  try {
    writeFileSync(ownerFile, String(process.pid))
  } catch (error) {
    // Without an owner, the last process to stop also stops the database. That is good enough on a full disk.
    if (!isDiskFull(error)) throw error
  }
}

function readOwner(ownerFile: string): number | null {
  try {
    return Number(readFileSync(ownerFile, 'utf8')) || null
  } catch {
    return null
  }
}

async function release(cluster: Cluster, ownerFile: string, url: string): Promise<void> {
  if (ownedByAnother(ownerFile)) return
  rmSync(ownerFile, { force: true })
  if (await inUseByOthers(url)) return
  const running = runningPostmaster(cluster.folder)
  if (running === null) return
  // Stops it cleanly at first. On a full disk that may never finish, so then stops it immediately: no data is lost.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(running.pid, signal)
    for (const deadline = performance.now() + patienceMs / 2; performance.now() < deadline; await pause(20)) {
      if (runningPostmaster(cluster.folder)?.pid !== running.pid) return
    }
  }
}

async function inUseByOthers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ others: boolean }>(
      `select exists (select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
    )
    return rows[0]!.others
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the last port, so that clients of a restarted database find it again, or another one if it is taken. */
async function choosePort(folder: string): Promise<number> {
  const last = lastPort(folder)
  return last !== null && (await listens(last)) === last ? last : ((await listens(0)) ?? choosePort(folder))
}

function lastPort(folder: string): number | null {
  try {
    const port = /"port=(\d+)"/.exec(readFileSync(join(folder, 'postmaster.opts'), 'utf8'))?.[1]
    return port === undefined ? null : Number(port)
  } catch {
    return null
  }
}

/** Returns the port if it is free, else null. For 0, returns any free port. */
async function listens(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' ? (address?.port ?? null) : null
  } catch {
    return null
  } finally {
    await new Promise((done) => server.close(done))
  }
}
