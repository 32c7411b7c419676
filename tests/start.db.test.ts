import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { runInProcess } from '#app/cli/captured-output.ts'
import { run as runImport } from '#app/cli/import.ts'
import { supervise } from '#app/supervisor.ts'
import { WebsiteProfile } from '#engine/website/profile.ts'
import { Sandbox } from '#platform/contract/sandbox.ts'
import { readConfig } from '#platform/server/config.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { runningPostmaster } from '#platform/server/embedded/postmaster.ts'
import { StartError } from '#platform/server/faults/start-error.ts'
import { freePort, type Program } from './program.ts'
import { Programs } from './programs.ts'
import { ask, dropDatabase, newDatabase } from './support/databases.ts'

const programs = new Programs('file')

const models = {
  LLM_BASE_URL: 'sandbox',
  LLM_MODEL: 'any',
  EMBEDDING_URL: 'sandbox',
  EMBEDDING_MODEL: 'any',
}

/** Returns the process IDs of a supervisor's children, by name: web, worker and sandbox. */
function childrenOf({ pid }: Program): Map<string, number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const pids = new Map<string, number>()
  for (const child of children.map(Number)) {
    const words = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').slice(0, -1)
    if (words.some((word) => word.endsWith('sandbox/start.ts'))) pids.set('sandbox', child)
    else if (words.some((word) => word.endsWith('app/main.ts'))) pids.set(words.at(-1)!, child)
  }
  return pids
}

const patience = { timeout: 60_000 }

