import { z } from 'zod'
import { resultTitle, threadOf } from '#engine/seo/thread-url.ts'
import { EndpointError, endpointErrorOf, faultOfStatus } from '#platform/server/network/endpoint-error.ts'
import { endpointFetch } from '#platform/server/network/endpoint-fetch.ts'
import type { SearchService } from '#platform/server/services.ts'
import { EngineError, type FoundThread } from './found-thread.ts'

const bounds = { ms: 20_000, bytes: 2_000_000, results: 100 }
/** Far behind the first page; other numbers are nonsense. */
const positionMost = 100

const Answer = z.object({
  results: z.array(z.unknown()),
  /** The engines that didn't answer, each with the reason. */
  unresponsive_engines: z.array(z.tuple([z.string(), z.unknown()], z.unknown())).catch([]),
})

const Result = z.object({
  url: z.string(),
  title: z.string().catch(''),
  engines: z.array(z.string()),
  positions: z.array(z.number().int().min(1).max(positionMost)),
})

/**
 * Asks one engine through a SearXNG server, and returns the threads of Reddit on its first page, each with its best
 * position. One engine at a time, since SearXNG doesn't say which engine gave which position. A result without its
 * position is left out: its place in the list is no receipt. Throws EndpointError, and EngineError if the server answers
 * but the engine doesn't.
 */
export async function searchThreads(
  service: SearchService,
  { query, engine }: { query: string; engine: string },
  { ms, bytes }: Pick<typeof bounds, 'ms' | 'bytes'> = bounds,
): Promise<FoundThread[]> {
  const patience = AbortSignal.timeout(ms)
  const { results, unresponsive_engines: silent } = await fetchAnswer(service, { query, engine }, bytes, patience)
  const found = new Map<string, FoundThread & { position: number }>()
  for (const value of results.slice(0, bounds.results)) {
    const result = Result.safeParse(value).data
    if (result?.engines.length !== 1 || result.engines[0] !== engine || result.positions.length === 0) continue
    const thread = threadOf(result.url)
    const position = Math.min(...result.positions)
    if (!thread || position >= (found.get(thread.id)?.position ?? Number.POSITIVE_INFINITY)) continue
    found.set(thread.id, { thread, position, url: result.url, title: resultTitle(result.title) })
  }
  if (results.length === 0 && silent.length > 0) throw new EngineError("The search engine didn't answer")
  return [...found.values()]
}

async function fetchAnswer(
  { url, apiKey }: SearchService,
  { query, engine }: { query: string; engine: string },
  bytes: number,
  patience: AbortSignal,
): Promise<z.infer<typeof Answer>> {
  const params = new URLSearchParams({ q: query, format: 'json', engines: engine })
  const headers = { accept: 'application/json', ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) }
  try {
    const response = await endpointFetch(bytes)(`${url}/search?${params}`, { headers, signal: patience })
    if (!response.ok) throw new EndpointError(faultOfStatus(response.status), waitOf(response))
    const answer = Answer.safeParse(parsed(await response.text()))
    if (!answer.success) throw new EndpointError('nonsense')
    return answer.data
  } catch (error) {
    throw endpointErrorOf(error, patience)
  }
}

const waitMost = 3600

function waitOf({ headers }: Response): number | null {
  const seconds = headers.get('retry-after')
  return seconds !== null && /^\d{1,9}$/.test(seconds) ? Math.min(Number(seconds), waitMost) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An HTML page, such as of a proxy, or of a server whose JSON format is off.
    return null
  }
}
