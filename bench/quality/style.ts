import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Item } from '#engine/item.ts'
import { buildMatcher, type Matcher } from '#engine/match/match.ts'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { stem } from '#engine/text/stem.ts'
import { folder, type Judged, loadJudged } from './judged.ts'
import { communitiesMin, itemsMin, namesIn } from './words.ts'

/** The kinds of items by two methods: Reddit's own flairs, and a reading of the author's intent. */
const questions = [
  { kinds: ['request', 'offer', 'other'], read: byFlair },
  { kinds: ['seek', 'need', 'other'], read: byReading },
] as const

/** The minimum number of labeled posts with a word or pair before it gets a weight. */
const labeledMin = 12
const bodyChars = 900
const rounds = 25
const scale = 40

const target = new URL('../../engine/data/style.json', import.meta.url)

/** Makes engine/data/style.json: words and word pairs that indicate requests, offers, searches and needs. */
export async function run(): Promise<number> {
  const judged = await loadJudged()
  if (!judged) {
    console.log('style: skipped, ../shared/data/posts.ndjson.gz not found')
    return 0
  }
  const sets = questions.map(({ kinds, read }) => ({ kinds, examples: readExamples(judged, read()) }))
  const phrases = commonPhrases(
    judged.items,
    sets.flatMap(({ examples }) => examples.map(({ item }) => item)),
  )
  const matcher = buildMatcher(phrases)
  const models = sets.map(({ kinds, examples }) => {
    const rows = examples.map(({ item }) => present(matcher, item, phrases.length))
    const classes = examples.map(({ kind }) => (kinds as readonly string[]).indexOf(kind))
    const accuracy = validate(rows, classes, phrases.length * 2).toFixed(3)
    console.log(`style: ${kinds.join(', ')}: ${examples.length} posts, accuracy ${accuracy} on a held-out fifth`)
    return train(rows, classes, phrases.length * 2)
  })
  const bias = models.flatMap((model) => centered(model.bias).slice(0, 2).map(round))
  writeFileSync(target, `${JSON.stringify({ scale, bias, phrases: table(phrases, models) })}\n`)
  return 0
}

interface Example {
  item: Item
  kind: string
}

/** Returns labeled items except judged ones, which remain a test. */
function readExamples({ items, products }: Judged, kinds: ReadonlyMap<string, string>): Example[] {
  return items.flatMap((item) => {
    const kind = kinds.get(item.id)
    const isJudged = products.some((product) => product.labels.has(item.id))
    return kind !== undefined && !isJudged ? [{ item, kind }] : []
  })
}

function byFlair(): Map<string, string> {
  const lines = gunzipSync(readFileSync(new URL('intent-labels.ndjson.gz', folder)))
    .toString()
    .trim()
    .split('\n')
  const rows: { id: string; label: string }[] = lines.map((line) => JSON.parse(line))
  return new Map(rows.map(({ id, label }) => [id, label]))
}

function byReading(): Map<string, string> {
  const intents: Record<string, string> = JSON.parse(
    readFileSync(new URL('judgments/intents.json', import.meta.url), 'utf8'),
  )
  return new Map(Object.entries(intents))
}

/** Returns the words and pairs that are common enough to ship and that enough labeled posts have. */
function commonPhrases(items: readonly Item[], labeled: readonly Item[]): string[] {
  const inLabeled = new Map<string, number>()
  for (const item of labeled) for (const phrase of phrasesOf(item)) count(inLabeled, phrase)
  const names = namesIn(items)
  const wanted = new Set(
    [...inLabeled].filter(([phrase, n]) => n >= labeledMin && !hasName(phrase, names)).map(([phrase]) => phrase),
  )
  const inItems = new Map<string, number>()
  const communities = new Map<string, Set<string>>()
  for (const item of items) {
    for (const phrase of phrasesOf(item)) {
      if (!wanted.has(phrase)) continue
      count(inItems, phrase)
      const seen = communities.get(phrase) ?? new Set()
      if (seen.size < communitiesMin) communities.set(phrase, seen.add(item.subreddit.toLowerCase()))
    }
  }
  return [...wanted]
    .filter((phrase) => inItems.get(phrase)! >= itemsMin && communities.get(phrase)!.size >= communitiesMin)
    .sort()
}

