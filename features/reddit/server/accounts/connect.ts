import type { z } from 'zod'
import { connectBudgets, returnAddress } from '#features/accounts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { RedditNotice } from '#platform/contract/notices.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockRow, removeRow } from '#platform/server/database/rows/own-row.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { RedditService } from '#platform/server/services.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import type { RedditAccountConnect } from '../../contract.ts'
import { accountScopes, type Granted, permissionPage, requestToken, revokeToken } from '../api/oauth.ts'
import type { Failure } from '../api/outcome.ts'
import { readMe } from '../api/people.ts'
import { type ArrivedAccount, redditAccounts, requireRoomForAccount, saveAccount } from './accounts.ts'
import { beginConnecting, consumeConnecting, isConnecting } from './connecting.ts'
import { apiWithToken } from './open.ts'
import { promotionColumns, readPromotions } from './promotions.ts'
import { standingOf } from './standing.ts'

/**
 * Starts connecting a Reddit account to a project and returns the Reddit page to open. Throws ApplicationError if no
 * app is configured or the project has the maximum number of accounts.
 */
export async function connectRedditAccount(
  ctx: Ctx,
  { project: projectId, address }: z.output<typeof RedditAccountConnect> & { address: string },
): Promise<{ page: string }> {
  requireRight(ctx, projectId, 'changeProject')
  if (!ctx.reddit) throw new ApiError('ApplicationError', 'This server has no Reddit app configured')
  const actor = presentActor(ctx)
  await spend(ctx, connectBudgets(address))
  const state = await transaction(ctx, async (tx) => {
    await lockProjectWithRight(ctx, tx, projectId, 'changeProject')
    await requireRoomForAccount(tx, projectId)
    return beginConnecting(ctx, tx, projectId, actor)
  })
  const asked = { state, redirectUri: returnAddress(ctx, 'reddit'), scopes: accountScopes }
  return { page: permissionPage(ctx.reddit.app, asked).href }
}

/**
 * Completes a connection that connectRedditAccount started, once and in the same session. Returns the notice to show;
 * null if the redirect belongs to another flow. `query` is the redirect's query string.
 */
export async function finishRedditAccount(ctx: Ctx, { query }: { query: string }): Promise<RedditNotice | null> {
  const returned = new URLSearchParams(query)
  const state = returned.get('state') ?? ''
  if (!isConnecting(state)) return null
  const { actor, reddit } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null || !reddit) return 'reddit-expired'
  const present = actor
  const projectId = await transaction(ctx, (tx) => consumeConnecting(ctx, tx, state, present))
  if (projectId === null) return 'reddit-expired'
  const code = returned.get('code')
  if (code === null) return returned.get('error') === 'access_denied' ? 'reddit-cancelled' : 'reddit-failed'
  return exchangeCode(ctx, reddit, { code, projectId, actor: present })
}

interface Arrival {
  code: string
  projectId: string
  actor: PresentActor
}

async function exchangeCode(
  ctx: Ctx,
  service: RedditService,
  { code, projectId, actor }: Arrival,
): Promise<RedditNotice> {
  const circumstances = { now: ctx.now().getTime(), failures: 0 }
  const grant = { kind: 'code', code, redirectUri: returnAddress(ctx, 'reddit') } as const
  const token = await requestToken(service.app, service.exchange, grant, circumstances)
  if (token.state !== 'ok') return noticeOf(ctx, token)
  const granted = token.value
  // Earshot needs a permanent grant.
  if (!isLasting(granted)) return 'reddit-failed'
  const api = apiWithToken(ctx, service, granted.accessToken)
  const me = await readMe(api)
  if (me.state !== 'ok') return noticeOf(ctx, me)
  // Of a suspended account, only the name is known, and it can't be used.
  const { id: subject, name, isSuspended } = me.value
  if (subject === null || isSuspended) return 'reddit-failed'
  try {
    const read = await readPromotions(ctx, api, { projectId, user: me.value }, { purpose: 'action' })
    const promotions = read.state === 'ok' ? promotionColumns(ctx, read.value) : {}
    const account = { projectId, connectedBy: actor.userId, subject, name, ...standingOf(me.value), ...promotions }
    return await saveConnection(ctx, service, account, granted)
  } catch (error) {
    // Revokes a token that can't be saved.
    await revokeToken(service.app, service.exchange, granted.refreshToken, circumstances)
    if (!(error instanceof ApiError)) throw error
    // In the meantime, the user lost the right or the project was deleted.
    return 'reddit-failed'
  }
}

function isLasting(granted: Granted): granted is Granted & { refreshToken: string } {
  return granted.refreshToken !== null
}

async function saveConnection(
  ctx: Ctx,
  service: RedditService,
  account: ArrivedAccount,
  granted: Granted & { refreshToken: string },
): Promise<RedditNotice> {
  const { projectId, name } = account
  await transaction(ctx, async (tx) => {
    await lockProjectWithRight(ctx, tx, projectId, 'changeProject')
    const id = await saveAccount(ctx, tx, service, account, granted)
    await audit(ctx, tx, { projectId, action: 'redditAccount.connect', subjectId: id, details: { name } })
  })
  return 'reddit-connected'
}

function noticeOf(ctx: Ctx, trouble: Failure): RedditNotice {
  ctx.log.info({ outcome: trouble.state, because: trouble.because }, 'Reddit account not connected')
  return trouble.state === 'later' ? 'reddit-unavailable' : 'reddit-failed'
}

/** Disconnects an account: it is no longer used, and the next upkeep revokes its grant at Reddit. */
export async function disconnectRedditAccount(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, redditAccounts, id)
    const { projectId, name } = row
    requireRight(ctx, projectId, 'changeProject')
    await removeRow(tx, redditAccounts, row)
    await ctx.queue.send(tx, 'upkeep', {})
    await audit(ctx, tx, { projectId, action: 'redditAccount.disconnect', subjectId: id, details: { name } })
  })
}
