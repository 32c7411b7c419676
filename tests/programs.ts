import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { copyData } from './browser/made-data.ts'
import { type Program, run } from './program.ts'

/** Runs programs in a separate folder for each test or file, and stops them afterwards. */
export class Programs {
  /** The DATA_DIR, unless the environment names another. */
  folder = ''
  #started: Program[] = []

  constructor(span: 'test' | 'file' = 'test') {
    const [before, after] = span === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
    before(() => {
      this.folder = mkdtempSync(join(tmpdir(), 'earshot-programs-'))
      this.#started = []
    })
    after(async () => {
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

  /** Creates a DATA_DIR with the data of a first start, which takes less time than a start. */
  madeData(name: string): string {
    const dataDir = join(this.folder, name)
    mkdirSync(dataDir)
    copyData(inject('madeData'), dataDir)
    return dataDir
  }
}
