import { z } from 'zod'
import { Embeds } from '../embeds.ts'
import type { Endpoint } from '../endpoint.ts'
import { flagNames } from '../flags.ts'
import { Sandbox } from '../sandbox.ts'
import { Provider } from '../sign-in.ts'
import { Source } from '../sources.ts'

export const Health = z.object({ status: z.literal('ok'), version: z.string(), roles: z.array(z.string()) })

/** What is configured at run time, for pages that were built before (DECISIONS 27). */
export const RuntimeConfig = z.object({
  /** Whom people can sign in with. */
  providers: z.array(Provider),
  /** Where items can come from here. */
  sources: z.array(Source),
  /** The service that takes addresses for the guide, at its collect-email (SPEC 7); null: this one does. */
  captureUrl: z.string().nullable(),
  /** Where pages tell their events (SPEC 7); null: nobody counts. */
  eventUrl: z.string().nullable(),
  /** Scripts of others that pages load (SPEC 4, 7). */
  embeds: Embeds,
  /** Other hosts of icons, asked where this one is out of reach (SPEC 7). */
  iconHosts: z.array(z.string()),
  /** What feature flags are for whoever is signed in, as far as they are set for them alone (DECISIONS 30). */
  flags: z.partialRecord(z.enum(flagNames), z.boolean()),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

export const programEndpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', answer: Health },
  config: { method: 'GET', path: '/config', access: 'known', answer: RuntimeConfig },
  sandbox: { method: 'GET', path: '/sandbox', access: 'anyone', answer: Sandbox },
} as const satisfies Record<string, Endpoint>
