import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { runningPostmaster } from '../server/embedded/postmaster.ts'
import { freePort, type Program } from './program.ts'
import { Programs } from './programs.ts'

const secret = 's'.repeat(40)

const programs = new Programs()

function start(environment: Record<string, string> = {}): Program {
  return programs.start('server/main.ts', [], { PORT: '0', ...environment })
}

function listen(port: number): Promise<Server> {
  return new Promise((done) => {
    const server = createServer((socket) => socket.resume()).listen(port, 'localhost', () => done(server))
  })
}

/** The processes that a process started, with the words of their command lines. */
function childrenOf(pid: number): { pid: number; command: string[] }[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return children
    .map((child) => ({
      pid: Number(child),
      command: readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').slice(0, -1),
    }))
    .map(({ pid, command }) => ({ pid, command: command.map((word) => word.replace(/^.*\//, '')) }))
}

async function health(port: number): Promise<unknown> {
  return (await fetch(`http://localhost:${port}/api/health`)).json()
}

describe('a start', () => {
  test('prints its address, answers, lets nobody guess at the database, and on Ctrl-C stops all it started', async () => {
    const port = await freePort()
    const program = start({ PORT: String(port) })
    expect(await program.line(/Earshot is at/)).toBe(`Earshot is at http://localhost:${port}`)
    expect(await program.line(/ADMIN_EMAILS/)).toBe(
      'No admin is named. To name one, set ADMIN_EMAILS=you@example.com and confirm that address in the app.',
    )
    expect(await health(port)).toMatchObject({ status: 'ok', roles: ['web', 'worker'] })
    const postmaster = runningPostmaster(join(programs.folder, 'postgres'))!
    for (const user of ['earshot', 'postgres', 'earshot_web']) {
      const address = { host: '127.0.0.1', port: postmaster.port, database: 'earshot' }
      await expect(new pg.Client({ ...address, user, password: 'guess' }).connect()).rejects.toThrow()
    }
    program.kill('SIGINT')
    expect(await program.ended).toBe(0)
    expect(runningPostmaster(join(programs.folder, 'postgres'))).toBeNull()
    await expect(health(port)).rejects.toThrow()
  })

  test('brings back what is killed: each process, and the database on its port', async () => {
    const port = await freePort()
    const program = start({ PORT: String(port) })
    await program.line(/Earshot is at/)
    const roles = () => childrenOf(program.pid).filter(({ command }) => command.includes('main.ts'))
    const before = roles()
    expect(before).toHaveLength(2)
    for (const { pid, command } of before) {
      process.kill(pid, 'SIGKILL')
      await program.line(new RegExp(`The ${command.at(-1)} process ended \\(SIGKILL\\); starting it again`))
    }
    await expect.poll(roles, { timeout: 20_000 }).toHaveLength(2)
    const pids = before.map(({ pid }) => pid)
    expect(roles().filter(({ pid }) => pids.includes(pid))).toEqual([])
    const killed = runningPostmaster(join(programs.folder, 'postgres'))!
    process.kill(killed.pid, 'SIGKILL')
    await program.line(/The database runs again/)
    const after = runningPostmaster(join(programs.folder, 'postgres'))!
    expect(after.pid).not.toBe(killed.pid)
    expect(after.port).toBe(killed.port)
    const answers = () =>
      health(port).then(
        (body) => body,
        () => null,
      )
    await expect.poll(answers, { timeout: 20_000 }).toMatchObject({ status: 'ok' })

    // One that can't start takes nothing with it: pages are served, and it is tried again until it can.
    const control = join(programs.folder, 'postgres/global/pg_control')
    renameSync(control, `${control}.away`)
    process.kill(after.pid, 'SIGKILL')
    await program.line(/The database can't start: .*Trying again/)
    expect(await health(port)).toMatchObject({ data: null, error: { status: 503 } })
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)
    renameSync(`${control}.away`, control)
    await expect.poll(answers, { timeout: 20_000 }).toMatchObject({ status: 'ok' })
    expect(roles()).toHaveLength(2)
  }, 180_000)

  test('after a kill -9 of the supervisor, the next one takes the database over with all that was committed', async () => {
    const port = await freePort()
    const first = start({ PORT: String(port) })
    await first.line(/Earshot is at/)
    const registered = await fetch(`http://localhost:${port}/api/auth/local/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'analytical engine' }),
    })
    expect(registered.status).toBe(200)
    const before = runningPostmaster(join(programs.folder, 'postgres'))!
    first.kill('SIGKILL')
    await first.ended

    const second = start({ PORT: String(port) })
    await second.line(/Earshot is at/)
    expect(runningPostmaster(join(programs.folder, 'postgres'))!.pid).toBe(before.pid)
    const third = start({ PORT: String(port) })
    expect(await third.ended).toBe(1)
    expect(third.output()).toMatch(/taken by an Earshot that runs already/)
    const login = await fetch(`http://localhost:${port}/api/auth/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada@example.com', password: 'analytical engine' }),
    })
    expect(login.status).toBe(200)
    second.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    expect(runningPostmaster(join(programs.folder, 'postgres'))).toBeNull()
  })

  test('stops what it started, though the owner written down has the number of a program that lives', async () => {
    const first = start()
    await first.line(/Earshot is at/)
    first.kill('SIGTERM')
    await first.ended
    writeFileSync(join(programs.folder, 'postgres-owner'), String(process.pid))
    const second = start()
    await second.line(/Earshot is at/)
    second.kill('SIGTERM')
    await second.ended
    expect(runningPostmaster(join(programs.folder, 'postgres'))).toBeNull()
  })

  test('starts a database again that ends before the roles have found it', async () => {
    const program = start()
    const roles = () => childrenOf(program.pid).filter(({ command }) => command.includes('main.ts'))
    await expect.poll(roles, { timeout: 20_000, interval: 5 }).toHaveLength(2)
    process.kill(runningPostmaster(join(programs.folder, 'postgres'))!.pid, 'SIGKILL')
    await program.line(/Earshot is at/)
    expect(program.output()).toMatch(/The database runs again/)
  })
})

describe('a refused start says why in one line', () => {
  /** Starts, waits for the end and returns what was printed. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const program = start(environment)
    expect(await program.ended).toBe(1)
    expect(program.output().trim().split('\n')).toHaveLength(1)
    return program.output().trim()
  }

  /** An empty database of the test cluster, changed by `statements`. */
  async function database(...statements: string[]): Promise<string> {
    const template = inject('templateUrl')
    const name = `start_${Math.trunc(performance.now() * 1000)}`
    await query(template.replace(/\w+$/, 'earshot'), [`create database ${name}`])
    const url = template.replace(/\w+$/, name)
    await query(url, statements)
    return url
  }

  async function query(url: string, statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  test('port taken', async () => {
    const server = await listen(0)
    const { port } = server.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toBe(
      `earshot: port ${port} is taken. Stop what listens there, or set PORT to another`,
    )
    await new Promise((done) => server.close(done))
  })

  test('a bad variable', async () => {
    expect(await refusal({ ROLES: 'cook' })).toBe('earshot: ROLES must be some of web, worker, separated by commas')
  })

  test('DATA_DIR not writable', async () => {
    expect(await refusal({ DATA_DIR: '/proc/earshot' })).toMatch(/^earshot: DATA_DIR .* cannot be written/)
  })

  test('DATABASE_URL unreachable', async () => {
    const url = `postgres://earshot:hush@127.0.0.1:${await freePort()}/earshot`
    const line = await refusal({ DATABASE_URL: url, SECRET: secret })
    expect(line).toMatch(/^earshot: the database at 127\.0\.0\.1:\d+\/earshot cannot be reached/)
    expect(line).not.toContain('hush')
  })

  test('a database of a newer version', async () => {
    const url = await database(
      'create table schema_migration (version integer primary key, name text not null)',
      `insert into schema_migration values (9999, 'from the future')`,
    )
    expect(await refusal({ DATABASE_URL: url, SECRET: secret })).toMatch(
      /^earshot: the database is at version 9999, this program knows \d+\. Start the newer program/,
    )
  })

  test('roles that cannot be made', async () => {
    const url = await database(`drop role if exists weak`, `create role weak login password 'weak'`)
    const weak = url.replace(/\/\/[^@]+@/, '//weak:weak@')
    const line = await refusal({ DATABASE_URL: weak, SECRET: secret })
    expect(line).toMatch(/the database user weak may not/)
    expect(line).toContain('grant earshot_web, earshot_worker to "weak";')
  })
})
