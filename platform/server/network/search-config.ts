import { z } from 'zod'
import type { SearchService } from '../services.ts'

const text = z.string().trim()

/** The variables of the search engines, part of the table in platform/server/config.ts. */
export const searchVariables = {
  SERP_URL: text
    .regex(/^https?:\/\/[^?#\s@]+$/)
    .refine(URL.canParse)
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SERP_API_KEY: text.regex(/^[\x21-\x7e]+$/).optional(),
  SERP_ENGINES: text
    .transform((list) => list.split(',').map((engine) => engine.trim()))
    .pipe(
      z
        .array(z.string().regex(/^[a-z0-9][a-z0-9 ._-]{0,39}$/))
        .min(1)
        .max(3),
    )
    .default(['google', 'bing']),
}
type SearchVariable = keyof typeof searchVariables

/** The expected format of each variable, for error messages. */
export const searchExpected: Record<SearchVariable, string> = {
  SERP_URL: 'the URL of a SearXNG server, such as https://search.example.com',
  SERP_API_KEY: 'a key without spaces',
  SERP_ENGINES: "up to three of the SearXNG server's engines, such as google,bing",
}
type Read = <N extends SearchVariable>(name: N) => z.output<(typeof searchVariables)[N]>

/** Returns the search server; null if none is configured. */
export function readSearch(read: Read): SearchService | null {
  const [url, engines] = [read('SERP_URL'), read('SERP_ENGINES')]
  if (url === undefined) return null
  return { url, apiKey: read('SERP_API_KEY') ?? null, engines: [...new Set(engines)], realm: 'real' }
}
