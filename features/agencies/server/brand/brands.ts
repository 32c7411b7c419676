import { eq, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { Brand, BrandUpdate } from '../../contract.ts'
import { agencyBrand } from '../tables.ts'
import { drawLogo } from './draw-logo.ts'
import { presentBrand, readBrand } from './project-brand.ts'

/** Sets the name and colors of the caller's brand. */
export function writeBrand(ctx: Ctx, { name, background, ink }: BrandUpdate): Promise<Brand> {
  const { userId } = presentActor(ctx)
  const values = { name, background, ink, updatedAt: ctx.now() }
  return transaction(ctx, async (tx) => {
    await tx
      .insert(agencyBrand)
      .values({ userId, ...values, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: agencyBrand.userId, set: values })
    return changed(ctx, tx, userId)
  })
}

/** Replaces the logo by an uploaded image. Throws ValidationError, ConflictError, and RateLimitError for over 30 an hour. */
export async function writeLogo(ctx: Ctx, bytes: Buffer): Promise<Brand> {
  const { userId } = presentActor(ctx)
  await spend(
    ctx,
    [{ key: `logo by ${userId}`, attempts: 30, minutes: 60 }],
    'You have uploaded 30 logos in the past hour',
  )
  const { png, width, height } = await drawLogo(bytes)
  return setLogo(ctx, userId, { logoId: ctx.id(), logo: png, logoWidth: width, logoHeight: height })
}

/** Removes the logo; its address stops working at once. */
export function removeLogo(ctx: Ctx): Promise<Brand> {
  const none = { logoId: null, logo: null, logoWidth: null, logoHeight: null }
  return setLogo(ctx, presentActor(ctx).userId, none)
}

type LogoColumns = Pick<typeof agencyBrand.$inferInsert, 'logoId' | 'logo' | 'logoWidth' | 'logoHeight'>

function setLogo(ctx: Ctx, userId: string, values: LogoColumns): Promise<Brand> {
  return transaction(ctx, async (tx) => {
    const written = await tx
      .update(agencyBrand)
      .set({ ...values, updatedAt: ctx.now() })
      .where(eq(agencyBrand.userId, userId))
      .returning({ userId: agencyBrand.userId })
    if (written.length === 0) throw new ApiError('ConflictError', 'Save a name and colors first.')
    return changed(ctx, tx, userId)
  })
}

/** Announces the change to the open screens of the user's client projects. */
async function changed(ctx: Ctx, tx: Transaction, userId: string): Promise<Brand> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from project p join member m on m.project_id = p.id
    where p.is_agency_project and m.user_id = ${userId} and m.role = 'owner'`)
  await announce(
    ctx,
    tx,
    'project',
    rows.map(({ id }) => id),
  )
  const row = await readBrand(tx, userId)
  if (!row) throw new Error('the brand was not written')
  return presentBrand(row)
}
