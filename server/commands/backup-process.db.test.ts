import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort, type Program } from '../../tests/program.ts'
import { Programs } from '../../tests/programs.ts'
import { migrate } from '../db/migrate.ts'
import { ask, dropDatabase, newDatabase } from '../testing-databases.ts'

const programs = new Programs()

/** Runs a program on a DATA_DIR of that name. */
function start(place: string, script: string, args: string[] = [], environment: Record<string, string> = {}): Program {
  return programs.start(script, args, { DATA_DIR: join(programs.folder, place), LOG_LEVEL: 'warn', ...environment })
}

/** Runs a command to its end and answers its exit code and what it printed. */
async function finish(program: Program): Promise<{ code: number | null; output: string }> {
  return { code: await program.ended, output: program.output() }
}

const file = () => join(programs.folder, 'earshot.backup')
const backup = (place: string, ...options: string[]) => start(place, 'server/commands/backup.ts', [file(), ...options])
const restore = (place: string, environment = {}) => start(place, 'server/commands/restore.ts', [file()], environment)

interface Server {
  program: Program
  /** Answers status and body of a request to the API. */
  api(path: string, options?: { body?: object; jwt?: string }): Promise<{ status: number; jwt?: string }>
  stop(): Promise<void>
}

async function serve(place: string): Promise<Server> {
  const port = await freePort()
  const program = start(place, 'server/main.ts', [], { PORT: String(port) })
  await program.line(/Earshot is at/)
  return {
    program,
    api: async (path, { body, jwt } = {}) => {
      const answer = await fetch(`http://localhost:${port}/api/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(jwt && { authorization: `Bearer ${jwt}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, ...((await answer.json()) as { jwt?: string }) }
    },
    stop: async () => {
      program.kill('SIGTERM')
      await program.ended
    },
  }
}

const password = 'analytical engine'
const ada = { email: 'ada@example.com', password }
const login = { identifier: 'ada@example.com', password }

/** Several servers start and stop, one after the other. */
const patience = { timeout: 240_000 }

test(
  'a backup of a running server, with its keys, moves to another place where everybody stays signed in',
  patience,
  async () => {
    const first = await serve('first')
    const { jwt = '' } = await first.api('auth/local/register', { body: ada })
    const made = await finish(backup('first', '--with-keys'))
    expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/rows of \d+ tables, .*\nThe keys are in it/) })
    expect((await first.api('users/me', { jwt })).status).toBe(200)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const refused = await finish(restore('first'))
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/the database is in use \(.*worker\)/) })
    await first.stop()

    const restored = await finish(restore('second'))
    expect(restored.output).toMatch(/Restored [\d,]+ rows of \d+ tables.*\nThe keys of the backup are in .*secret/)
    const secret = readFileSync(join(programs.folder, 'first', 'secret'), 'utf8')
    expect(readFileSync(join(programs.folder, 'second', 'secret'), 'utf8')).toBe(secret)
    expect(made.output + restored.output).not.toContain(secret)
    const second = await serve('second')
    expect((await second.api('users/me', { jwt })).status).toBe(200)
  },
)

test(
  'without keys people sign in again, with the password that they had, also where a server was started before',
  patience,
  async () => {
    const first = await serve('first')
    const { jwt = '' } = await first.api('auth/local/register', { body: ada })
    const made = await finish(backup('first'))
    expect(made.output).toContain('The keys are not in it: after a restore elsewhere people sign in again')
    expect(readFileSync(file())).not.toContain(readFileSync(join(programs.folder, 'first', 'secret')))
    await first.stop()

    await (await serve('second')).stop()
    const restored = await finish(restore('second'))
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The backup holds no keys') })
    const second = await serve('second')
    expect((await second.api('users/me', { jwt })).status).toBe(401)
    expect((await second.api('auth/local', { body: login })).status).toBe(200)
  },
)

