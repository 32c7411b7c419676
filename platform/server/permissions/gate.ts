import type { Entitlement } from '#engine/subscription/quota.ts'
import type { Actor, Ctx } from '../ctx.ts'

/** What the platform leaves to features when a request comes in. app/gate.ts joins it. */
export interface Gate {
  /** Returns whom a token belongs to; null for an invalid one. An API token counts in the Authorization header only. */
  actorOf(ctx: Ctx, token: { from: 'header' | 'cookie'; value: string }): Promise<Actor | null>
  /** Returns what each of a user's projects is entitled to now (SPEC 6). */
  entitlementsOf(ctx: Ctx, actor: UserActor): Promise<Map<string, Entitlement>>
  /** Whether a user has a project that is set up, so that there is something to show. */
  hasWorkingProject(ctx: Ctx, actor: UserActor): Promise<boolean>
}

type UserActor = Extract<Actor, { kind: 'user' }>
