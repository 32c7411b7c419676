import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')

/** Node's cache of compiled sources, which saves a third of each start. */
export const compiled = resolve(root, 'node_modules/.cache/compiled')

/** Loaded first, as run.mjs does: a program starts in half the time. */
const fastImports = pathToFileURL(resolve(root, 'app/fast-imports.ts')).href

/** A process of the product, with its output. */
export interface Program {
  pid: number
  output(): string
  /** Resolves with the first matching line. Rejects if the program ends first or its output matches `failure`. */
  line(pattern: RegExp, failure?: RegExp): Promise<string>
  /** The exit code, or null after a signal. */
  ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

/**
 * Runs a program of the product, such as app/main.ts, with only the given environment and PATH. Its sandbox makes up few
 * days, since a month takes ten seconds of a processor.
 */
export function run(script: string, args: string[], environment: Record<string, string>): Program {
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn(process.execPath, ['--import', fastImports, resolve(root, script), ...args], {
    env: { PATH, NODE_COMPILE_CACHE: compiled, SANDBOX_DAYS: '3', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const readers = new Set<() => void>()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const reader of readers) reader()
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const line = (pattern: RegExp, failure?: RegExp) =>
    new Promise<string>((found, lost) => {
      const look = () => {
        const hit = output.split('\n').find((each) => pattern.test(each))
        if (hit !== undefined) found(hit)
        else if (failure?.test(output)) lost(new Error(`failed before ${pattern}:\n${output}`))
        else return
        readers.delete(look)
      }
      readers.add(look)
      look()
      ended.then(() => lost(new Error(`ended before ${pattern}:\n${output}`)))
    })
  return { pid: child.pid!, output: () => output, line, ended, kill: (signal) => child.kill(signal) }
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...portsByHand)
    const server = createServer()
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, 'localhost', () => done(true))
    })
    if (!isFree) continue
    await new Promise((done) => server.close(done))
    return port
  }
}

/** Below the ephemeral ports, which the operating system may assign before the program has started. */
const portsByHand = [11_000, 32_000] as const