// One server runs through all of these in order, since each start takes many seconds of CPU.
describe('a server', () => {
  let port: number
  let api: string
  let program: Program
  let headers: Record<string, string>
  let sandbox: Sandbox
  beforeAll(async () => {
    port = await freePort()
    api = `http://localhost:${port}/api`
    program = start(models)
    await program.line(/Earshot is running at/)
  }, 180_000)

  const start = (environment: Record<string, string>) =>
    programs.start('app/main.ts', [], { PORT: String(port), ...environment })
  const postmaster = () => runningPostmaster(join(programs.folder, 'postgres'))

  /** Returns the response to a request, or null if no server is listening. */
  async function call<T>(path: string, body?: object): Promise<{ status: number; body: T } | null> {
    const posted = body && { method: 'POST', body: JSON.stringify(body) }
    const options = { headers: { 'content-type': 'application/json', ...headers }, ...posted }
    const answer = await fetch(`${api}/${path}`, options).catch(() => null)
    return answer && { status: answer.status, body: (await answer.json()) as T }
  }
  const health = async () => (await call('health'))?.body

  /** Returns the profile of a website, or the error. */
  async function profile(website: string) {
    return (await call<{ data: unknown; error?: { details: unknown } }>('website-profiles', { data: { website } }))
      ?.body
  }

  /** Stops the server, and expects that its child processes and its database stop with it. */
  async function expectStop(signal: NodeJS.Signals, processes: number): Promise<void> {
    const children = childrenOf(program)
    expect(children.size).toBe(processes)
    program.kill(signal)
    expect(await program.ended).toBe(0)
    for (const pid of children.values()) expect(() => process.kill(pid, 0)).toThrow()
    expect(postmaster()).toBeNull()
    expect(await call('health')).toBeNull()
  }

  test('starts in an empty folder, prints its address, answers, and protects its database', async () => {
    expect(program.output()).toContain(`Earshot is running at http://localhost:${port}\n`)
    await program.line(
      /^No internal admin is set\. To add one, set ADMIN_EMAILS=you@example\.com and confirm that address/,
    )
    expect(await health()).toMatchObject({ status: 'ok', roles: ['web', 'worker'] })
    for (const user of ['earshot', 'postgres', 'earshot_web']) {
      const address = { host: '127.0.0.1', port: postmaster()!.port, database: 'earshot' }
      await expect(new pg.Client({ ...address, user, password: 'guess' }).connect()).rejects.toThrow()
    }
  })

  test('reads websites from the sandbox instead of the internet, with its models', async () => {
    sandbox = Sandbox.parse((await call('sandbox'))?.body)
    expect(sandbox.websites.hosts).toContain('paperfinch.example')
    const person = { email: 'ada@example.com', password: 'analytical engine' }
    const registered = await call<{ jwt: string }>('auth/local/register', person)
    headers = { authorization: `Bearer ${registered?.body.jwt}` }
    expect(WebsiteProfile.parse((await profile('paperfinch.example'))?.data)).toMatchObject({
      website: 'https://paperfinch.example/',
      name: { text: 'Paperfinch' },
      pages: ['/', '/features', '/pricing'],
      madeBy: 'model',
    })
    // Only the stand-ins are trusted. The sandbox's own address is as private as any other on this machine.
    expect((await profile(sandbox.websites.url))?.error?.details).toEqual({ fault: 'invalid' })
    expect((await profile('127.0.0.1'))?.error?.details).toEqual({ fault: 'private' })
  })

  test("uses the sandbox's models when their address is sandbox", async () => {
    const { embeddings, chatModel } = sandbox
    const response = await fetch(`${embeddings.url}/embeddings`, {
      method: 'POST',
      body: JSON.stringify({ model: embeddings.model, input: 'Which CRM?' }),
    })
    expect(response.status).toBe(200)
    expect(chatModel.url).toBe(embeddings.url)
  })

  test('lets imports attach to its database, and keeps running afterwards', async () => {
    const path = join(programs.folder, 'posts.ndjson')
    writeFileSync(path, JSON.stringify({ id: 'a', kind: 'post', subreddit: 'a', title: 'A post about nothing much' }))
    const imported = await runInProcess(runImport, [path], { DATA_DIR: programs.folder, LOG_LEVEL: 'warn' })
    expect(imported.code).toBe(0)
    expect(imported.output).toContain('1 new')
    expect(imported.output).toContain('The running server now looks for leads in them')
    expect(await health()).toMatchObject({ status: 'ok' })
  })

  test('restarts killed processes, the sandbox at its address, and the database on its port', async () => {
    const before = childrenOf(program)
    expect([...before.keys()].sort()).toEqual(['sandbox', 'web', 'worker'])
    for (const pid of before.values()) process.kill(pid, 'SIGKILL')
    for (const name of before.keys())
      await program.line(new RegExp(`The ${name} process stopped \\(SIGKILL\\)\\. Restarting it`))
    const killed = postmaster()!
    process.kill(killed.pid, 'SIGKILL')
    await program.line(/The database is running again/)
    const again = postmaster()!
    expect(again.pid).not.toBe(killed.pid)
    expect(again.port).toBe(killed.port)
    await expect.poll(() => [...childrenOf(program).keys()].sort(), patience).toEqual(['sandbox', 'web', 'worker'])
    for (const [name, pid] of childrenOf(program)) expect(pid).not.toBe(before.get(name))
    await expect.poll(health, patience).toMatchObject({ status: 'ok' })
    const name = async () => (await profile('paperfinch.example'))?.data
    await expect.poll(name, { ...patience, interval: 500 }).toMatchObject({ name: { text: 'Paperfinch' } })
    expect((await call('sandbox'))?.body).toEqual(sandbox)
  }, 180_000)

  test('serves its pages while the database cannot start, and retries until it can', async () => {
    const control = join(programs.folder, 'postgres/global/pg_control')
    renameSync(control, `${control}.away`)
    process.kill(postmaster()!.pid, 'SIGKILL')
    await program.line(/The database can't start: .*Retrying/)
    expect(await call('health')).toMatchObject({ status: 503, body: { data: null, error: { status: 503 } } })
    expect((await fetch(api.replace(/api$/, ''))).status).toBe(200)
    renameSync(`${control}.away`, control)
    await expect.poll(health, patience).toMatchObject({ status: 'ok' })
    expect([...childrenOf(program).keys()].sort()).toEqual(['sandbox', 'web', 'worker'])
  }, 180_000)

  test('stops all its processes on SIGTERM', async () => {
    await expectStop('SIGTERM', 3)
  }, 180_000)

  test('leaves its database running when killed, and the next server restarts it if needed', async () => {
    const startWeb = async () => {
      program = start({ ROLES: 'web', SANDBOX: 'off' })
      // The web process is started once the database runs.
      await expect.poll(() => childrenOf(program).has('web'), { ...patience, interval: 5 }).toBe(true)
    }
    await startWeb()
    const { pid } = postmaster()!
    program.kill('SIGKILL')
    await program.ended
    await startWeb()
    expect(postmaster()!.pid).toBe(pid)
    process.kill(pid, 'SIGKILL')
    await program.line(/Earshot is running at/)
    expect(program.output()).toMatch(/The database is running again/)
    const login = { identifier: 'ada@example.com', password: 'analytical engine' }
    expect(await call('auth/local', login)).toMatchObject({ status: 200 })
  }, 180_000)

  test('runs no sandbox if it is off', async () => {
    expect([...childrenOf(program).keys()]).toEqual(['web'])
    expect(await call('sandbox')).toMatchObject({ status: 404 })
  })

  test('refuses a second server on its port', async () => {
    expect(await refusal({ PORT: String(port) })).toMatch(/in use by another Earshot server/)
  })

  test('stops all its processes on Ctrl-C', async () => {
    await expectStop('SIGINT', 1)
  })
})

test("a database stops with the process that started it, even if a live process has the recorded owner's ID", async () => {
  const dataDir = programs.madeData('owned')
  writeFileSync(join(dataDir, 'postgres-owner'), String(process.ppid))
  const postgres = await startEmbedded(dataDir)
  expect(postgres.isRunning()).toBe(true)
  await postgres.release()
  expect(runningPostmaster(join(dataDir, 'postgres'))).toBeNull()
})

/** Starts a server inside the test process. Returns the reason it is refused. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const folder = { DATA_DIR: join(programs.folder, 'refused'), PORT: '0', SANDBOX: 'off' }
  const start = async () => supervise(readConfig({ ...folder, ...environment }), new AbortController().signal, () => {})
  const reason = await start().then(
    () => null,
    (error: unknown) => error,
  )
  expect(reason).toBeInstanceOf(StartError)
  const { message } = reason as StartError
  expect(message).not.toContain('\n')
  return message
}

test('a refused start prints one line and exits with 1', async () => {
  const program = programs.start('app/main.ts', [], { ROLES: 'cook' })
  expect(await program.ended).toBe(1)
  expect(program.output()).toBe('earshot: ROLES must be web or worker, or both, separated by a comma\n')
})

describe('a start is refused for', () => {
  const secret = 's'.repeat(40)

  test('a port that is taken', async () => {
    const server = await new Promise<Server>((done) => {
      const listening = createServer((socket) => socket.resume()).listen(0, 'localhost', () => done(listening))
    })
    const { port } = server.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toBe(
      `port ${port} is in use by another program. Stop it, or set PORT to another port`,
    )
    await new Promise((done) => server.close(done))
  })

  test('a DATA_DIR that is not writable', async () => {
    expect(await refusal({ DATA_DIR: '/proc/earshot' })).toMatch(/^can't write to DATA_DIR /)
  })

  test('an unreachable DATABASE_URL', async () => {
    const url = `postgres://earshot:hush@127.0.0.1:${await freePort()}/earshot`
    const message = await refusal({ DATABASE_URL: url, SECRET: secret })
    expect(message).toMatch(/^can't connect to the database at 127\.0\.0\.1:\d+\/earshot/)
    expect(message).not.toContain('hush')
  })

  test('a database of a newer version', async () => {
    const url = await newDatabase(inject('templateUrl'), true)
    await ask(url, `insert into schema_migration values (9999, 'from the future')`)
    expect(await refusal({ DATABASE_URL: url, SECRET: secret })).toMatch(
      /^the database has version 9999, but this version of Earshot supports up to \d+\. Start the newer version/,
    )
    await dropDatabase(url)
  })

  test('a database from before the first release', async () => {
    const url = await newDatabase(inject('templateUrl'), true)
    await ask(
      url,
      `update schema_migration set name = '0001-first-path.sql';
       insert into schema_migration values (9999, '9999-of-before.sql')`,
    )
    expect(await refusal({ DATABASE_URL: url, SECRET: secret })).toBe(
      "the database is from a version before the first release and can't be upgraded. " +
        'Start with a new database: another database in DATABASE_URL, or another DATA_DIR',
    )
    await dropDatabase(url)
  })

  test('roles that cannot be created', async () => {
    const url = await newDatabase()
    await ask(url, `create role weak login password 'weak'`)
    const weak = url.replace(/\/\/[^@]+@/, '//weak:weak@')
    const message = await refusal({ DATABASE_URL: weak, SECRET: secret })
    expect(message).toMatch(/the database user weak can't create/)
    expect(message).toContain('grant earshot_web, earshot_worker to "weak";')
    await dropDatabase(url)
    await ask(inject('templateUrl'), 'drop role weak')
  })
})
