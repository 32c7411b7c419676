import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openSession } from '#platform/server/backup/session.ts'
import { readConfig } from '#platform/server/config.ts'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import type { Program } from '#tests/program.ts'
import { Programs } from '#tests/programs.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { openContext } from '../../context.ts'
import { buildApp } from '../../http.ts'
import { run as runBackup } from '../backup.ts'
import { runInProcess } from '../captured-output.ts'
import { run as runRestore } from '../restore.ts'

/** Waits for a command to end and returns its exit code and output. */
async function finish(program: Program): Promise<{ code: number | null; output: string }> {
  return { code: await program.ended, output: program.output() }
}

describe('with the embedded database', () => {
  const programs = new Programs('file')
  const ada = { email: 'ada@example.com', password: 'analytical engine' }
  const login = { identifier: ada.email, password: ada.password }

  const at = (dataDir: string) => ({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const file = (name: string) => join(programs.folder, name)

  /** Serves a DATA_DIR inside the test process: its database and its web process. */
  async function serve(dataDir: string) {
    const config = readConfig({ ...at(dataDir), SANDBOX: 'off' })
    const postgres = await startEmbedded(dataDir)
    const { ctx, close } = await openContext(config, postgres.url, 'web')
    const app = await buildApp(ctx, { webRoot: null, roles: config.roles, version: config.version, trustProxy: false })
    return {
      url: postgres.url,
      /** Returns the status and body of an API request. */
      async api(path: string, { body, jwt }: { body?: object; jwt?: string } = {}) {
        const headers = jwt ? { authorization: `Bearer ${jwt}` } : {}
        const payload = body ? { method: 'POST' as const, payload: body } : {}
        const answer = await app.inject({ url: `/api/${path}`, headers, ...payload })
        return { status: answer.statusCode, jwt: answer.json().jwt as string }
      },
      async stop() {
        await app.close()
        await close()
        await postgres.release()
      },
    }
  }

  let folder: string
  let first: Awaited<ReturnType<typeof serve>>
  let jwt: string
  beforeAll(async () => {
    folder = programs.madeData('first')
    first = await serve(folder)
    ;({ jwt } = await first.api('auth/local/register', { body: ada }))
  })
  afterAll(() => first.stop())

  test('a backup of a running server with its keys restores elsewhere and keeps everyone signed in', async () => {
    const path = file('with-keys')
    const backup = await runInProcess(runBackup, [path, '--with-keys'], at(folder))
    expect(backup).toMatchObject({
      code: 0,
      output: expect.stringMatching(/rows of \d+ tables, .*\nThe keys are included/),
    })
    expect((await first.api('users/me', { jwt })).status).toBe(200)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    // It waits seconds for the others to disconnect. Meanwhile the backup is restored elsewhere.
    const others = await Promise.all(
      ['worker', 'import', 'restore'].map((name) => openSession(first.url, `earshot ${name}`)),
    )
    const refusing = runInProcess(runRestore, [path], at(folder))

    const elsewhere = join(programs.folder, 'second')
    const restored = await runInProcess(runRestore, [path], at(elsewhere))
    expect(restored.output).toMatch(/Restored [\d,]+ rows of \d+ tables.*\nThe keys of the backup are in .*secret/)
    const secret = readFileSync(join(folder, 'secret'), 'utf8')
    expect(readFileSync(join(elsewhere, 'secret'), 'utf8')).toBe(secret)
    expect(backup.output + restored.output).not.toContain(secret)
    const second = await serve(elsewhere)
    expect((await second.api('users/me', { jwt })).status).toBe(200)
    await second.stop()
    expect(await refusing).toEqual({
      code: 1,
      output: expect.stringContaining('the database is in use (import, restore, web, worker). Stop the server'),
    })
    for (const other of others) await other.end()
  })

  test('without keys users sign in again with their password, also on a target that was started before', async () => {
    const path = file('without-keys')
    const backup = await runInProcess(runBackup, [path], at(folder))
    expect(backup.output).toContain('The keys are not included: after a restore elsewhere, users have to sign in again')
    expect(readFileSync(path)).not.toContain(readFileSync(join(folder, 'secret')))

    const elsewhere = programs.madeData('third')
    const restored = await runInProcess(runRestore, [path], at(elsewhere))
    expect(restored).toEqual({ code: 0, output: expect.stringContaining('The backup has no keys') })
    const third = await serve(elsewhere)
    expect((await third.api('users/me', { jwt })).status).toBe(401)
    expect((await third.api('auth/local', { body: login })).status).toBe(200)
    await third.stop()
  })
})

describe('with an external database', () => {
  const programs = new Programs()
  const file = () => join(programs.folder, 'earshot.backup')
  let from: string
  let into: string
  beforeAll(async () => {
    from = await newDatabase(inject('templateUrl'), true)
    await ask(
      from,
      `insert into "user" (id, username, email, created_at, updated_at)
       select gen_random_uuid(), 'user' || n, 'user' || n || '@example.com', now(), now() from generate_series(1, 1000) n`,
    )
  })
  afterAll(() => dropDatabase(from))
  beforeEach(async () => {
    into = await newDatabase(inject('templateUrl'), true)
  })
  afterEach(() => dropDatabase(into))

  const environment = (url: string, secret = 's'.repeat(40)) => ({
    DATA_DIR: programs.folder,
    DATABASE_URL: url,
    SECRET: secret,
    LOG_LEVEL: 'warn',
  })
  const backUp = (url: string, ...options: string[]) => runInProcess(runBackup, [file(), ...options], environment(url))
  const restore = (url: string) => runInProcess(runRestore, [file()], environment(url))
  const startBackup = (url: string) => programs.start('app/cli/backup.ts', [file()], environment(url))
  const startRestore = (url: string) => programs.start('app/cli/restore.ts', [file()], environment(url))
  const people = async (url: string) =>
    (await ask<{ count: number }>(url, 'select count(*)::int from "user"'))[0]!.count

  /** Runs `work` while a sequence is locked. Both commands need it last, after all rows. */
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

  /** Waits until this many commands wait for the sequence. */
  type Waiting = (count: number) => Promise<void>

  const filesThere = () => readdirSync(programs.folder).filter((name) => name.startsWith('earshot.backup'))

  test('a stopped backup leaves no file, and a killed one a partial file that the next backup replaces', async () => {
    await withLockedSequence(from, async (waiting) => {
      const stopped = startBackup(from)
      await waiting(1)
      expect(filesThere()).toEqual(['earshot.backup.part'])
      stopped.kill('SIGINT')
      stopped.kill('SIGINT')
      expect(await finish(stopped)).toMatchObject({
        code: 130,
        output: expect.stringContaining('No backup was written'),
      })
      expect(filesThere()).toEqual([])
      await waiting(0)

      const killed = startBackup(from)
      await waiting(1)
      killed.kill('SIGKILL')
      await killed.ended
      expect(filesThere()).toEqual(['earshot.backup.part'])
    })
    expect(await backUp(from)).toMatchObject({ code: 0 })
    expect(filesThere()).toEqual(['earshot.backup'])
    const again = await backUp(from)
    expect(again).toEqual({ code: 1, output: expect.stringContaining('already exists. Choose another name') })
    expect(await backUp(from, '--force')).toMatchObject({ code: 0 })
  })

  test('a stopped or killed restore leaves an empty database, which the next restore fills', async () => {
    await backUp(from)
    await withLockedSequence(into, async (waiting) => {
      const stopped = startRestore(into)
      await waiting(1)
      stopped.kill('SIGINT')
      expect(await finish(stopped)).toMatchObject({
        code: 130,
        output: expect.stringContaining('Nothing was restored'),
      })

      const killed = startRestore(into)
      await waiting(1)
      killed.kill('SIGKILL')
      expect(await killed.ended).toBeNull()
      await waiting(0)
    })
    expect(await people(into)).toBe(0)
    const restored = await restore(into)
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Restored 1,\d+ rows/) })
    expect(await people(into)).toBe(1000)
    const again = await restore(into)
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('not empty: rows in user') })
  })

  test('with SECRET set, the keys go into a separate file and the command explains what to do with it', async () => {
    await runInProcess(runBackup, [file(), '--with-keys'], environment(from, 'k'.repeat(40)))
    const { code, output } = await restore(into)
    expect(code).toBe(0)
    expect(output).toMatch(/SECRET is set here\. Append the content of .*secret-of-backup to it/)
    const laid = join(programs.folder, 'secret-of-backup')
    expect(readFileSync(laid, 'utf8')).toBe('k'.repeat(40))
    expect(statSync(laid).mode & 0o777).toBe(0o600)
    expect(output).not.toContain('kkk')
  })

  test('an encrypted backup shows nothing, and only its passphrase restores it', async () => {
    const [right, wrong, short] = ['right', 'wrong', 'short'].map((name) => join(programs.folder, name))
    writeFileSync(right!, 'three swallows above a harbor\n')
    writeFileSync(wrong!, 'four swallows above a harbor\n')
    writeFileSync(short!, 'swallows\n')
    const restoreWith = (...options: string[]) => runInProcess(runRestore, [file(), ...options], environment(into))
    expect(await backUp(from, '--passphrase-file', short!)).toEqual({
      code: 2,
      output: expect.stringContaining(`the passphrase in ${short} must have at least 16 characters`),
    })
    const written = await backUp(from, '--with-keys', '--passphrase-file', right!)
    expect(written).toEqual({
      code: 0,
      output: expect.stringContaining('Encrypted: only the passphrase can restore it'),
    })
    const bytes = readFileSync(file())
    for (const hidden of ['EARSHOT BACKUP', 'schemaVersion', 's'.repeat(40)]) expect(bytes).not.toContain(hidden)

    expect((await restoreWith()).output).toContain('is encrypted. Add --passphrase-file')
    expect((await restoreWith('--passphrase-file', wrong!)).output).toContain('the passphrase is wrong')
    expect((await restoreWith('--passphrase-file', join(programs.folder, 'none'))).output).toContain('no such file')
    expect(await people(into)).toBe(0)
    expect(await restoreWith('--passphrase-file', right!)).toMatchObject({ code: 0 })
    expect(await people(into)).toBe(1000)
    await backUp(from, '--force')
    expect((await restoreWith('--passphrase-file', right!)).output).toContain('is not encrypted')
  })

  test('rejects a missing folder, a missing file and a database without tables', async () => {
    const nowhere = await runInProcess(runBackup, [join(programs.folder, 'none', 'x')], environment(from))
    expect(nowhere).toEqual({ code: 1, output: expect.stringContaining('there is no such folder') })
    expect(await restore(into)).toEqual({ code: 1, output: expect.stringContaining('no such file') })
    const bare = await newDatabase()
    expect(await backUp(bare)).toEqual({
      code: 1,
      output: expect.stringContaining('nothing to back up'),
    })
    await dropDatabase(bare)
    expect(filesThere()).toEqual([])
  })
})
