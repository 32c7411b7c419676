import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/program.ts'
import { openAddress } from './address.ts'

const unprivileged = 65_534
const readyMs = 60_000

/** An external PostgreSQL with a synchronous standby, behind one address that leads to the primary. */
export interface ReplicatedDatabase {
  url: string
  version: string
  /** The address of the primary for a superuser. */
  administrator: string
  /** Kills the primary, whatever it is doing, and promotes the standby after some seconds. */
  failOver(seconds: number): Promise<void>
  close(): Promise<void>
}

/** Starts both servers in a folder, with the programs of another folder, as durable as an operator would. */
export async function startReplicated(programs: string, folder: string): Promise<ReplicatedDatabase> {
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? { uid: unprivileged, gid: unprivileged } : {}
  const own = (path: string) => asRoot && chownSync(path, unprivileged, unprivileged)
  const password = randomBytes(12).toString('base64url')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  mkdirSync(join(folder, 'primary'), { mode: 0o700 })
  for (const path of [folder, passwordFile, join(folder, 'primary')]) own(path)
  const program = (name: string, args: string[]) => {
    const { status, stderr } = spawnSync(join(programs, name), args, { ...user, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
  }
  const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  program('initdb', ['-D', 'primary', ...access, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'])

  const ports = { primary: await freePort(), standby: await freePort() }
  const urlOf = (port: number, name = 'postgres', database = 'postgres') =>
    `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
  const start = async (name: 'primary' | 'standby', settings: Record<string, string> = {}): Promise<ChildProcess> => {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '150', ...settings }
    const options = Object.entries({ ...all, port: String(ports[name]) }).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ])
    const server = spawn(join(programs, 'postgres'), ['-D', name, ...options], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
    await untilReady(urlOf(ports[name]))
    return server
  }

  let primary = await start('primary')
  await administer(urlOf(ports.primary), `create role earshot login createrole password '${password}'`)
  await administer(urlOf(ports.primary), 'create database earshot owner earshot')
  await end(primary, 'SIGINT')
  spawnSync('cp', ['-a', 'primary', 'standby'], { ...user, cwd: folder })
  writeFileSync(join(folder, 'standby/standby.signal'), '')
  const source = `host=127.0.0.1 port=${ports.primary} user=postgres password=${password} application_name=standby`
  appendFileSync(join(folder, 'standby/postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  own(join(folder, 'standby/standby.signal'))
  primary = await start('primary', { synchronous_standby_names: 'standby' })
  const standby = await start('standby')

  const address = await openAddress(ports.primary)
  const version = await administer(urlOf(ports.primary), 'show server_version')
  return {
    url: urlOf(address.port, 'earshot', 'earshot'),
    version,
    administrator: urlOf(address.port, 'postgres', 'earshot'),
    failOver: async (seconds) => {
      await end(primary, 'SIGQUIT')
      await pause(seconds * 1000)
      await administer(urlOf(ports.standby), 'select pg_promote()')
      address.moveTo(ports.standby)
    },
    close: async () => {
      await address.close()
      await Promise.all([end(primary, 'SIGINT'), end(standby, 'SIGINT')])
    },
  }
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = performance.now() + readyMs; ; await pause(100)) {
    try {
      return void (await administer(url, 'select 1'))
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

/** Runs a statement as a superuser. Returns the first value of its result. */
export async function administer(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return String(Object.values(rows[0] ?? {})[0])
  } finally {
    await client.end()
  }
}

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(signal)
  await exited
}
