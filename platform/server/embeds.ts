import { z } from 'zod'
import type { Embed, Embeds } from '../contract/embeds.ts'
import { eventPath } from '../contract/visits.ts'

/** The configured third-party scripts and visit counting of pages (SPEC 7). */
export interface ThirdParties {
  /** The URL that pages send events to; null if visits aren't counted. */
  eventUrl: string | null
  /** Whether events distinguish pages by the hash in their URL. */
  eventHash: boolean
  embeds: Embeds
  /** Additional origins that the scripts call or embed. */
  hosts: string[]
}

/** The default: visits are counted here and no scripts are loaded. */
export const noThirdParties: ThirdParties = {
  eventUrl: eventPath,
  eventHash: false,
  embeds: { feedback: null, form: null, affiliate: null },
  hosts: [],
}

const text = z.string().trim()
const key = text.regex(/^[\w.:-]{1,200}$/).optional()
const address = (path: RegExp) => text.regex(path).refine((url) => URL.canParse(url) && !/[;,']/.test(url))
const script = (usual: string) => address(/^https?:\/\/[^/?#\s@]+\/[^?#\s]+$/).default(usual)

/** Their variables in the table of platform/server/config.ts. The default URLs are those of the supported services. */
export const thirdPartyVariables = {
  ANALYTICS_URL: z
    .union([z.literal('off'), address(/^https?:\/\/[^?#\s@]+$/).transform((url) => url.replace(/\/+$/, ''))])
    .optional(),
  ANALYTICS_HASH: z.enum(['on', 'off']).default('off'),
  FEEDBACK_KEY: key,
  FEEDBACK_URL: script('https://cdn.userjot.com/sdk/v2/uj.js'),
  FORM_KEY: key,
  FORM_URL: script('https://tally.so/widgets/embed.js'),
  AFFILIATE_KEY: key,
  AFFILIATE_URL: script('https://r.wdfl.co/rw.js'),
  SCRIPT_HOSTS: text
    .transform((list) => list.split(',').map((host) => host.trim().replace(/\/$/, '')))
    .pipe(z.array(address(/^https?:\/\/[^/?#\s@]+$/)))
    .default([]),
}
type OutsideVariable = keyof typeof thirdPartyVariables

const keyExpected = 'the public key from the service'
const scriptExpected = 'the URL of a script, such as https://cdn.example.com/widget.js'

/** The expected format of each variable, for error messages. */
export const thirdPartyHints: Record<OutsideVariable, string> = {
  ANALYTICS_URL: 'off, or a URL such as https://analytics.example.com',
  ANALYTICS_HASH: 'on or off',
  FEEDBACK_KEY: keyExpected,
  FEEDBACK_URL: scriptExpected,
  FORM_KEY: keyExpected,
  FORM_URL: scriptExpected,
  AFFILIATE_KEY: keyExpected,
  AFFILIATE_URL: scriptExpected,
  SCRIPT_HOSTS: 'URLs without a path, such as https://api.example.com, separated by commas',
}

type Read = <N extends OutsideVariable>(name: N) => z.output<(typeof thirdPartyVariables)[N]>

export function readThirdParties(read: Read): ThirdParties {
  const counter = read('ANALYTICS_URL')
  return {
    eventUrl: counter === 'off' ? null : `${counter ?? ''}${eventPath}`,
    eventHash: read('ANALYTICS_HASH') === 'on',
    embeds: {
      feedback: embed(read('FEEDBACK_KEY'), read('FEEDBACK_URL')),
      form: embed(read('FORM_KEY'), read('FORM_URL')),
      affiliate: embed(read('AFFILIATE_KEY'), read('AFFILIATE_URL')),
    },
    hosts: read('SCRIPT_HOSTS'),
  }
}

function embed(key: string | undefined, url: string): Embed | null {
  return key === undefined ? null : { url, key }
}
