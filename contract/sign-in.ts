import { z } from 'zod'

/** Whom people can sign in with (SPEC 4, DECISIONS 10). */
export const providers = ['google', 'github', 'reddit'] as const
export type ProviderName = (typeof providers)[number]
export const Provider = z.enum(providers)

/** What a provider calls itself. */
export const providerNames: Record<ProviderName, string> = { google: 'Google', github: 'GitHub', reddit: 'Reddit' }
