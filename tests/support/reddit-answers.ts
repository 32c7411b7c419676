import type { ReportedRate } from '#engine/reddit/governor.ts'
import type { RedditApi } from '#features/reddit/server/api/api.ts'
import { ExchangeError } from '#features/reddit/server/api/exchange.ts'
import { ok } from '#features/reddit/server/api/outcome.ts'
import type { Answer, Question, RedditApp, RedditService } from '#platform/server/services.ts'

export const app: RedditApp = {
  clientId: 'app-1',
  clientSecret: 'secret-1',
  authUrl: 'https://auth.example',
  apiUrl: 'https://api.example',
  userAgent: 'web:com.example.leads:1.0 (by /u/wilma)',
}

/** A configured Reddit that never answers. */
export const silentReddit: RedditService = {
  app,
  exchange: () => Promise.reject(new ExchangeError('unreachable')),
  realm: 'real',
}

export const now = Date.UTC(2026, 10, 22)

export function answered(
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json; charset=UTF-8' },
): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, text, header: (name) => headers[name] ?? null }
}

/** An API with prepared answers, which records its requests and calls. */
export interface WrittenApi {
  api: RedditApi
  questions: Question[]
  heard: ReportedRate[]
  pausedUntil: number[]
  refused: string[]
}

/**
 * Answers are used up one by one, and the last is repeated. Every refused token leads to the next: token-1, token-2 ...
 */
export function apiAnswering(...answers: (Answer | Error)[]): WrittenApi {
  const written: WrittenApi = { questions: [], heard: [], pausedUntil: [], refused: [], api: undefined as never }
  written.api = {
    app,
    now: () => now,
    exchange: async (question) => {
      written.questions.push(question)
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      if (answer instanceof Error) throw answer
      return answer
    },
    governor: {
      take: async () => ({ state: 'go' }),
      recordRate: async (rate) => void written.heard.push(rate),
      pause: async (until) => void written.pausedUntil.push(until),
    },
    tokens: {
      get: async () => ok(`token-${written.refused.length + 1}`),
      refuse: async (token) => void written.refused.push(token),
    },
  }
  return written
}
