import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { freePort } from './program.ts'

const programs = '/usr/lib/postgresql/15/bin'
const unprivileged = 65_534

/** Whether the oldest PostgreSQL that we work with is installed here; tests that need it are skipped where it is not. */
export const hasPostgres15 = existsSync(join(programs, 'postgres'))
if (!hasPostgres15) console.log(`No PostgreSQL 15 in ${programs}: tests of an external server are skipped`)

/** A PostgreSQL 15 of its own, as an operator would set it up: the program's user owns its database and is no superuser. */
export interface ExternalServer {
  /** Of a database called earshot, which is empty. */
  url: string
  close(): Promise<void>
}

export async function startPostgres15(): Promise<ExternalServer> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-postgres-15-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? { uid: unprivileged, gid: unprivileged } : {}
  if (asRoot) for (const path of [folder, data]) chownSync(path, unprivileged, unprivileged)
  const password = randomBytes(12).toString('base64url')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (asRoot) chownSync(passwordFile, unprivileged, unprivileged)
  const init = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--no-sync',
  ]
  const made = spawnSync(join(programs, 'initdb'), [...init, '--locale=C.UTF-8'], { ...user, cwd: folder })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...options], { ...user, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((done) => server.once('exit', done))
  const address = (name: string, database: string) => `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
  const administrator = address('postgres', 'postgres')
  await expect.poll(() => answers(administrator), { timeout: 30_000, interval: 50 }).toBe(true)
  await administer(administrator, [
    `create role earshot login createrole createdb password '${password}'`,
    'create database earshot owner earshot',
  ])
  return {
    url: address('earshot', 'earshot'),
    close: async () => {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  return administer(url, []).then(
    () => true,
    () => false,
  )
}

async function administer(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
