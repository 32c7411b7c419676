import { rmSync } from 'node:fs'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { restJudge } from '../judge.ts'
import { freePort, type Program, run } from '../program.ts'
import { ask, keepConnections } from '../support/databases.ts'
import { watchServer } from './diary.ts'
import { newDataDir } from './made-data.ts'

/** The whole product, started as a new user starts it, in its own DATA_DIR. */
export interface TestServer {
  address: string
  dataDir: string
  /** The address of its embedded database. */
  databaseUrl: string
  /** The process ID of the supervisor, whose children are the roles. */
  pid: number
  /** Runs `npm run import` next to the running server, for all projects. Resolves with its output. */
  importForAll(...files: string[]): Promise<string>
  /** Stops the server and deletes its data. The shared server stays until the worker ends, with archived projects. */
  stop(): Promise<void>
}

let shared: Promise<TestServer> | undefined

/** The port where the shared server's pages look for missing icons. Only some tests listen there. */
export const iconHostPort = await freePort()

/** A user with flags from the operator of the shared server: no prefetching and no reloads of old builds. */
export const flaggedEmail = 'ada@compilers.example'

/**
 * Returns the server shared by all files of this test worker. Files create separate users and projects, which tenancy
 * isolates. A test that stops the server, configures it or changes shared data starts its own.
 */
export async function sharedServer(): Promise<TestServer> {
  shared ??= startShared()
  const server = await shared
  return { ...server, stop: () => archiveAll(server) }
}

async function startShared(): Promise<TestServer> {
  const server = await startServer({
    USER_FLAGS: `${flaggedEmail}: prefetch=off buildReload=off`,
    ...{ OIDC_ISSUER: 'sandbox', OIDC_NAME: 'Acme' },
    ICON_HOSTS: `http://127.0.0.1:${iconHostPort}/sets`,
  })
  keepConnections(server.databaseUrl)
  // Its answers arrive at any time, and would move the rows that a test is about to click.
  await restJudge(server.databaseUrl)
  return server
}

/** Archives all projects of a file that is done. Otherwise the server works for them as long as it runs. */
async function archiveAll({ databaseUrl }: TestServer): Promise<void> {
  await ask(
    databaseUrl,
    // Projects are locked first, as in the product.
    `with open as materialized (select id from project where status <> 'archived' order by id for update),
    raised as (update phrase_version set version = version + 1 where (select count(*) from open) > 0 returning version)
    update project set status = 'archived', version = project.version + 1, phrase_version = raised.version
    from raised where id in (select id from open)`,
  )
}

/** Starts a server for one file, with these variables. Resolves once it prints its address. */
export async function startServer(variables: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = newDataDir()
  const port = await freePort()
  const environment = { DATA_DIR: dataDir, PORT: String(port), ...variables }
  const program: Program = run('app/main.ts', [], environment)
  watchServer(program)
  const stop = async () => {
    program.kill('SIGTERM')
    await program.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    // The supervisor keeps restarting a process that dies at startup.
    await program.line(/Earshot is running at/, /(The \w+ process stopped).*\1/s)
    return {
      address: `http://localhost:${port}`,
      dataDir,
      // The database is already running, so this only attaches and doesn't stop it.
      databaseUrl: (await startEmbedded(dataDir)).url,
      pid: program.pid,
      importForAll: async (...files) => {
        const command = run('app/cli/import.ts', files, environment)
        if ((await command.ended) !== 0) throw new Error(command.output())
        return command.output()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
