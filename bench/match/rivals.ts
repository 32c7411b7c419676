import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../quantiles.ts'

/** The result of another program on the same texts and phrases, or the reason why it is absent. */
export type Rival = { buildSeconds: number; matchSeconds: number; documents: number } | { absent: string }

/** Files for other programs: the texts in lower case, one per line, and the phrases. */
export class RivalFiles {
  private readonly folder = mkdtempSync(join(tmpdir(), 'earshot-match-'))
  readonly texts = join(this.folder, 'texts')
  readonly phrases = join(this.folder, 'phrases')
  readonly empty = join(this.folder, 'empty')
  readonly program = join(this.folder, 'vectorscan')
  readonly documents: number

  constructor(texts: readonly string[], phrases: readonly string[]) {
    this.documents = texts.length
    writeFileSync(this.texts, texts.map((text) => `${text.toLowerCase().replace(/\s+/g, ' ')}\n`).join(''))
    writeFileSync(this.phrases, `${phrases.join('\n')}\n`)
    writeFileSync(this.empty, '\n')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** Measures `rg -F` without word boundaries and case folding. Its time for an empty file is its build time. */
export function ripgrep({ phrases, texts, empty, documents }: RivalFiles): Rival {
  if (spawnSync('rg', ['--version']).error) return { absent: 'not installed' }
  // The last line of `times` has the CPU time of the shell's children, user and system.
  const command = 'rg -F --count-matches --no-config -j 1 -f "$0" "$1" > /dev/null; times'
  const seconds = (file: string) => {
    const { stdout } = spawnSync('sh', ['-c', command, phrases, file], { encoding: 'utf8' })
    const children = stdout.trim().split('\n').at(-1) ?? ''
    return children
      .matchAll(/(\d+)m([\d.]+)s/g)
      .reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0)
  }
  const medianSeconds = (file: string) => median([seconds(file), seconds(file), seconds(file)])
  const buildSeconds = medianSeconds(empty)
  return { buildSeconds, matchSeconds: medianSeconds(texts) - buildSeconds, documents }
}

/** Measures Vectorscan (or Hyperscan) without case folding and word boundaries, built by the local compiler. */
export function vectorscan({ phrases, texts, program, documents }: RivalFiles): Rival {
  const source = new URL('vectorscan.c', import.meta.url).pathname
  if (!existsSync('/usr/include/hs/hs.h')) return { absent: 'not installed' }
  const built = spawnSync('cc', ['-O2', '-o', program, source, '-lhs'])
  if (built.error || built.status !== 0) return { absent: 'compilation failed' }
  return { ...figuresOf(execFileSync(program, [phrases, texts], { encoding: 'utf8' })), documents }
}

const bytesPerPhrase = 6_000

/** Measures fastscan, the fastest on npm, in a separate process: a million phrases take gigabytes. */
export function fastscan({ phrases, texts }: RivalFiles, count: number, documents: number): Rival {
  const needed = count * bytesPerPhrase
  if (freemem() < needed * 1.5) return { absent: `needs ${(needed / 2 ** 30).toFixed(0)} GB of free memory` }
  const script = new URL('fastscan.ts', import.meta.url).pathname
  const heap = `--max-old-space-size=${Math.ceil(needed / 2 ** 20) + 1000}`
  const args = [heap, script, phrases, texts, String(documents)]
  return { ...figuresOf(execFileSync(process.execPath, args, { encoding: 'utf8' })), documents }
}

/** Parses the output of a rival's program: the seconds to build, and to match. */
function figuresOf(line: string): { buildSeconds: number; matchSeconds: number } {
  const [buildSeconds = Number.NaN, matchSeconds = Number.NaN] = line.trim().split(' ').map(Number)
  return { buildSeconds, matchSeconds }
}
