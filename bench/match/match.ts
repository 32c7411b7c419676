import { parseArgs } from 'node:util'
import { compareWithNaiveSearch } from '#engine/match/naive-search.ts'
import { loadJudged } from '../quality/judged.ts'
import { editLatencies, longestEditDuringRebuild } from './edit-latency.ts'
import { generatePhrases } from './phrases.ts'
import { fastscan, type Rival, RivalFiles, ripgrep, vectorscan } from './rivals.ts'
import { measureScanning, type Scanning } from './scanning.ts'
import { worstCosts } from './worst.ts'

const seed = 20_261_120
/** The number of texts for fastscan, which would take minutes for all of them. */
const fastscanDocuments = 2_000
/** The maximum number of phrases for other programs, which take minutes to build more. */
const rivalPhrases = 100_000

/**
 * Measures the matcher on real posts and generated phrases, compared with its tokenizer alone and with other programs.
 * Also measures hostile texts, edit latency, and differences from a naive search (DESIGN 9 "match").
 * Speeds are by CPU time, so that a busy machine gives nearly the same results.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      phrases: { type: 'string', default: '1000,100000,1000000' },
      pairs: { type: 'string', default: '1000000' },
      rivals: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const sizes = values.phrases.split(',').map(Number)
  const pairs = Number(values.pairs)
  if (![...sizes, pairs].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench match: --phrases and --pairs must be positive whole numbers\n')
    return 2
  }
  const isCorrect = compare(pairs)
  const judged = await loadJudged()
  if (!judged) {
    console.log('match: other benchmarks skipped, ../shared/data/posts.ndjson.gz not found')
    return isCorrect ? 0 : 1
  }
  const texts = judged.items.map(({ title, body }) => `${title}\n${body}`)
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  console.log(`${number(texts.length)} posts, ${megabytes.toFixed(1)} MB`)
  for (const size of sizes) measure(generatePhrases(size, texts), texts, values.rivals)
  measureHostileTexts(generatePhrases(Math.min(rivalPhrases, Math.max(...sizes)), texts), texts)
  await measureEdits(generatePhrases(Math.max(...sizes), texts))
  return isCorrect ? 0 : 1
}

function compare(pairs: number): boolean {
  const { matches, difference, ...compared } = compareWithNaiveSearch(pairs, seed)
  console.log(
    `Naive search: ${number(compared.pairs)} random pairs, ${number(matches)} matches, ${difference ? 1 : 0} differences (target 0)`,
  )
  if (difference) console.log(`  ${difference}`)
  return !difference
}

function measure(phrases: readonly string[], texts: readonly string[], rivals: boolean): void {
  const scanning = measureScanning(phrases, texts)
  console.log(`\n${number(phrases.length)} phrases`)
  print('Build time', `${scanning.buildSeconds.toFixed(2)} s`)
  print('Memory per phrase', `${(scanning.bytes / phrases.length).toFixed(0)} bytes (target ≤ 100 at 1M phrases)`)
  print(
    'Documents per CPU second',
    `${number(texts.length / scanning.matchSeconds)}, ${perDocument(scanning, texts)} matches per document`,
  )
  print(
    'CPU time relative to the tokenizer',
    `${(scanning.matchSeconds / scanning.tokenizerSeconds).toFixed(1)}x (target ≤ 6x at 1M phrases)`,
  )
  if (!rivals) return
  const files = new RivalFiles(texts, phrases)
  try {
    const isSmall = phrases.length <= rivalPhrases
    const tooMany: Rival = { absent: `skipped above ${number(rivalPhrases)} phrases` }
    compareSpeed('rg -F on lowercase text', scanning, texts, isSmall ? ripgrep(files) : tooMany, '≥ 3x at 100k phrases')
    compareSpeed('Vectorscan', scanning, texts, isSmall ? vectorscan(files) : tooMany)
    compareSpeed('fastscan', scanning, texts, fastscan(files, phrases.length, fastscanDocuments), '≥ 20x at 1M phrases')
  } finally {
    files.remove()
  }
}

/** Prints how many times as fast as another program the matcher is. */
function compareSpeed(name: string, own: Scanning, texts: readonly string[], rival: Rival, target?: string): void {
  if ('absent' in rival) {
    print(`Speed vs. ${name}`, rival.absent)
    return
  }
  const ratio = rival.matchSeconds / rival.documents / (own.matchSeconds / texts.length)
  const built = `build time ${rival.buildSeconds.toFixed(1)} s`
  print(`Speed vs. ${name}`, `${ratio.toFixed(1)}x${target ? ` (target ${target})` : ''}; its ${built}`)
}

function measureHostileTexts(phrases: readonly string[], texts: readonly string[]): void {
  const { usual, worst } = worstCosts(phrases, texts)
  console.log(
    `\nHostile texts with ${number(phrases.length)} phrases: CPU ns per byte and match (real posts: ${usual.toFixed(1)})`,
  )
  for (const { name, cost } of worst) print(name, `${cost.toFixed(1)}, ${(cost / usual).toFixed(1)}x (target ≤ 3x)`)
}

async function measureEdits(phrases: readonly string[]): Promise<void> {
  const { add, change, remove } = editLatencies(phrases)
  console.log(`\nEdit latency with ${number(phrases.length)} phrases (10% changed before)`)
  for (const [name, ms] of Object.entries({ Add: add, Change: change, Remove: remove }))
    print(name, `${ms.toFixed(0)} ms (target ≤ 1,000 ms)`)
  print(
    'Longest during a full rebuild',
    `${(await longestEditDuringRebuild(phrases)).toFixed(0)} ms (target ≤ 1,000 ms)`,
  )
}

function perDocument({ matches }: Scanning, texts: readonly string[]): string {
  return (matches / texts.length).toFixed(1)
}

function print(label: string, value: string): void {
  console.log(`  ${label.padEnd(40)}${value}`)
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}
