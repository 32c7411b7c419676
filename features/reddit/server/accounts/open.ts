import type { Ctx } from '#platform/server/ctx.ts'
import type { RedditService } from '#platform/server/services.ts'
import type { RedditApi, Tokens } from '../api/api.ts'
import { ok } from '../api/outcome.ts'
import { sharedGovernor } from './limit.ts'
import { accountTokens, appTokens } from './tokens.ts'

/** Reddit's API as our app sees it by itself: what everybody may read. Null where no app is configured. */
export function redditApi(ctx: Ctx): RedditApi | null {
  return ctx.reddit && apiWith(ctx, ctx.reddit, appTokens(ctx, ctx.reddit))
}

/** The same as a connected account sees it. It shares the limit of the app. */
export function redditApiOf(ctx: Ctx, account: { projectId: string; id: string }): RedditApi | null {
  return ctx.reddit && apiWith(ctx, ctx.reddit, accountTokens(ctx, ctx.reddit, account))
}

/** The same with a token that is not kept yet. */
export function apiWithToken(ctx: Ctx, service: RedditService, token: string): RedditApi {
  return apiWith(ctx, service, { get: async () => ok(token), refuse: async () => {} })
}

function apiWith(ctx: Ctx, { app, exchange }: RedditService, tokens: Tokens): RedditApi {
  return { app, exchange, tokens, governor: sharedGovernor(ctx, app.clientId), now: () => ctx.now().getTime() }
}
