import type { ReportedRate } from '#engine/reddit/governor.ts'
import type { Answer } from '#platform/server/services.ts'

/** Returns null if the headers are missing or invalid. */
export function rateOf(answer: Answer): ReportedRate | null {
  const [used, remaining, resetSeconds] = ['used', 'remaining', 'reset'].map((name) =>
    numberOf(answer.header(`x-ratelimit-${name}`)),
  )
  if (used === undefined || remaining === undefined || resetSeconds === undefined) return null
  return { used, remaining, resetSeconds }
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}(\.\d+)?$/.test(text) ? Number(text) : undefined
}
