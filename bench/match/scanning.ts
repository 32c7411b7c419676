import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildMatcher, type Matcher } from '#engine/match/match.ts'
import { Workspace } from '#engine/match/workspace.ts'
import { median } from '../quantiles.ts'
import { cpuSeconds } from './cpu-time.ts'

export interface Scanning {
  buildSeconds: number
  /** The memory that stays in use. */
  bytes: number
  matchSeconds: number
  /** The time only to fold and tokenize the texts, measured in turns with matching. */
  tokenizerSeconds: number
  matches: number
}

/** Builds a matcher and reads all texts five times. */
export function measureScanning(phrases: readonly string[], texts: readonly string[]): Scanning {
  const before = memory()
  const started = cpuSeconds()
  const matcher = buildMatcher(phrases)
  const buildSeconds = cpuSeconds() - started
  const bytes = memory() - before
  const rounds = Array.from({ length: 5 }, () => ({
    tokenizer: seconds(() => tokenize(texts)),
    match: seconds(() => countMatches(matcher, texts)),
  }))
  return {
    buildSeconds,
    bytes,
    matchSeconds: median(rounds.map(({ match }) => match)),
    tokenizerSeconds: median(rounds.map(({ tokenizer }) => tokenizer)),
    matches: countMatches(matcher, texts),
  }
}

function countMatches(matcher: Matcher, texts: readonly string[]): number {
  let matches = 0
  for (const text of texts) {
    matcher.scan(text, () => {
      matches++
    })
  }
  return matches
}

/** The matcher's own tokenizer, without phrases. */
const tokenizer = new Workspace(0)

function tokenize(texts: readonly string[]): number {
  let tokens = 0
  for (const text of texts) {
    tokenizer.fold(text)
    tokens += tokenizer.tokens
  }
  return tokens
}

function seconds(work: () => number): number {
  const started = cpuSeconds()
  work()
  return cpuSeconds() - started
}

/**
 * Returns the memory in use after a collection, which no other interface triggers. The second collection waits until
 * the memory freed by the first one is returned.
 */
function memory(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (let times = 0; times < 2; times++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
