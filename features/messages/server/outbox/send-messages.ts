import { and, eq, inArray, lte, notInArray } from 'drizzle-orm'
import { sendOnReddit } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { message } from '../tables.ts'
import { type Armed, armMessage } from './arm-message.ts'
import { findOutMessage } from './find-out.ts'
import type { MessageKey, MessageRow } from './outgoing-row.ts'
import { type MessageEnd, settleMessage } from './settle-message.ts'

/** Projects at the same time. Each sends one message after the other. */
const projectsAtOnce = 10
/** How long one run lasts, in ms. The next one goes on. */
const runMs = 50_000
/** A request leaves within this time after its message was armed, or not at all. It ends half a minute later. */
const leavesMs = 60_000

/**
 * Sends the messages that are due, and finds out what became of those whose call didn't end. Any number of workers can
 * run at once. A message that fails is left to the next run.
 */
export async function sendMessages(ctx: Ctx): Promise<void> {
  const startedAt = ctx.now().getTime()
  const failed = new Set<string>()
  while (!ctx.stopping.aborted && ctx.now().getTime() - startedAt < runMs) {
    const due = await transaction(ctx, (tx) => dueMessages(ctx, tx, [...failed]))
    if (due.length === 0) return
    await Promise.all(
      due.map(async (row) => {
        const isDone = await sendDue(ctx, row).catch((error: unknown) => {
          ctx.log.error({ message: row.id, ...faultOf(error) }, 'sending a message failed')
          return false
        })
        if (!isDone) failed.add(row.id)
      }),
    )
  }
}

/** Returns the most overdue message of each project. */
async function dueMessages(
  ctx: Ctx,
  tx: Transaction,
  except: readonly string[],
): Promise<(MessageKey & Pick<MessageRow, 'state'>)[]> {
  const { projectId, id, state, dueAt } = message
  const rows = await tx
    .selectDistinctOn([projectId], { projectId, id, state, dueAt })
    .from(message)
    .where(
      and(
        lte(dueAt, ctx.now()),
        eq(message.channel, 'reddit'),
        inArray(state, ['queued', 'deferred', 'armed']),
        except.length > 0 ? notInArray(id, [...except]) : undefined,
      ),
    )
    .orderBy(projectId, dueAt, id)
  return rows.toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt)).slice(0, projectsAtOnce)
}

/** Returns whether the message was dealt with. */
async function sendDue(ctx: Ctx, { state, ...key }: MessageKey & Pick<MessageRow, 'state'>): Promise<boolean> {
  if (state === 'armed') return findOutMessage(ctx, key)
  const armed = await armMessage(ctx, key)
  if (armed === 'busy') return false
  if (!armed) return true
  const end = await send(ctx, armed)
  // Unknown: the account's sent messages tell in two minutes.
  return end === null || transaction(ctx, (tx) => settleMessage(ctx, tx, armed, end))
}

async function send(ctx: Ctx, { account, outgoing, armedAt, tries }: Armed): Promise<MessageEnd | null> {
  const writing = { before: armedAt.getTime() + leavesMs, failures: tries - 1 }
  const outcome = await sendOnReddit(ctx, account, outgoing, writing)
  switch (outcome.state) {
    case 'ok':
      return { state: 'sent', ...outcome.value, at: ctx.now() }
    case 'unknown':
      return null
    case 'later':
      return { state: 'later', at: new Date(outcome.at) }
    case 'signIn':
      return { state: 'held', hold: 'account' }
    case 'never':
      return outcome.because === 'suspended'
        ? { state: 'held', hold: 'suspended' }
        : { state: 'refused', because: outcome.because }
  }
}
