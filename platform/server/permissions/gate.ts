import type { Entitlement } from '#engine/subscription/quota.ts'
import type { Actor, Ctx } from '../ctx.ts'

/** Checks that features provide to the platform. app/gate.ts implements it. */
export interface Gate {
  /** Returns a token's actor, or null if it is invalid. API tokens are valid only in the Authorization header. */
  actorOf(ctx: Ctx, token: { from: 'header' | 'cookie'; value: string }): Promise<Actor | null>
  /** Returns the current entitlement of each of a user's projects (SPEC 6). */
  entitlementsOf(ctx: Ctx, actor: UserActor): Promise<Map<string, Entitlement>>
  /** Returns whether a user has a project that is set up, so that there is something to show. */
  hasWorkingProject(ctx: Ctx, actor: UserActor): Promise<boolean>
  /** Returns whether a user is an internal admin with a confirmed address (SPEC 6). */
  isInternalAdmin(ctx: Ctx, actor: UserActor): Promise<boolean>
}

type UserActor = Extract<Actor, { kind: 'user' }>
