import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import type { Brand } from '../../contract.ts'
import { agencyBrand } from '../tables.ts'

const { logo: _, ...columns } = getTableColumns(agencyBrand)

/** A brand without its image. */
export type BrandRow = Omit<typeof agencyBrand.$inferSelect, 'logo'>

/** Returns the brand of a user, or null. */
export async function readBrand(tx: Transaction, userId: string): Promise<BrandRow | null> {
  const [row] = await tx.select(columns).from(agencyBrand).where(eq(agencyBrand.userId, userId))
  return row ?? null
}

/** Returns the brand of the first of these users that has one, or null. */
export async function firstBrandOf(tx: Transaction, userIds: readonly string[]): Promise<BrandRow | null> {
  if (userIds.length === 0) return null
  const rows = await tx
    .select(columns)
    .from(agencyBrand)
    .where(inArray(agencyBrand.userId, [...userIds]))
  return userIds.flatMap((id) => rows.find(({ userId }) => userId === id) ?? [])[0] ?? null
}

/** Returns the brand of a project's reports: that of the agency that owns it. Null for other projects. */
export async function brandOf(tx: Transaction, projectId: string): Promise<BrandRow | null> {
  const [row] = await tx
    .select(columns)
    .from(agencyBrand)
    .innerJoin(member, eq(member.userId, agencyBrand.userId))
    .innerJoin(project, eq(project.id, member.projectId))
    .where(
      and(
        eq(project.id, projectId),
        eq(project.isAgencyProject, true),
        eq(member.role, 'owner'),
        eq(member.status, 'active'),
      ),
    )
    .orderBy(member.createdAt, member.id)
    .limit(1)
  return row ?? null
}

/** Returns the brand of a project's reports for its members, clients included. */
export function readProjectBrand(ctx: Ctx, { id }: { id: string }): Promise<Brand | null> {
  requireRight(ctx, id, 'readReports')
  return readOnly(ctx, async (tx) => {
    const brand = await brandOf(tx, id)
    return brand && presentBrand(brand)
  })
}

/** Returns the address of a logo on this server. */
export function logoPath(logoId: string): string {
  return `/api/brand-logos/${logoId}`
}

export function presentBrand({ name, background, ink, logoId, logoWidth, logoHeight }: BrandRow): Brand {
  const logo = logoId && { url: logoPath(logoId), width: logoWidth ?? 0, height: logoHeight ?? 0 }
  return { name, background, ink, logo: logo || null }
}
