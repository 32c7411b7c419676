import { readFileSync } from 'node:fs'
import { buildMatcher } from '@earshot/engine/match'
import { archiveNamed, fromFile, readOptions, required, tellLosses } from './arguments.ts'
import { exitCode, JsonLines, type Streams } from './output.ts'

const usage = 'match --phrases FILE --posts FILE [--stats]'

/** Finds every phrase of a file in every item of an archive (DESIGN 7). Resolves to the exit code. */
export function run(argv: readonly string[], streams: Streams = process): Promise<number> {
  return exitCode('match', streams, async () => {
    const options = readOptions(
      argv,
      { phrases: { type: 'string' }, posts: { type: 'string' }, stats: { type: 'boolean' } },
      usage,
    )
    const phrases = readPhrases(required(options.phrases, 'phrases', usage))
    const archive = archiveNamed(required(options.posts, 'posts', usage))
    const buildStart = performance.now()
    const matcher = buildMatcher(phrases)
    const buildSeconds = seconds(performance.now() - buildStart)

    const out = new JsonLines(streams.stdout)
    let documents = 0
    let matches = 0
    let milliseconds = 0
    let broken = 0
    for await (const line of archive.lines) {
      if (out.closed) return
      if ('broken' in line) {
        broken++
        continue
      }
      const { record } = line
      documents++
      let full = false
      const start = performance.now()
      for (const field of ['title', 'body'] as const) {
        matcher.scan(record[field], (phrase, from, to) => {
          matches++
          if (!options.stats) full = out.add({ id: record.id, phrase: phrases[phrase], field, start: from, end: to })
        })
      }
      milliseconds += performance.now() - start
      if (full) await out.flush()
    }
    if (options.stats) {
      out.add({ documents, phrases: phrases.length, matches, buildSeconds, matchSeconds: seconds(milliseconds) })
    }
    await out.flush()
    tellLosses('match', archive, broken, streams)
  })
}

/** One phrase a line, as written; empty lines are no phrases. */
function readPhrases(path: string): string[] {
  const text = fromFile(() => readFileSync(path, 'utf8'))
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
