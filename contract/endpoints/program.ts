import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
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
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

export const programEndpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', answer: Health },
  config: { method: 'GET', path: '/config', access: 'anyone', answer: RuntimeConfig },
  sandbox: { method: 'GET', path: '/sandbox', access: 'anyone', answer: Sandbox },
} as const satisfies Record<string, Endpoint>
