import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { freePort } from './program.ts'

const programs = '/usr/lib/postgresql/15/bin'
const unprivileged = 65_534

/** Whether the oldest supported PostgreSQL is installed. Tests that need it are skipped otherwise. */
export const hasPostgres15 = existsSync(join(programs, 'postgres'))
if (!hasPostgres15) console.log(`No PostgreSQL 15 in ${programs}: tests of an external server are skipped`)

/**
 * A separate PostgreSQL 15, as an operator would set it up: the program's user owns its database and is no superuser.
 */
export interface ExternalServer {
  /** The address of an empty database called earshot. */
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
  const initdb = spawnSync(join(programs, 'initdb'), [...init, '--locale=C.UTF-8'], { ...user, cwd: folder })
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`)
  const port = await freePort()
  const undurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...undurable }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((done) => server.once('exit', done))
  const address = (name: string, database: string) => `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
  const administrator = address('postgres', 'postgres')
  await ready(server.stderr, ended)
  await administer(administrator, [
    `create role earshot login createrole createdb password '${password}'`,
    'create database earshot owner earshot',
    // Lets tests empty all tables without triggers and in any order.
    'grant set on parameter session_replication_role to earshot',
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

/** Resolves once the server's log says that it accepts connections. Rejects if it ends first. */
function ready(log: Readable, ended: Promise<unknown>): Promise<void> {
  return new Promise((done, failed) => {
    let text = ''
    log.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (text.includes('ready to accept connections')) done()
    })
    ended.then(() => failed(new Error(`PostgreSQL 15 ended: ${text}`)))
  })
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
