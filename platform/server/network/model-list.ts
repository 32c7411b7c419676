import { z } from 'zod'
import type { EndpointConfig } from '../config.ts'
import { endpointFetch } from './endpoint-fetch.ts'

const ModelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(5_000) })

const bounds = { ms: 5_000, bytes: 2_000_000 }

/**
 * Returns the names of the models at an endpoint, sorted; null if it has no list or doesn't answer. Some endpoints serve
 * models that they don't list.
 */
export async function listModels({ url, apiKey }: EndpointConfig): Promise<string[] | null> {
  try {
    const response = await endpointFetch(bounds.bytes)(`${url}/models`, {
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(bounds.ms),
    })
    if (!response.ok) return null
    const { data } = ModelList.parse(await response.json())
    return [...new Set(data.map(({ id }) => id))].toSorted()
  } catch {
    // A failing endpoint shows when a reply is written; here it only means that there is nothing to choose from.
    return null
  }
}
