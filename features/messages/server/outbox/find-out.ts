import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { storedForm } from '#engine/messages/text-form.ts'
import { holdWording } from '#engine/messages/wordings.ts'
import { isForgottenName } from '#features/crm/server/index.ts'
import { findSent, redditAccount } from '#features/reddit/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { message } from '../tables.ts'
import { type Armed, outgoingOf } from './arm-message.ts'
import { changeMessage, lockOutgoing, type MessageKey } from './outgoing-row.ts'
import { settleMessage } from './settle-message.ts'

/** The lease of a worker that looks. */
const leaseMs = 3 * 60_000
/** When a message that Reddit doesn't list was not sent: ten minutes after the call, and some after the first look. */
const missingMs = 10 * 60_000
const secondLookMs = 8 * 60_000
/** How much the clocks of Reddit and of this server may differ. */
const clocksMs = 5 * 60_000
/** When to ask again while the account can't be asked. */
const unableMs = 15 * 60_000

type Doubtful = Omit<Armed, 'account' | 'outgoing'> & {
  /** Null if nobody can ask Reddit anymore: the account was disconnected, or the person is gone. */
  lookup: Pick<Armed, 'account' | 'outgoing'> | null
  isSecondLook: boolean
  outsideName: string | null
}

/**
 * Finds out whether Reddit accepted an armed message whose call didn't end, from what the account sent. Never sends.
 * Missing twice, it was not sent, and waits again. If nobody can find out anymore, it is refused. Returns false if somebody else works on its conversation.
 */
export async function findOutMessage(ctx: Ctx, key: MessageKey): Promise<boolean> {
  const doubtful = await transaction(ctx, (tx) => lease(ctx, tx, key))
  if (doubtful === 'busy') return false
  if (!doubtful) return true
  const { lookup, armedAt, tries, outsideName } = doubtful
  if (outsideName !== null) {
    const end = { state: 'sent', name: outsideName, permalink: null, at: armedAt } as const
    return transaction(ctx, (tx) => settleMessage(ctx, tx, doubtful, end))
  }
  if (!lookup) {
    const end = { state: 'refused', because: 'unconfirmed' } as const
    return transaction(ctx, (tx) => settleMessage(ctx, tx, doubtful, end))
  }
  const { account, outgoing } = lookup
  const since = new Date(armedAt.getTime() - clocksMs)
  const listed = await findSent(ctx, account, outgoing, { since, failures: tries })
  if (listed.state !== 'ok') {
    const at = listed.state === 'later' ? new Date(listed.at) : new Date(ctx.now().getTime() + unableMs)
    return transaction(ctx, (tx) => lookLater(ctx, tx, doubtful, { at, isMissing: false }))
  }
  const alike = listed.value.filter(({ text }) => storedForm(text) === storedForm(outgoing.text))
  return transaction(ctx, async (tx) => {
    const known = await namesOf(
      tx,
      doubtful,
      alike.map(({ name }) => name),
    )
    const own = alike.find(({ name }) => !known.has(name))
    if (own) return settleMessage(ctx, tx, doubtful, { state: 'sent', ...own })
    if (doubtful.isSecondLook) return settleMessage(ctx, tx, doubtful, { state: 'later', at: ctx.now() })
    const earliest = armedAt.getTime() + missingMs
    const at = new Date(Math.max(earliest, ctx.now().getTime() + secondLookMs))
    return lookLater(ctx, tx, doubtful, { at, isMissing: true })
  })
}

async function lease(ctx: Ctx, tx: Transaction, key: MessageKey): Promise<Doubtful | 'busy' | null> {
  const found = await lockOutgoing(tx, key, { skips: true })
  if (!found) return 'busy'
  const { row } = found
  const outgoing = outgoingOf(found)
  if (row.state !== 'armed' || row.dueAt === null || row.dueAt > ctx.now() || !row.armedAt) return null
  const { id, name, projectId } = redditAccount
  const [account] =
    row.accountId === null
      ? []
      : await tx
          .select({ id, name, projectId })
          .from(redditAccount)
          .where(and(eq(projectId, key.projectId), eq(id, row.accountId)))
  await changeMessage(ctx, tx, key, { dueAt: new Date(ctx.now().getTime() + leaseMs) })
  const isGone = outgoing?.kind === 'compose' && isForgottenName(outgoing.to)
  const lookup = account && outgoing && !isGone ? { account, outgoing } : null
  const { armedAt, tries, outsideName } = row
  return { ...key, lookup, armedAt, tries, outsideName, isSecondLook: row.hold === 'unclear' }
}

async function lookLater(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, tries }: Doubtful,
  { at, isMissing }: { at: Date; isMissing: boolean },
): Promise<true> {
  const found = await lockOutgoing(tx, { projectId, id })
  if (found?.row.state !== 'armed' || found.row.tries !== tries) return true
  const unclear = isMissing && ({ hold: 'unclear', reason: holdWording('unclear', null) } as const)
  await changeMessage(ctx, tx, found.row, { dueAt: at, ...unclear })
  if (isMissing) await announce(ctx, tx, 'messages', [projectId], found.place.id)
  return true
}

/**
 * Returns which of Reddit's names belong to other messages: of the project, or sent by another one. Another project that
 * has the same account also reads what this one sent.
 */
async function namesOf(
  tx: Transaction,
  { projectId }: MessageKey,
  names: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (names.length === 0) return new Set()
  const rows = await tx
    .select({ name: message.outsideName })
    .from(message)
    .where(
      and(inArray(message.outsideName, [...names]), or(eq(message.projectId, projectId), isNotNull(message.armedAt))),
    )
  return new Set(rows.map(({ name }) => name))
}
