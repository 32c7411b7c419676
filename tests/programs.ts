import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type Program, run } from './program.ts'

/** Programs of the product, for each test of a file on a folder of its own; those that still run after it are ended. */
export class Programs {
  /** The DATA_DIR, unless the environment names another. */
  folder = ''
  #started: Program[] = []

  constructor() {
    beforeEach(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'earshot-programs-'))
      this.#started = []
    })
    afterEach(async () => {
      for (const program of this.#started) program.kill('SIGTERM')
      await Promise.all(this.#started.map((program) => program.ended))
      rmSync(this.folder, { recursive: true, force: true })
    })
  }

  start(script: string, args: string[] = [], environment: Record<string, string> = {}): Program {
    const program = run(script, args, { DATA_DIR: this.folder, ...environment })
    this.#started.push(program)
    return program
  }
}
