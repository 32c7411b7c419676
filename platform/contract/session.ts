import type { z } from 'zod'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { ScoreWeights } from '#engine/score/component.ts'
import type { Realm, Source } from '#engine/sources.ts'
import type { PlanKey } from '#engine/subscription/plans.ts'
import type { EmbedName } from './embeds.ts'
import type { FlagName } from './flags.ts'
import type { Resource } from './resource.ts'
import type { ProviderName } from './sign-in.ts'

/** The signed-in user, as every screen may see it. */
export interface SessionUser {
  id: string
  username: string
  email: string
  confirmed: boolean
  timeZone: string | null
  /** Set for internal admins. */
  internalAdmin?: true | undefined
  /** Set while an internal admin acts as the user: the admin's email, and when it ends. */
  acting?: { admin: string; endsAt: string } | undefined
}

/** The user's role in a project. */
export interface SessionMembership {
  id: string
  role: MemberRole
  project?: CurrentProject | undefined
}

/** The selected project, as every screen may see it. */
export interface CurrentProject {
  id: string
  name: string
  updatedAt: string
  status: 'draft' | 'processing' | 'done' | 'paid' | 'archived'
  timeZone: string
  communities: string[]
  sources: Source[]
  realm: Realm
  realSince: string | null
  scoreWeights: ScoreWeights
  backfillDone: number
  backfillTotal: number | null
  isAgencyProject: boolean
  agencyPlan: string | null
}

/** The user's access to a project and its limits. */
export interface CurrentAccess {
  granted: boolean
  by: 'billingOff' | 'internalAdmin' | 'subscription' | 'pass' | 'grant' | null
  reason: 'noSubscription' | 'canceled' | 'paused' | 'passOver' | null
  plan: PlanKey | null
  /** Null: unlimited. */
  quota: { competitors: number; keywords: number } | null
  /** When the access that the operator gave ends, if access rests on it. */
  until?: string | undefined
  archivesFolder: boolean
}

/** The configuration of this server's pages. */
export interface PageConfig {
  providers: ProviderName[]
  oidcName: string | null
  sources: Source[]
  captureUrl: string | null
  eventUrl: string | null
  eventHash: boolean
  embeds: Partial<Record<EmbedName, { url: string; key: string } | null>>
  iconHosts: string[]
  flags: Partial<Record<FlagName, boolean>>
  chatAlerts: boolean
}

/**
 * The endpoints that the platform's web code calls, with the parts of their answers that it needs. Features own them;
 * app/contracts.ts checks that they fit.
 */
export type PlatformEndpoints = {
  health: { path: '/health'; answer: z.ZodType<unknown> }
  config: { path: '/config'; answer: z.ZodType<PageConfig> }
  me: {
    path: '/users/me'
    find: Resource
    answer: z.ZodType<SessionUser & { memberships?: SessionMembership[] | undefined }>
  }
  logout: { path: '/auth/logout'; answer: z.ZodType<unknown> }
  projectsFind: {
    path: '/projects'
    find: Resource
    answer: z.ZodType<{ data: CurrentProject[]; meta: { pagination: { total: number } } }>
  }
  projectAccess: { path: '/projects/:id/access'; answer: z.ZodType<{ data: CurrentAccess }> }
}
