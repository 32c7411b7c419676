import { eq, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { projectEntitlement } from './access.ts'
import { planChanged } from './reports/report.ts'
import { accessGrant } from './tables.ts'

/** An internal admin as audit entries name them. */
interface Admin {
  id: string
  email: string
}

const dayMs = 24 * 3_600_000

/**
 * Gives a project access for some days, with the quota of a pass, or extends its pass or earlier grant. Throws
 * NotFoundError for an unknown project. With billing off, it counts once billing is on.
 */
export async function grantAccess(
  ctx: Ctx,
  { id, days, reason, admin }: { id: string; days: number; reason: string; admin: Admin },
): Promise<{ until: string }> {
  return changeGrant(ctx, id, async (tx) => {
    const current = await projectEntitlement(ctx, tx, id)
    const now = ctx.now()
    const from = current?.until && current.until > now ? current.until : now
    const until = new Date(from.getTime() + days * dayMs)
    // An extended grant keeps its start, and with it its credits.
    const since = current?.access.granted && current.access.by === 'grant' ? await startOf(tx, id) : from
    await write(ctx, tx, id, { since, until, reason })
    const details = { admin, days, until: until.toISOString(), name: reason }
    await audit(ctx, tx, { projectId: id, action: 'access.grant', subjectId: id, details })
    return { until: until.toISOString() }
  })
}

/** Withdraws the access that an internal admin gave. Throws NotFoundError if there is none. */
export async function withdrawAccess(ctx: Ctx, { id, admin }: { id: string; admin: Admin }): Promise<void> {
  await changeGrant(ctx, id, async (tx) => {
    await write(ctx, tx, id, null)
    await audit(ctx, tx, { projectId: id, action: 'access.withdraw', subjectId: id, details: { admin } })
  })
}

function changeGrant<T>(ctx: Ctx, id: string, change: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(
    ctx,
    async (tx) => {
      const done = await change(tx)
      await planChanged(ctx, tx, [id])
      return done
    },
    { alsoProjects: [id] },
  )
}

async function startOf(tx: Transaction, id: string): Promise<Date> {
  const [row] = await tx.select().from(accessGrant).where(eq(accessGrant.projectId, id))
  return row!.grantedFrom
}

/** Writes through the database's own check that an internal admin asks. */
async function write(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  grant: { since: Date; until: Date; reason: string } | null,
): Promise<void> {
  const { rows } = await tx.execute<{ written: boolean }>(sql`
    select write_access_grant(${presentActor(ctx).userId}::uuid, ${sql.param([...ctx.adminEmails])}::text[], ${id}::uuid,
      ${grant?.since.toISOString() ?? null}::timestamptz, ${grant?.until.toISOString() ?? null}::timestamptz,
      ${grant?.reason ?? null}, ${ctx.now().toISOString()}::timestamptz) as written`)
  if (!rows[0]?.written) throw new ApiError('NotFoundError', 'Not Found')
}
