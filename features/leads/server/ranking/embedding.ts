import { z } from 'zod'
import { EndpointError, endpointErrorOf, faultOfStatus } from '#platform/server/network/endpoint-error.ts'
import { endpointFetch } from '#platform/server/network/endpoint-fetch.ts'
import type { Embedding } from '#platform/server/services.ts'

/** The limits of one request. */
export const embeddingBounds = {
  ms: 30_000,
  bytes: 16_000_000,
  texts: 32,
  /** Twice the length of the longest vector of any known model. */
  dimensions: 8_192,
}

/** The longest wait that an endpoint may ask for. */
const waitMostSeconds = 3_600
const Answer = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(2) })),
})

/** Returns a client for POST {url}/embeddings in the format of OpenAI. */
export function embeddingAt(
  { url, model, apiKey }: { url: string; model: string; apiKey: string | null },
  bounds = embeddingBounds,
): Embedding {
  const send = endpointFetch(bounds.bytes)
  return {
    model,
    async embed(texts) {
      if (texts.length > bounds.texts) throw new RangeError('too many texts for one request')
      const patience = AbortSignal.timeout(bounds.ms)
      try {
        const response = await send(`${url}/embeddings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
          body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
          signal: patience,
        })
        if (!response.ok) {
          await response.body?.cancel()
          throw new EndpointError(faultOfStatus(response.status), waitOf(response.headers))
        }
        return vectorsIn(await response.text(), texts.length, bounds.dimensions)
      } catch (error) {
        throw endpointErrorOf(error, patience)
      }
    },
  }
}
function vectorsIn(text: string, count: number, dimensionsMost: number): number[][] {
  const { success, data: answer } = Answer.safeParse(parsed(text))
  const vectors = answer?.data.toSorted((a, b) => a.index - b.index) ?? []
  const [first] = vectors
  const isWhole =
    success &&
    vectors.length === count &&
    vectors.every(({ index, embedding }, at) => index === at && isVector(embedding, first!.embedding.length))
  if (!isWhole || (first?.embedding.length ?? 0) > dimensionsMost) throw new EndpointError('nonsense')
  return vectors.map(({ embedding }) => embedding)
}
function isVector(values: readonly number[], dimensions: number): boolean {
  return values.length === dimensions && values.some((value) => value !== 0)
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new EndpointError('nonsense')
  }
}

/** Reads the wait in seconds, the only form of the header known to be in use. */
function waitOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, waitMostSeconds) : null
}
