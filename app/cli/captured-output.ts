import { Writable } from 'node:stream'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Streams } from './output.ts'

/** Streams that record a command's output, for tests. */
export class CapturedOutput implements Streams {
  readonly stdout = new CapturedStream()
  readonly stderr = new CapturedStream()

  /** The JSON lines written to stdout. */
  lines(): unknown[] {
    return this.stdout.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }

  errors(): string {
    return this.stderr.text
  }
}

type Command = (argv: readonly string[], streams: Streams, configure: () => Config) => Promise<number>

/** Runs a command in the test process, for tests that need neither signals nor a separate process. */
export async function runInProcess(
  run: Command,
  argv: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const paper = new CapturedStream()
  const code = await run(argv, { stdout: paper, stderr: paper }, () => readConfig(environment))
  return { code, output: paper.text }
}

/** A stream that records its output. */
export class CapturedStream extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}
