import { parseArgs } from 'node:util'
import { compareWithNaiveSearch } from '#engine/match/naive-search.ts'
import { loadJudged } from '../quality/judged.ts'
import { editToLive, editWhileRebuilding } from './live.ts'
import { madeUpPhrases } from './phrases.ts'
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
 * Also measures hostile texts, the time until an edit is live, and differences from a naive search (DESIGN 9 "match").
 * Speeds are by processor time, so that a busy machine gives nearly the same results.
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
    process.stderr.write('bench match: --phrases and --pairs take whole numbers\n')
    return 2
  }
  const right = compare(pairs)
  const judged = await loadJudged()
  if (!judged) {
    console.log('match: skipped beyond that, the posts are not here (../shared/data)')
    return right ? 0 : 1
  }
  const texts = judged.items.map(({ title, body }) => `${title}\n${body}`)
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  console.log(`${number(texts.length)} posts, ${megabytes.toFixed(1)} MB; aims in brackets (DESIGN 9)`)
  for (const size of sizes) measure(madeUpPhrases(size, texts), texts, values.rivals)
  costs(madeUpPhrases(Math.min(rivalPhrases, Math.max(...sizes)), texts), texts)
  await live(madeUpPhrases(Math.max(...sizes), texts))
  return right ? 0 : 1
}

function compare(pairs: number): boolean {
  const { matches, difference, ...done } = compareWithNaiveSearch(pairs, seed)
  console.log(
    `naive search: ${number(done.pairs)} random pairs, ${number(matches)} matches, ${difference ? 1 : 0} differences (0)`,
  )
  if (difference) console.log(`  ${difference}`)
  return !difference
}

function measure(phrases: readonly string[], texts: readonly string[], rivals: boolean): void {
  const done = measureScanning(phrases, texts)
  console.log(`\n${number(phrases.length)} phrases`)
  say('built in', `${done.buildSeconds.toFixed(2)} s`)
  say('memory a phrase', `${(done.bytes / phrases.length).toFixed(0)} bytes (100 at a million)`)
  say(
    'documents a second of processor time',
    `${number(texts.length / done.matchSeconds)}, ${perDocument(done, texts)} matches each`,
  )
  say('times the bare tokeniser', `${(done.matchSeconds / done.tokeniserSeconds).toFixed(1)} (6 at a million)`)
  if (!rivals) return
  const files = new RivalFiles(texts, phrases)
  try {
    const isSmall = phrases.length <= rivalPhrases
    const tooMany: Rival = { absent: `not asked beyond ${number(rivalPhrases)} phrases` }
    against('rg -F, lower-cased', done, texts, isSmall ? ripgrep(files) : tooMany, '3 at 100,000')
    against('Vectorscan', done, texts, isSmall ? vectorscan(files) : tooMany)
    against('fastscan', done, texts, fastscan(files, phrases.length, fastscanDocuments), '20 at a million')
  } finally {
    files.remove()
  }
}

/** Prints how many times as fast the matcher is. */
function against(name: string, own: Scanning, texts: readonly string[], rival: Rival, aim?: string): void {
  if ('absent' in rival) {
    say(`against ${name}`, rival.absent)
    return
  }
  const ratio = rival.matchSeconds / rival.documents / (own.matchSeconds / texts.length)
  const built = `built in ${rival.buildSeconds.toFixed(1)} s`
  say(`against ${name}`, `${ratio.toFixed(1)} times as fast${aim ? ` (${aim})` : ''}; it was ${built}`)
}

function costs(phrases: readonly string[], texts: readonly string[]): void {
  const { usual, worst } = worstCosts(phrases, texts)
  console.log(
    `\nhostile texts among ${number(phrases.length)} phrases, ns per byte and match; usual ${usual.toFixed(1)}`,
  )
  for (const { name, cost } of worst) say(name, `${cost.toFixed(1)}, ${(cost / usual).toFixed(1)} times (3)`)
}

async function live(phrases: readonly string[]): Promise<void> {
  const { add, change, remove } = editToLive(phrases)
  console.log(`\nan edit among ${number(phrases.length)} phrases, a tenth of them changed before, until it is found by`)
  for (const [name, ms] of Object.entries({ add, change, remove })) say(name, `${ms.toFixed(0)} ms (1,000)`)
  say('while all are built anew, the longest', `${(await editWhileRebuilding(phrases)).toFixed(0)} ms (1,000)`)
}

function perDocument({ matches }: Scanning, texts: readonly string[]): string {
  return (matches / texts.length).toFixed(1)
}

function say(what: string, value: string): void {
  console.log(`  ${what.padEnd(40)}${value}`)
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}
