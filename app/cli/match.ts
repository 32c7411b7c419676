import { readFileSync } from 'node:fs'
import { buildMatcher } from '#engine/match/match.ts'
import { archiveNamed, fromFile, readOptions, reportLosses, required } from './arguments.ts'
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
    const { phrases, times, lines } = readPhrases(required(options.phrases, 'phrases', usage))
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
      const found: Found[] = []
      const start = performance.now()
      for (const field of ['title', 'body'] as const) {
        matcher.scan(record[field], (phrase, from, to) => {
          matches += times[phrase]!
          if (!options.stats) found.push({ phrase, field, start: from, end: to })
        })
      }
      milliseconds += performance.now() - start
      for (const { phrase, ...range } of found) {
        const match = { id: record.id, phrase: phrases[phrase], ...range }
        for (let time = 0; time < times[phrase]!; time++) if (out.add(match)) await out.flush()
      }
    }
    if (options.stats) {
      out.add({ documents, phrases: lines, matches, buildSeconds, matchSeconds: seconds(milliseconds) })
    }
    await out.flush()
    reportLosses('match', archive, broken, streams)
  })
}

interface Found {
  phrase: number
  field: 'title' | 'body'
  start: number
  end: number
}

interface Phrases {
  phrases: string[]
  /** The number of lines with each phrase. Repeated phrases are matched once and multiplied in the output. */
  times: number[]
  lines: number
}

/** Reads one phrase per line, as written; skips empty lines. */
function readPhrases(path: string): Phrases {
  const text = fromFile(() => readFileSync(path, 'utf8'))
  const counts = new Map<string, number>()
  let lines = 0
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (line.trim() === '') continue
    lines++
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return { phrases: [...counts.keys()], times: [...counts.values()], lines }
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds) / 1000
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
