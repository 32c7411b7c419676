import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { type NeedLogits, productTexts } from '#engine/judge/need.ts'
import { judged } from '#engine/judge/question.ts'
import { type NeedJudge, NeedJudgeError } from '#platform/server/services.ts'
import type { NeedAnswer, NeedQuestion } from './need-worker.ts'

/** How many posts are judged at once; callers with more ask again. */
export const postsAtOnce = judged.candidates
/** Judged pairs that are remembered, least recently used first. */
const rememberedMost = 20_000

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64')
}

/** Starts the shipped judge in a thread of its own, which loads the model (about a second, 150 MB). */
export function openNeedJudge(): NeedJudge {
  const worker = new Worker(new URL('./need-worker.ts', import.meta.url))
  // The thread keeps the process alive only while it works.
  worker.unref()
  const waiting = new Map<number, { resolve(logits: NeedLogits[]): void; reject(error: Error): void }>()
  const remembered = new Map<string, NeedLogits>()
  let broken: Error | null = null
  let lastId = 0

  worker.on('message', (answer: NeedAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('logits' in answer) asked?.resolve(answer.logits)
    else asked?.reject(new NeedJudgeError(answer.error))
  })
  const fail = (error: Error) => {
    broken = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', (error: unknown) => fail(new NeedJudgeError(String(error))))
  worker.on('exit', () => fail(broken ?? new NeedJudgeError('the judge has ended')))

  function ask(question: Omit<NeedQuestion, 'id'>): Promise<NeedLogits[]> {
    if (broken) return Promise.reject(broken)
    const id = ++lastId
    worker.ref()
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ...question })
    })
  }

  return {
    async judge(profile, posts) {
      if (posts.length > postsAtOnce) throw new RangeError('too many posts for one question')
      const product = productTexts(profile)
      const texts = posts.map(({ title, body }) => ({ title, body }))
      const keys = texts.map((post) => digestOf([product, post]))
      const missing = [...new Set(keys)].filter((key) => !remembered.has(key))
      const found =
        missing.length === 0 ? [] : await ask({ product, posts: missing.map((key) => texts[keys.indexOf(key)]!) })
      const known = new Map(missing.map((key, at) => [key, found[at]!]))
      const logits = keys.map((key) => known.get(key) ?? remembered.get(key)!)
      keys.forEach((key, at) => {
        remembered.delete(key)
        remembered.set(key, logits[at]!)
      })
      for (const key of remembered.keys()) {
        if (remembered.size <= rememberedMost) break
        remembered.delete(key)
      }
      return logits
    },
    async close() {
      await worker.terminate()
    },
  }
}
