import { readFileSync } from 'node:fs'
import { buildFinder } from '#engine/candidates/candidates.ts'
import { duplicatesIn, type Sketch, sketchOf } from '#engine/duplicates/duplicates.ts'
import { type Headline, headlineOf } from '#engine/explain/headline.ts'
import type { Item, Profile } from '#engine/item.ts'
import { judged } from '#engine/judge/question.ts'
import { type Judgments, withJudgments, withVerdictSentence } from '#engine/judge/with-judgments.ts'
import { agedLabel, replyWindowOf } from '#engine/order/reply-window.ts'
import { evenWeights, urgencyOf } from '#engine/order/urgency.ts'
import type { Component } from '#engine/score/component.ts'
import { compileProfile, type Scored, scoreItem } from '#engine/score/score.ts'
import { normalForm } from '#engine/text/text.ts'
import { openNeedJudge } from '#features/leads/server/judging/encoder/need-judge.ts'
import { judgePosts } from '#features/leads/server/judging/judge-posts.ts'
import { chatModelOfProcess, type EndpointConfig } from '#platform/server/config.ts'
import { NeedJudgeError } from '#platform/server/services.ts'

import { archiveNamed, fromFile, readOptions, reportLosses, required } from './arguments.ts'
import { exitCode, JsonLines, type Streams, UsageError } from './output.ts'
import { readProfile } from './profile.ts'

const usage = 'rank --project P.json --posts FILE [--top N] [--now ISO] [--order chance|now] [--model]'

/**
 * Ranks an archive for one product, best first (DESIGN 7), without a database: by chance or, with --order now, by
 * urgency. The shipped judge moves the best candidates. With --model, so does the configured chat model, over the
 * network. Resolves to the exit code.
 */
export function run(argv: readonly string[], streams: Streams = process): Promise<number> {
  return exitCode('rank', streams, async () => {
    const options = readOptions(
      argv,
      {
        project: { type: 'string' },
        posts: { type: 'string' },
        top: { type: 'string' },
        now: { type: 'string' },
        order: { type: 'string' },
        model: { type: 'boolean' },
      },
      usage,
    )
    const path = required(options.project, 'project', usage)
    const profile = fromFile(() => readProfile(path, readFileSync(path, 'utf8')))
    const postsPath = required(options.posts, 'posts', usage)
    const archive = archiveNamed(postsPath)
    const top = readTop(options.top)
    const fixedNow = readNow(options.now)
    const order = readOrder(options.order)
    const service = options.model ? chatModelOfProcess() : null

    const finder = buildFinder([{ id: '', profile }])
    const compiled = compileProfile(profile)
    const kept = new Map<string, Kept>()
    let newest = Number.NEGATIVE_INFINITY
    let broken = 0
    for await (const line of archive.lines) {
      if ('broken' in line) {
        broken++
        continue
      }
      const { record } = line
      if (record.postedAt !== null && record.postedAt > newest) newest = record.postedAt
      const [candidate] = finder.find(record)
      if (!candidate) continue
      const scored = scoreItem(compiled, record, candidate.hits).explained()
      kept.set(record.id, keep(record, scored, headlineOf(compiled, record, candidate.hits)))
    }
    const now = fixedNow ?? newest
    const ranking = [...kept.values()].sort(byChance)
    const best = ranking.slice(0, judged.candidates)
    const items = await textsOf(best, postsPath)
    await addNeeds(best, items, profile, streams.stderr)
    ranking.sort(byChance)
    if (service) {
      const sent = ranking.slice(0, Math.min(judged.candidates, service.modelDailyPosts))
      await addVerdicts(sent, await textsOf(sent, postsPath), profile, { model: service.model, stderr: streams.stderr })
      ranking.sort(byChance)
    }
    if (order === 'now') ranking.sort(byUrgency(now))
    const duplicates = duplicatesIn(ranking)

    const out = new JsonLines(streams.stdout)
    for (const { id, postedAt, scored, sentence, words } of ranking.slice(0, top)) {
      if (out.closed) return
      const { score, components } = scored
      const label = agedLabel(scored.label, replyWindowOf(postedAt, now))
      const duplicateOf = duplicates.get(id)
      const [text, reasons] = [sentence?.text ?? null, reasonsOf(components, words)]
      const line = { id, score, label, sentence: text, reasons, ...(duplicateOf && { duplicateOf }) }
      if (out.add(line)) await out.flush()
    }
    await out.flush()
    reportLosses('rank', archive, broken, streams)
  })
}

/** Reads the texts of these candidates again, by id. */
async function textsOf(candidates: readonly Kept[], postsPath: string): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  const wanted = new Set(candidates.map(({ id }) => id))
  for await (const line of archiveNamed(postsPath).lines) {
    if ('record' in line && wanted.has(line.record.id)) items.set(line.record.id, line.record)
  }
  return items
}

