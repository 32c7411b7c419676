import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster, runsAsRoot } from './cluster.ts'
import { isAlive, removeStaleLock, runningPostmaster } from './postmaster.ts'

const patienceMs = 60_000

/** The embedded PostgreSQL of one DATA_DIR, running. */
export interface EmbeddedPostgres {
  url: string
  /** Whether it still runs; one that ended but was not reaped by its parent does not. */
  isRunning(): boolean
  /** Stops it, unless the process that owns it is another one that lives, or somebody is still connected. */
  release(): Promise<void>
}

/**
 * Attaches to the PostgreSQL that runs on this DATA_DIR, or starts it: on 127.0.0.1 alone, on a free port, by password.
 * It runs in a session of its own, so that Ctrl-C reaches it only through us, and outlives a kill of this process.
 * `durable: false` is for tests: nothing is synced to disk, and no cleaning process stands in the way of a database that goes.
 */
export async function startEmbedded(dataDir: string, options = { durable: true }): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(runsAsRoot())
  const cluster = openCluster(dataDir, binaries, options.durable)
  const ownerFile = join(dataDir, 'postgres-owner')
  let launched: number | undefined
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(50)) {
    const running = runningPostmaster(cluster.folder)
    if (running === null) {
      launched = await launch(binaries.postgres, cluster, await choosePort(cluster.folder), options.durable)
      continue
    }
    if (!running.ready) continue
    const url = `postgres://earshot:${cluster.password}@127.0.0.1:${running.port}/earshot`
    if (!(await answers(url))) continue
    // Nobody else can own what did not run: the number written down may by now be another program's.
    if (running.pid === launched || !ownedByAnother(ownerFile)) writeFileSync(ownerFile, String(process.pid))
    return {
      url,
      isRunning: () => runningPostmaster(cluster.folder)?.pid === running.pid,
      release: () => release(cluster, ownerFile, url),
    }
  }
  throw new StartError(`the embedded PostgreSQL does not start; its log is in ${join(cluster.folder, 'log')}`)
}

/** Starts the program and waits until it is ready or has given up. Answers with its number. */
async function launch(postgres: string, cluster: Cluster, port: number, durable: boolean): Promise<number | undefined> {
  removeStaleLock(cluster.folder)
  writeFileSync(join(cluster.folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
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
  // It runs once the lock file names it; where it dies at once (a port taken, an old one still ending) we try again.
  await Promise.race([exited, untilReady(cluster.folder, child.pid)])
  return child.pid
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
      throw new StartError('the embedded PostgreSQL refuses the password in DATA_DIR/database-password')
    }
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The owner is who started it, or who first found it orphaned; it alone stops it. */
function ownedByAnother(ownerFile: string): boolean {
  const owner = readOwner(ownerFile)
  return owner !== null && owner !== process.pid && isAlive(owner)
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
  process.kill(running.pid, 'SIGINT')
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(20)) {
    if (runningPostmaster(cluster.folder)?.pid !== running.pid) return
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

/** The port it had last, so that clients of a restarted database find it again; another where that one is taken. */
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

/** The port that could be listened on for a moment; null where it is taken. */
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