function hasName(phrase: string, names: ReadonlySet<string>): boolean {
  return phrase.split(/[' ]/).some((word) => word.length > 1 && names.has(stem(word)))
}

function phrasesOf({ title, body }: Item): Set<string> {
  const found = new Set<string>()
  for (const text of [title, body.slice(0, bodyChars)]) {
    const lower = text.toLowerCase().replaceAll('’', "'")
    for (const [run] of lower.matchAll(/[a-z]+(?:'[a-z]+)?(?: [a-z]+(?:'[a-z]+)?)*/g)) {
      const words = run.split(' ')
      for (const [index, word] of words.entries()) {
        found.add(word)
        if (index > 0) found.add(`${words[index - 1]} ${word}`)
      }
    }
  }
  return found
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Returns the numbers of the phrases in an item: first of the title, then of the body, shifted by `size`. */
function present(matcher: Matcher, { title, body }: Item, size: number): number[] {
  const found = new Set<number>()
  matcher.scan(title, (phrase) => found.add(phrase))
  matcher.scan(body.slice(0, bodyChars), (phrase) => found.add(phrase + size))
  return [...found]
}

interface Model {
  weights: Float64Array
  bias: number[]
}

/** Trains a softmax regression with AdaGrad. Divides the weights of a row by the root of their number. */
function train(rows: readonly number[][], classes: readonly number[], size: number): Model {
  const weights = new Float64Array(size * 3)
  const bias = [0, 0, 0]
  const random = pseudoRandom(2)
  const order = rows.map((_, index) => index)
  const rate = 0.1
  const decay = 1e-3
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    for (const index of order) {
      const row = rows[index]!
      const share = 1 / Math.sqrt(row.length + 1)
      const chances = softmax(logits({ weights, bias }, row))
      chances[classes[index]!]! -= 1
      for (let k = 0; k < 3; k++) {
        const step = rate * chances[k]!
        bias[k]! -= step
        for (const feature of row) weights[feature * 3 + k]! -= step * share + rate * decay * weights[feature * 3 + k]!
      }
    }
  }
  return { weights, bias }
}

function logits({ weights, bias }: Model, row: readonly number[]): number[] {
  const share = 1 / Math.sqrt(row.length + 1)
  return bias.map((start, k) => row.reduce((sum, feature) => sum + weights[feature * 3 + k]! * share, start))
}

function softmax(values: readonly number[]): number[] {
  const largest = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - largest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

function validate(rows: readonly number[][], classes: readonly number[], size: number): number {
  const isHeldOut = (index: number) => index % 5 === 0
  const trained = rows
    .keys()
    .filter((index) => !isHeldOut(index))
    .toArray()
  const model = train(
    trained.map((index) => rows[index]!),
    trained.map((index) => classes[index]!),
    size,
  )
  const heldOut = rows.keys().filter(isHeldOut).toArray()
  const correct = heldOut.filter((index) => {
    const values = logits(model, rows[index]!)
    return values.indexOf(Math.max(...values)) === classes[index]
  })
  return correct.length / heldOut.length
}

/** Returns, per phrase and question, the weights of the first two kinds in title, then body, in units of 1/scale. */
function table(phrases: readonly string[], models: readonly Model[]): Record<string, number[]> {
  const rows: Record<string, number[]> = {}
  for (const [index, phrase] of phrases.entries()) {
    const row = models.flatMap(({ weights }) =>
      [index, index + phrases.length].flatMap((feature) =>
        centered([...weights.subarray(feature * 3, feature * 3 + 3)])
          .slice(0, 2)
          .map((value) => Math.round(value * scale)),
      ),
    )
    if (row.some((value) => value !== 0)) rows[phrase] = row
  }
  return rows
}

function centered(values: readonly number[]): number[] {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - middle)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

function shuffle(order: number[], random: () => number): void {
  for (let left = order.length; left > 1; left--) {
    const other = Math.floor(random() * left)
    const last = order[left - 1]!
    order[left - 1] = order[other]!
    order[other] = last
  }
}