describe('on a database of its own', () => {
  const secret = 's'.repeat(40)
  let from: string
  let into: string
  beforeEach(async () => {
    from = await newDatabase()
    into = await newDatabase()
    await Promise.all([migrate(from), migrate(into)])
    await ask(
      from,
      `insert into "user" (id, username, email, created_at, updated_at)
       select gen_random_uuid(), 'user' || n, 'user' || n || '@example.com', now(), now() from generate_series(1, 30000) n`,
    )
  })
  afterEach(() => Promise.all([dropDatabase(from), dropDatabase(into)]))

  const environment = (url: string) => ({ DATABASE_URL: url, SECRET: secret })
  const backupOf = (url: string, ...options: string[]) =>
    start('any', 'server/commands/backup.ts', [file(), ...options], environment(url))
  const restoreInto = (url: string) => start('any', 'server/commands/restore.ts', [file()], environment(url))
  const people = async (url: string) =>
    (await ask<{ count: number }>(url, 'select count(*)::int from "user"'))[0]!.count

  /** Runs `work` while a sequence is locked, which is the last thing that both commands want: all rows are through. */
  async function withLockedSequence(url: string, work: (waiting: Waiting) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('begin; alter sequence event_id_seq rename to event_number')
    const waiting = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name ~ '^earshot' and wait_event_type = 'Lock'`
    try {
      await work(async (count) => {
        await expect.poll(async () => (await ask(url, waiting))[0], { timeout: 20_000 }).toEqual({ count })
      })
    } finally {
      await client.query('rollback')
      await client.end()
    }
  }

  /** Waits until so many commands wait for the sequence. */
  type Waiting = (count: number) => Promise<void>

  const filesThere = () => readdirSync(programs.folder).filter((name) => name.startsWith('earshot.backup'))

  test('a backup that is stopped leaves nothing, one that is killed a part that the next one replaces', async () => {
    await withLockedSequence(from, async (waiting) => {
      const stopped = backupOf(from)
      await waiting(1)
      expect(filesThere()).toEqual(['earshot.backup.part'])
      stopped.kill('SIGINT')
      stopped.kill('SIGINT')
      expect(await finish(stopped)).toMatchObject({ code: 130, output: expect.stringContaining('No backup was made') })
      expect(filesThere()).toEqual([])
      await waiting(0)

      const killed = backupOf(from)
      await waiting(1)
      killed.kill('SIGKILL')
      await killed.ended
      expect(filesThere()).toEqual(['earshot.backup.part'])
    })
    expect(await finish(backupOf(from))).toMatchObject({ code: 0 })
    expect(filesThere()).toEqual(['earshot.backup'])
    const again = await finish(backupOf(from))
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is there already. Choose another name') })
    expect(await finish(backupOf(from, '--force'))).toMatchObject({ code: 0 })
  })

  test('a restore that is stopped or killed leaves an empty database, which the next one fills', async () => {
    await finish(backupOf(from))
    await withLockedSequence(into, async (waiting) => {
      const stopped = restoreInto(into)
      await waiting(1)
      stopped.kill('SIGINT')
      expect(await finish(stopped)).toMatchObject({
        code: 130,
        output: expect.stringContaining('Nothing was restored'),
      })

      const killed = restoreInto(into)
      await waiting(1)
      killed.kill('SIGKILL')
      expect(await killed.ended).toBeNull()
      await waiting(0)
    })
    expect(await people(into)).toBe(0)
    const restored = await finish(restoreInto(into))
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Restored 30,\d+ rows/) })
    expect(await people(into)).toBe(30_000)
    const again = await finish(restoreInto(into))
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('there are rows in user') })
  })

  test('where SECRET rules, the keys are laid beside it, and the command says what to do with them', async () => {
    await finish(
      start('any', 'server/commands/backup.ts', [file(), '--with-keys'], {
        ...environment(from),
        SECRET: 'k'.repeat(40),
      }),
    )
    const { code, output } = await finish(restoreInto(into))
    expect(code).toBe(0)
    expect(output).toMatch(/SECRET is set here\. Append what is in .*secret-of-backup to it/)
    const laid = join(programs.folder, 'any', 'secret-of-backup')
    expect(readFileSync(laid, 'utf8')).toBe('k'.repeat(40))
    expect(statSync(laid).mode & 0o777).toBe(0o600)
    expect(output).not.toContain('kkk')
  })

  test('a folder that is not there, a database without tables, a file that is not there', async () => {
    const nowhere = start('any', 'server/commands/backup.ts', [join(programs.folder, 'none', 'x')], environment(from))
    expect(await finish(nowhere)).toMatchObject({ code: 1, output: expect.stringContaining('there is no such folder') })
    expect(await finish(restoreInto(into))).toMatchObject({ code: 1, output: expect.stringContaining('no such file') })
    const bare = await newDatabase()
    expect(await finish(backupOf(bare))).toMatchObject({
      code: 1,
      output: expect.stringContaining('nothing to back up'),
    })
    await dropDatabase(bare)
    expect(filesThere()).toEqual([])
  })
})
