import type { EndpointConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { EndpointError, endpointErrorOf } from './endpoint-error.ts'
import { endpointFetch } from './endpoint-fetch.ts'
import { faultOf } from './model-fault.ts'

/** The limits of a text that a model writes. */
export const textBounds = {
  ms: 60_000,
  /** How long the model may be silent before the text and within it, in ms. */
  silenceMs: 20_000,
  bytes: 1_000_000,
}

interface TextRequest {
  /** Our own words only. */
  system: string
  /** The data, from any author. */
  user: string
}

/** How many tokens a model read and wrote; null if its endpoint doesn't report it. */
export interface TokenUse {
  inputTokens: number | null
  outputTokens: number | null
}

export const noTokens: TokenUse = { inputTokens: null, outputTokens: null }

/**
 * Has the configured chat model write a text, and passes on each part as it arrives. The caller must check the whole
 * text before anybody uses it. Throws EndpointError, which contains nothing of the request or the answer.
 */
export async function writeText(
  { model, log }: { model: EndpointConfig | null; log: Pick<Ctx['log'], 'warn'> },
  { system, user }: TextRequest,
  onPart: (text: string) => void,
  bounds: typeof textBounds = textBounds,
): Promise<{ text: string; tokens: TokenUse }> {
  if (!model) throw new EndpointError('absent')
  const silence = new AbortController()
  const patience = AbortSignal.any([AbortSignal.timeout(bounds.ms), silence.signal])
  let timer = setTimeout(() => silence.abort(), bounds.silenceMs)
  try {
    const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
      import('ai'),
      import('@ai-sdk/openai-compatible'),
    ])
    const { url, model: name, apiKey } = model
    const provider = createOpenAICompatible({
      ...{ name: 'model', baseURL: url, fetch: endpointFetch(bounds.bytes), includeUsage: true },
      ...(apiKey !== null && { apiKey }),
    })
    const { stream } = streamText({
      model: provider(name),
      instructions: system,
      messages: [{ role: 'user', content: user }],
      ...{ maxRetries: 0, abortSignal: patience },
      // The errors are parts of the stream. By default they are also written to the console.
      onError: () => {},
    })
    let text = ''
    let tokens = noTokens
    for await (const part of stream) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), bounds.silenceMs)
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw endpointErrorOf(part, patience)
      if (part.type === 'finish') {
        const { inputTokens = null, outputTokens = null } = part.totalUsage
        tokens = { inputTokens, outputTokens }
      }
      if (part.type !== 'text-delta') continue
      text += part.text
      onPart(part.text)
    }
    return { text, tokens }
  } catch (error) {
    const fault = await faultOf(error, patience)
    log.warn({ fault: fault.fault }, 'chat model wrote no text')
    throw fault
  } finally {
    clearTimeout(timer)
  }
}
