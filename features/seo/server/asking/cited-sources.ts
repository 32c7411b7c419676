import { z } from 'zod'
import { resultTitle, threadOf } from '#engine/seo/thread-url.ts'
import type { EndpointConfig } from '#platform/server/config.ts'
import { EndpointError, endpointErrorOf, faultOfStatus } from '#platform/server/network/endpoint-error.ts'
import { endpointFetch } from '#platform/server/network/endpoint-fetch.ts'
import type { FoundThread } from './found-thread.ts'

const bounds = { ms: 60_000, bytes: 1_000_000, citations: 100 }

const Answer = z.object({
  choices: z.array(z.object({ message: z.object({ annotations: z.array(z.unknown()).nullish() }) })).min(1),
})
const Citation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string(), title: z.string().nullish() }),
})

/**
 * Asks a chat model a buyer's question, and returns the threads of Reddit that its answer cites as sources. Only
 * citations in the answer's annotations count: an address in the text may be made up. The answer isn't stored. Throws
 * EndpointError. Not by the SDK of the other questions, which drops annotations.
 */
export async function citedThreads(
  { url, model, apiKey }: EndpointConfig,
  question: string,
  { ms, bytes }: Pick<typeof bounds, 'ms' | 'bytes'> = bounds,
): Promise<FoundThread[]> {
  const patience = AbortSignal.timeout(ms)
  try {
    const response = await endpointFetch(bytes)(`${url}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: question }] }),
      signal: patience,
    })
    if (!response.ok) throw new EndpointError(faultOfStatus(response.status))
    const answer = Answer.safeParse(await response.json().catch(() => null))
    if (!answer.success) throw new EndpointError(patience.aborted ? 'slow' : 'nonsense')
    const found = new Map<string, FoundThread>()
    for (const value of (answer.data.choices[0]?.message.annotations ?? []).slice(0, bounds.citations)) {
      const citation = Citation.safeParse(value).data?.url_citation
      const thread = citation && threadOf(citation.url)
      if (!thread || found.has(thread.id)) continue
      found.set(thread.id, { thread, position: null, url: citation.url, title: resultTitle(citation.title ?? '') })
    }
    return [...found.values()]
  } catch (error) {
    throw endpointErrorOf(error, patience)
  }
}
