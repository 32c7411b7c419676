import { and, eq, sql } from 'drizzle-orm'
import { hasRight } from '#engine/rules/access.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import { type BrandRow, brandOf, logoPath } from '#features/agencies/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { LetterBrand } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import type { SkippedReceiver } from '../../contract-delivery.ts'
import { periodUntil, queryOf } from '../report-query.ts'
import { seriesOf } from '../series/series-of.ts'
import { report } from '../tables.ts'
import { reportLetter } from './report-letter.ts'
import { unsubscribeUrlOf } from './unsubscribe.ts'

type ReportRow = typeof report.$inferSelect

/** How long a mail that can't be handed over is still worth sending, in ms. */
const usefulMs = 24 * 3_600_000

interface Receiver extends Record<string, unknown> {
  user_id: string
  email: string
  role: MemberRole
  confirmed: boolean
  suppressed: boolean
}

/** Who got a report, and who didn't. */
export interface Mailed {
  sent: { id: string; email: string }[]
  skipped: { id: string; email: string; reason: SkippedReceiver['reason'] }[]
}

/**
 * Queues the mails of a report with the numbers until a day. The caller's transaction has locked the report, and commits
 * the mails together with what keeps them from being written again.
 */
export async function mailReport(
  ctx: Ctx,
  tx: Transaction,
  { row, project, to }: { row: ReportRow; project: { name: string }; to: string },
): Promise<Mailed> {
  const { projectId, id, definition } = row
  const receivers = await receiversOf(tx, row)
  const mailed: Mailed = { sent: [], skipped: [] }
  const period = periodUntil(to, definition.days)
  const query = queryOf(definition, period)
  // Without a comparison, the mail still says whether that is more or less than before.
  const compare = definition.compare === 'none' ? 'before' : definition.compare
  const series = query && (await seriesOf(ctx, tx, projectId, { ...query, compare }))
  const brand = await brandOf(tx, projectId)
  for (const { user_id: userId, email, ...receiver } of receivers) {
    const reason = refusalOf(receiver)
    if (reason !== null) {
      mailed.skipped.push({ id: userId, email, reason })
      continue
    }
    const unsubscribeUrl = await unsubscribeUrlOf(ctx, tx, { projectId, reportId: id, userId })
    const letter = reportLetter({
      ...{
        publicUrl: ctx.publicUrl,
        project: project.name,
        report: { ...row, projectId },
        ...period,
        series,
        unsubscribeUrl,
      },
      brand: brand && letterBrand(ctx.publicUrl, brand),
    })
    const usefulUntil = new Date(ctx.now().getTime() + usefulMs)
    const names = { project: projectId, user: userId }
    await sendMail(ctx, tx, { to: email, userId, ...letter, names, unsubscribeUrl, usefulUntil })
    mailed.sent.push({ id: userId, email })
  }
  if (mailed.sent.length > 0) {
    await tx
      .update(report)
      .set({ lastSentAt: ctx.now() })
      .where(and(eq(report.projectId, projectId), eq(report.id, id)))
  }
  return mailed
}

/** Returns the look of an agency for a mail, whose images need whole addresses. */
function letterBrand(
  publicUrl: string,
  { background, ink, logoId, logoWidth, logoHeight, ...brand }: BrandRow,
): LetterBrand {
  const logo = logoId !== null &&
    logoWidth !== null &&
    logoHeight !== null && {
      url: `${publicUrl}${logoPath(logoId)}`,
      // Stored at twice the size shown.
      width: Math.round(logoWidth / 2),
      height: Math.round(logoHeight / 2),
    }
  return { name: nameInMail(brand.name), background, ink, logo: logo || null }
}

async function receiversOf(tx: Transaction, { projectId, id }: Pick<ReportRow, 'projectId' | 'id'>) {
  const { rows } = await tx.execute<Receiver>(sql`select * from receivers_of_report(${projectId}, ${id})`)
  return rows
}

function refusalOf({
  role,
  confirmed,
  suppressed,
}: Pick<Receiver, 'role' | 'confirmed' | 'suppressed'>): SkippedReceiver['reason'] | null {
  if (!hasRight(role, 'readReports')) return 'role'
  if (!confirmed) return 'unconfirmed'
  return suppressed ? 'refused' : null
}
