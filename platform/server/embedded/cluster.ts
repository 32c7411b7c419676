import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../faults/start-error.ts'
import { floorBytes, freeBytes } from '../free-space.ts'
import { readOrCreateSecret } from '../secret-file.ts'
import type { Binaries } from './binaries.ts'

/** The user that runs PostgreSQL, which refuses to run as root (`nobody` on every Linux). */
const unprivileged = 65_534

/** The space a new database needs with its first write-ahead log, plus the free space to keep, in bytes. */
const newClusterBytes = 64 * 1024 ** 2 + floorBytes

/** A PostgreSQL data folder in DATA_DIR, and how to run programs on it. */
export interface Cluster {
  folder: string
  /** The folder's path as PostgreSQL sees it. */
  name: string
  /** Options for running PostgreSQL's programs. */
  spawn: { cwd: string; uid?: number; gid?: number }
  password: string
}

/** Returns whether this process is root, so that the database needs another user. */
export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Opens the cluster in `dataDir`, or creates it on the first start. A new one is moved into place when complete, so a
 * crash leaves nothing broken. Only DATA_DIR's owner can read the password of its one login role.
 */
export async function openCluster(dataDir: string, binaries: Binaries, durable: boolean): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const isNew = !existsSync(folder)
  if (isNew) requireRoom(dataDir, await freeBytes(dataDir))
  const password = readPassword(dataDir)
  if (isNew) createCluster(folder, binaries, password, durable)
  const dataVersion = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (dataVersion !== binaries.major) {
    throw new StartError(
      `the data in ${dataDir} is from PostgreSQL ${dataVersion}, but this version of Earshot uses ${binaries.major}. ` +
        'Back up with the older version, then restore here',
    )
  }
  return clusterAt(folder, password)
}

/** Throws StartError if a new database doesn't fit on the disk: initdb's own message doesn't say so. */
export function requireRoom(dataDir: string, free: number): void {
  if (free >= newClusterBytes) return
  const [needed, left] = [newClusterBytes, free].map((bytes) => Math.floor(bytes / 1024 ** 2))
  throw new StartError(
    `the disk that holds ${dataDir} is full: PostgreSQL needs about ${needed} MB to start, and ${left} MB are free. ` +
      'Free up space, or set DATA_DIR to a folder on another disk',
  )
}

function clusterAt(folder: string, password: string): Cluster {
  if (!runsAsRoot()) return { folder, name: folder, spawn: { cwd: folder }, password }
  // Started inside the folder, PostgreSQL can access it even if its user can't enter the parent folders.
  return { folder, name: '/proc/self/cwd', spawn: { cwd: folder, uid: unprivileged, gid: unprivileged }, password }
}

function createCluster(folder: string, binaries: Binaries, password: string, durable: boolean): void {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (runsAsRoot()) chownSync(draft, unprivileged, unprivileged)
  const cluster = clusterAt(draft, password)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const sync = durable ? [] : ['--no-sync']
  run(binaries.initdb, ['-D', cluster.name, '-U', 'postgres', '-A', 'reject', ...locale, ...sync], cluster, '')
  run(
    binaries.postgres,
    ['--single', '-D', cluster.name, '-c', 'log_min_messages=fatal', 'postgres'],
    cluster,
    `create role earshot login createrole createdb password '${password}'\ncreate database earshot owner earshot\n`,
  )
  renameSync(draft, folder)
}

function run(program: string, args: string[], cluster: Cluster, input: string): void {
  const { status, stderr, error } = spawnSync(program, args, { ...cluster.spawn, input, encoding: 'utf8' })
  if (status === 0) return
  throw new StartError(
    `setting up the embedded PostgreSQL failed: ${error?.message ?? causeIn(stderr) ?? `exit ${status}`}`,
  )
}

/** Returns the line with PostgreSQL's error. initdb prints further lines about its cleanup. */
export function causeIn(output: string): string | undefined {
  return /.*\b(?:error|FATAL|PANIC): *(.+)/s.exec(output)?.[1]?.split('\n')[0]
}

function readPassword(dataDir: string): string {
  const path = join(dataDir, 'database-password')
  const password = readOrCreateSecret(path, () => randomBytes(24).toString('base64url'))
  chmodSync(path, 0o600)
  return password
}
