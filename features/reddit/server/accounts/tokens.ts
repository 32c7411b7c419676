import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import type { RedditService } from '#platform/server/services.ts'
import type { Tokens } from '../api/api.ts'
import { type Grant, type Granted, requestToken } from '../api/oauth.ts'
import { type Outcome, ok, retryLater, signIn } from '../api/outcome.ts'
import { redditAccount, redditToken } from '../tables.ts'

/** A token is renewed this long before it expires, and used until shortly before. */
const earlyMs = 5 * 60_000
const spareMs = 60_000
/** The delay for a caller that finds another process requesting a token. */
const busyMs = 1000
/** The delay after Reddit rejected the app, which only its operator can fix. */
const refusedMs = 10 * 60_000

/** The stored state of a token. */
interface StoredToken {
  accessSealed: string | null
  accessDigest: string | null
  accessExpiresAt: Date | null
  failures: number
  retryAt: Date | null
  /** The grant for the next token; null if a user has to reconnect the account. */
  grant: Grant | null
}

type Change = Partial<Omit<StoredToken, 'grant'>> & { refreshSealed?: string; state?: 'signIn' }

/** The storage of a token. */
interface TokenStore {
  read(tx: Transaction): Promise<StoredToken | null>
  /** Reads and locks it until the transaction ends; null if another transaction has the lock. */
  hold(tx: Transaction): Promise<StoredToken | null>
  write(tx: Transaction, change: Change): Promise<void>
}

/** Returns the tokens with which the app itself reads. */
export function appTokens(ctx: Ctx, service: RedditService): Tokens {
  const { clientId } = service.app
  const own = eq(redditToken.clientId, clientId)
  const rows = (tx: Transaction) => tx.select().from(redditToken).where(own)
  const kept = async (found: Promise<(typeof redditToken.$inferSelect)[]>): Promise<StoredToken | null> => {
    const [row] = await found
    return row ? { ...row, grant: { kind: 'app' } } : null
  }
  return sharedTokens(ctx, service, {
    read: async (tx) => {
      const existing = await kept(rows(tx))
      if (existing) return existing
      await tx.insert(redditToken).values({ clientId }).onConflictDoNothing()
      return kept(rows(tx))
    },
    hold: (tx) => kept(rows(tx).for('update', { skipLocked: true })),
    write: async (tx, { refreshSealed: _refresh, state: _state, ...change }) => {
      await tx.update(redditToken).set(change).where(own)
    },
  })
}

/** Returns the tokens of a connected account. */
export function accountTokens(ctx: Ctx, service: RedditService, account: { projectId: string; id: string }): Tokens {
  const own = and(
    eq(redditAccount.projectId, account.projectId),
    eq(redditAccount.id, account.id),
    // The tokens of an app that was configured earlier don't work with this one.
    eq(redditAccount.clientId, service.app.clientId),
  )
  const rows = (tx: Transaction) => tx.select().from(redditAccount).where(own)
  const kept = async (found: Promise<(typeof redditAccount.$inferSelect)[]>): Promise<StoredToken | null> => {
    const [row] = await found
    if (!row) return null
    const refreshToken = row.state === 'connected' ? unseal(ctx, 'reddit refresh', row.refreshSealed) : null
    return { ...row, grant: refreshToken === null ? null : { kind: 'refresh', refreshToken } }
  }
  return sharedTokens(ctx, service, {
    read: (tx) => kept(rows(tx)),
    hold: (tx) => kept(rows(tx).for('update', { skipLocked: true })),
    write: async (tx, change) => {
      await tx
        .update(redditAccount)
        .set({ ...change, updatedAt: ctx.now() })
        .where(own)
    },
  })
}

/**
 * Returns one token, shared by all processes. A caller that sees it expire soon locks the row and requests another. The
 * others use the old one or retry later. If that process dies, its lock is released. If only Reddit's response is lost,
 * the next caller requests one with the same grant.
 */
function sharedTokens(ctx: Ctx, service: RedditService, store: TokenStore): Tokens {
  return {
    async get() {
      const kept = await transaction(ctx, store.read)
      if (!kept) return signIn('notConnected')
      const token = tokenIn(ctx, kept, earlyMs)
      return token === null ? renewed(ctx, service, store, kept) : ok(token)
    },
    async refuse(token) {
      await transaction(ctx, async (tx) => {
        const kept = await store.read(tx)
        // If another process already has a newer token, it stays.
        if (kept?.accessDigest === digestOf(token)) await store.write(tx, { accessExpiresAt: ctx.now() })
      })
    },
  }
}

function renewed(ctx: Ctx, service: RedditService, store: TokenStore, known: StoredToken): Promise<Outcome<string>> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now().getTime()
    const held = await store.hold(tx)
    const kept = held ?? known
    const fresh = tokenIn(ctx, kept, earlyMs)
    if (fresh !== null) return ok(fresh)
    if (kept.grant === null) return signIn('grantRefused')
    const spare = tokenIn(ctx, kept, spareMs)
    const waitsUntil = held ? (held.retryAt?.getTime() ?? 0) : now + busyMs
    if (!held || waitsUntil > now) return spare === null ? retryLater('token', waitsUntil) : ok(spare)
    const outcome = await requestToken(service.app, service.exchange, kept.grant, { now, failures: kept.failures })
    await store.write(tx, changeFor(ctx, outcome, kept))
    if (outcome.state === 'ok') return ok(outcome.value.accessToken)
    return spare !== null && outcome.state === 'later' ? ok(spare) : outcome
  })
}

function changeFor(ctx: Ctx, outcome: Outcome<Granted>, { failures }: StoredToken): Change {
  if (outcome.state === 'ok') return changeOf(ctx, outcome.value)
  if (outcome.state === 'signIn') return { state: 'signIn', accessSealed: null, accessDigest: null }
  const at = outcome.state === 'later' ? outcome.at : ctx.now().getTime() + refusedMs
  return { failures: failures + 1, retryAt: new Date(at) }
}

/** Returns the stored values of a grant. */
export function changeOf(ctx: Ctx, { accessToken, expiresAt, refreshToken }: Granted) {
  return {
    accessSealed: seal(ctx, 'reddit access', accessToken),
    accessDigest: digestOf(accessToken),
    accessExpiresAt: new Date(expiresAt),
    failures: 0,
    retryAt: null,
    ...(refreshToken !== null && { refreshSealed: seal(ctx, 'reddit refresh', refreshToken) }),
  }
}

/** Returns the token if it stays valid for this long; otherwise null. */
function tokenIn(ctx: Ctx, { accessSealed, accessExpiresAt }: StoredToken, ms: number): string | null {
  if (accessSealed === null || accessExpiresAt === null) return null
  if (accessExpiresAt.getTime() - ctx.now().getTime() < ms) return null
  return unseal(ctx, 'reddit access', accessSealed)
}