/** Adds the points of the shipped judge to these candidates. If it can't run here, a line says so. */
async function addNeeds(
  best: Kept[],
  items: ReadonlyMap<string, Item>,
  profile: Profile,
  stderr: Streams['stderr'],
): Promise<void> {
  if (best.length === 0) return
  const needJudge = openNeedJudge()
  try {
    const logits = await needJudge.judge(
      profile,
      best.map(({ id }) => items.get(id)!),
    )
    best.forEach((candidate, at) => {
      judge(candidate, { need: logits[at]! })
    })
  } catch (error) {
    if (!(error instanceof NeedJudgeError)) throw error
    stderr.write(`rank: the shipped judge can't run on this machine (${error.message})\n`)
  } finally {
    await needJudge.close()
  }
}

/**
 * Adds the verdicts of the chat model to these candidates. If the model fails, those it has not judged keep their place,
 * and a line says so.
 */
async function addVerdicts(
  best: Kept[],
  items: ReadonlyMap<string, Item>,
  profile: Profile,
  { model, stderr }: { model: EndpointConfig; stderr: Streams['stderr'] },
): Promise<void> {
  const log = { warn: () => {} }
  const posts = best.map(({ id }) => items.get(id)!)
  const { verdicts, error } = await judgePosts({ model, log }, profile, posts)
  for (const candidate of best) {
    const verdict = verdicts.get(candidate.id)
    if (!verdict) continue
    judge(candidate, { verdict })
    candidate.sentence = withVerdictSentence(items.get(candidate.id)!, candidate.sentence, verdict)
    const reason = candidate.scored.components.find(({ name }) => name === 'verdict')!.reasons[0]!
    candidate.words.set(`verdict ${reason.text}`, wordsAt(items.get(candidate.id)!, reason.spans))
  }
  if (error)
    stderr.write(`rank: ${error.message}. ${best.length - verdicts.size} of ${best.length} posts weren't judged.\n`)
}

/** The data kept of a candidate: no text except its sentence and the words behind its reasons. */
interface Kept {
  id: string
  sentence: Headline | null
  postedAt: number | null
  /** Without judges. */
  first: Scored
  judgments: Judgments
  scored: Scored
  sketch: Sketch
  words: Map<string, string[]>
}

function keep(item: Item, scored: Scored, sentence: Headline | null): Kept {
  const words = new Map<string, string[]>()
  for (const { name, reasons } of scored.components) {
    for (const { text, spans } of reasons) words.set(`${name} ${text}`, wordsAt(item, spans))
  }
  // A comment includes the title of its post, which is not its own text.
  const ownTitle = item.kind === 'comment' ? '' : item.title
  const judgments = { need: null, verdict: null }
  const sketch = sketchOf(ownTitle, item.body)
  return { id: item.id, sentence, postedAt: item.postedAt, first: scored, judgments, scored, sketch, words }
}

/** Adds a judge's answer to a candidate. */
function judge(candidate: Kept, answer: Partial<Judgments>): void {
  Object.assign(candidate.judgments, answer)
  candidate.scored = withJudgments(candidate.first, candidate.judgments)
}

/** Returns the distinct words in the spans, in their first spelling. */
function wordsAt(item: Item, spans: Component['reasons'][number]['spans']): string[] {
  const words = new Map<string, string>()
  for (const { field, start, end } of spans) {
    const written = (item[field] ?? '').slice(start, end)
    const key = normalForm(written)
    if (!words.has(key)) words.set(key, written)
  }
  return [...words.values()]
}

function reasonsOf(components: readonly Component[], words: ReadonlyMap<string, string[]>) {
  return components.flatMap(({ name, reasons }) =>
    reasons.map(({ text, points }) => ({ component: name, text, points, words: words.get(`${name} ${text}`) ?? [] })),
  )
}

function byChance(a: Kept, b: Kept): number {
  return b.scored.score - a.scored.score || (b.postedAt ?? 0) - (a.postedAt ?? 0) || (a.id < b.id ? -1 : 1)
}

function byUrgency(now: number): (a: Kept, b: Kept) => number {
  const urgency = ({ scored, postedAt }: Kept) => urgencyOf({ ...scored, postedAt }, now, evenWeights)
  return (a, b) => urgency(b) - urgency(a) || byChance(a, b)
}

function readTop(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError('--top must be a whole number above 0')
  return Number(value)
}

function readOrder(value = 'chance'): 'chance' | 'now' {
  if (value !== 'chance' && value !== 'now') throw new UsageError('--order must be chance or now')
  return value
}

function readNow(value: string | undefined): number | null {
  if (value === undefined) return null
  const now = Date.parse(value)
  if (Number.isNaN(now)) throw new UsageError('--now must be a time such as 2026-08-31T12:00:00Z')
  return now
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
