import { rmSync } from 'node:fs'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { freePort, type Program, run } from '../program.ts'
import { watchServer } from './diary.ts'
import { newDataDir } from './made-data.ts'

/** The whole product, started as a newcomer starts it, on a DATA_DIR of its own. */
export interface TestServer {
  address: string
  dataDir: string
  /** The address of its embedded database. */
  databaseUrl: string
  /** The supervisor's, whose children are the roles. */
  pid: number
  /** Runs `npm run import` beside the running server, for all projects. Resolves with what it printed. */
  importForAll(...files: string[]): Promise<string>
  /** Ends it and deletes its data. The shared server stays until the worker ends. */
  stop(): Promise<void>
}

let shared: Promise<TestServer> | undefined

/** The port where the shared server's pages look for missing icons. Nothing listens there unless a test does. */
export const iconHostPort = await freePort()

/** Somebody for whom the operator of the shared server sets flags: pages aren't prefetched and old ones not reloaded. */
export const flaggedEmail = 'ada@compilers.example'

/**
 * The server that all files of this test worker share. Each file brings its own people and projects: tenancy keeps them
 * apart. A test that stops the server, configures it, or writes what everyone sees starts its own.
 */
export async function sharedServer(): Promise<TestServer> {
  shared ??= startServer({
    USER_FLAGS: `${flaggedEmail}: prefetch=off buildReload=off`,
    ICON_HOSTS: `http://127.0.0.1:${iconHostPort}/sets`,
  })
  const server = await shared
  return { ...server, stop: async () => {} }
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
      // It runs already, so this attaches: whoever attaches neither owns nor stops it.
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
