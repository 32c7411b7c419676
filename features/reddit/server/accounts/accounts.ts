import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { RedditService } from '#platform/server/services.ts'
import type { RedditAccount } from '../../contract.ts'
import type { Granted } from '../api/oauth.ts'
import { redditAccount } from '../tables.ts'
import { standingAgainMs, standingFreshMs } from './standing.ts'
import { changeOf } from './tokens.ts'

type RedditAccountRow = typeof redditAccount.$inferSelect

/** An account that a user authorized on Reddit, and its project. */
export type ArrivedAccount = { projectId: string; connectedBy: string } & Pick<
  RedditAccountRow,
  'subject' | 'name' | 'karma' | 'joinedAt'
> &
  Partial<PromotionColumns>
type PromotionColumns = Pick<RedditAccountRow, 'promotions' | 'promotionsAt' | 'promotionsTrouble'>

/** The maximum number of accounts per project. */
const projectMax = 10

export const redditAccounts: Writing<RedditAccountRow, RedditAccount> = {
  table: redditAccount,
  columns: {
    id: redditAccount.id,
    documentId: redditAccount.id,
    createdAt: redditAccount.createdAt,
    updatedAt: redditAccount.updatedAt,
    project: redditAccount.projectId,
    connectedBy: redditAccount.connectedBy,
    name: redditAccount.name,
    state: redditAccount.state,
    realm: redditAccount.realm,
    karma: redditAccount.karma,
  },
  project: redditAccount.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    connectedBy: toOne('users', (row) => row.connectedBy),
  },
  cursor: false,
  rows: rowsOf(redditAccount),
  present: async (_tx, rows) => rows.map(present),
}

/** Returns the first account that a project connected in a realm and that still is connected; null without one. */
export async function connectedAccount(
  tx: Transaction,
  projectId: string,
  realm: RedditAccountRow['realm'],
): Promise<(Pick<RedditAccountRow, 'name' | 'karma' | 'joinedAt'> & PromotionColumns) | null> {
  const { name, karma, joinedAt, promotions, promotionsAt, promotionsTrouble } = redditAccount
  const [row] = await tx
    .select({ name, karma, joinedAt, promotions, promotionsAt, promotionsTrouble })
    .from(redditAccount)
    .where(
      and(
        eq(redditAccount.projectId, projectId),
        eq(redditAccount.realm, realm),
        eq(redditAccount.state, 'connected'),
        isNull(redditAccount.suspendedAt),
      ),
    )
    .orderBy(redditAccount.id)
    .limit(1)
  return row ?? null
}

/** The scopes that Reddit asks for. `*` allows everything. */
const sendingScopes = { message: 'privatemessages', comment: 'submit' } as const

/**
 * Returns the account with which a project sends in a realm: the given one, or the first that may. Without one that may,
 * returns the account that could if it were reconnected or no longer suspended; null without any.
 */
export async function sendingAccount(
  ctx: Ctx,
  tx: Transaction,
  {
    projectId,
    realm,
    kind,
    accountId = null,
  }: { projectId: string; realm: RedditAccountRow['realm']; kind: 'message' | 'comment'; accountId?: string | null },
): Promise<RedditAccountRow | null> {
  if (ctx.reddit?.realm !== realm) return null
  const scopes = sql.param([sendingScopes[kind], '*'])
  const [row] = await tx
    .select()
    .from(redditAccount)
    .where(
      and(
        eq(redditAccount.projectId, projectId),
        eq(redditAccount.realm, realm),
        eq(redditAccount.clientId, ctx.reddit.app.clientId),
        sql`${redditAccount.scopes} && ${scopes}::text[]`,
        accountId === null ? undefined : eq(redditAccount.id, accountId),
      ),
    )
    .orderBy(
      sql`${redditAccount.state} = 'connected' desc`,
      sql`${redditAccount.suspendedAt} is null desc`,
      redditAccount.id,
    )
    .limit(1)
  return row ?? null
}

/** Returns whether an account may send now. */
export function maySend({ state, suspendedAt }: Pick<RedditAccountRow, 'state' | 'suspendedAt'>): boolean {
  return state === 'connected' && suspendedAt === null
}

function present(row: RedditAccountRow): RedditAccount {
  const { name, state, scopes, karma, realm } = row
  const isoOrNull = (instant: Date | null) => instant?.toISOString() ?? null
  const standing = { karma, joinedAt: isoOrNull(row.joinedAt), standingAt: isoOrNull(row.standingAt) }
  const inbox = { inboxReadAt: isoOrNull(row.inboxReadAt), inboxTrouble: row.inboxTrouble }
  return { ...rowHead(row), name, state, scopes, ...standing, suspendedAt: isoOrNull(row.suspendedAt), ...inbox, realm }
}

/** Throws ApplicationError if a project has the maximum number of accounts. */
export async function requireRoomForAccount(tx: Transaction, projectId: string): Promise<void> {
  const [row] = await tx.select({ total: count() }).from(redditAccount).where(eq(redditAccount.projectId, projectId))
  if ((row?.total ?? 0) < projectMax) return
  throw new ApiError(
    'ApplicationError',
    `A project can have up to ${projectMax} Reddit accounts. Disconnect one first.`,
  )
}

/** Saves a newly connected or reconnected account. Returns its id in Earshot. */
export async function saveAccount(
  ctx: Ctx,
  tx: Transaction,
  { app, realm }: RedditService,
  account: ArrivedAccount,
  granted: Granted & { refreshToken: string },
): Promise<string> {
  const tokens = changeOf(ctx, granted)
  const { refreshSealed } = tokens
  if (refreshSealed === undefined) throw new Error('the grant has no refresh token')
  const now = ctx.now()
  const standing = {
    standingAt: now,
    // Posts and comments that couldn't be read are requested again soon.
    standingDueAt: new Date(now.getTime() + (account.promotions === undefined ? standingAgainMs : standingFreshMs)),
    suspendedAt: null,
  }
  const may = { realm, state: 'connected', scopes: granted.scopes, ...tokens, refreshSealed } as const
  // Trouble of the earlier connection must not delay the inbox.
  const kept = { ...account, ...standing, ...may, inboxDueAt: null, inboxTrouble: null }
  const [row] = await tx
    .insert(redditAccount)
    .values({ ...kept, clientId: app.clientId, id: ctx.id(), createdAt: ctx.now(), updatedAt: ctx.now() })
    .onConflictDoUpdate({
      target: [redditAccount.projectId, redditAccount.clientId, redditAccount.subject],
      set: { ...kept, updatedAt: ctx.now() },
    })
    .returning({ id: redditAccount.id })
  if (!row) throw new Error('the account was not written')
  return row.id
}
