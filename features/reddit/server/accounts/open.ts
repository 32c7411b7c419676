import type { Ctx } from '#platform/server/ctx.ts'
import type { RedditService } from '#platform/server/services.ts'
import type { RedditApi, Tokens } from '../api/api.ts'
import { ok } from '../api/outcome.ts'
import { sharedGovernor } from './limit.ts'
import { accountTokens, appTokens } from './tokens.ts'

/** Returns Reddit's API for the app itself, which reads public content. Null if no app is configured. */
export function redditApi(ctx: Ctx): RedditApi | null {
  return ctx.reddit && apiWith(ctx, ctx.reddit, appTokens(ctx, ctx.reddit))
}

/** Returns Reddit's API for a connected account. It shares the app's rate limit. */
export function redditApiOf(ctx: Ctx, account: { projectId: string; id: string }): RedditApi | null {
  return ctx.reddit && apiWith(ctx, ctx.reddit, accountTokens(ctx, ctx.reddit, account))
}

/** Returns Reddit's API for a token that isn't saved yet. */
export function apiWithToken(ctx: Ctx, service: RedditService, token: string): RedditApi {
  return apiWith(ctx, service, { get: async () => ok(token), refuse: async () => {} })
}

function apiWith(ctx: Ctx, { app, exchange }: RedditService, tokens: Tokens): RedditApi {
  return { app, exchange, tokens, governor: sharedGovernor(ctx, app.clientId), now: () => ctx.now().getTime() }
}
