import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter } from 'node:path'

/** A command that runs as in a terminal. */
export interface Command {
  /** Resolves once the output has this text. Rejects if the command ends before. */
  prints(text: string): Promise<void>
  /** Presses Ctrl-C, which signals the command and everything it started, and waits until they have ended. */
  interrupt(): Promise<void>
}

/** Runs a command line in a folder with an environment of HOME and PATH only, as on a machine that is new. */
export function runLine(line: string, folder: string, home: string): Command {
  const child: ChildProcess = spawn('sh', ['-c', line], {
    cwd: folder,
    env: { HOME: home, PATH: systemPath() },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, which Ctrl-C signals as a whole.
    detached: true,
  })
  let output = ''
  const readers = new Set<() => void>()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const reader of readers) reader()
    })
  }
  const ended = once(child, 'close').then(() => {})
  const interrupt = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT')
    await ended
  }
  const prints = (text: string) =>
    new Promise<void>((found, lost) => {
      const look = () => {
        if (!output.includes(text)) return
        readers.delete(look)
        found()
      }
      readers.add(look)
      look()
      ended.then(() => lost(new Error(`${line} ended before it printed '${text}':\n${output}`)))
    })
  return { prints, interrupt }
}

/** The PATH without the folders that npm adds, which have this checkout's programs. */
function systemPath(): string {
  const { PATH = '' } = process.env
  return PATH.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
}
