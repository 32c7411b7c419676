import { eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { mail } from '#platform/server/mail/tables.ts'
import { jobTransaction } from './seed-data.ts'

/** Returns the queued mails to an address, oldest first. Sent mails are in World.mails. */
export function mailsTo(ctx: Ctx, address: string): Promise<(typeof mail.$inferSelect)[]> {
  return jobTransaction(ctx, (tx) => tx.select().from(mail).where(eq(mail.recipient, address)).orderBy(mail.id))
}

/** Returns the value of a parameter in the link of the newest mail to an address, such as a reset code. */
export async function keyInMail(ctx: Ctx, address: string, parameter: string): Promise<string> {
  const newest = (await mailsTo(ctx, address)).at(-1)
  const found = new RegExp(`[?&]${parameter}=([\\w-]+)`).exec(newest?.bodyText ?? '')?.[1]
  if (found === undefined) throw new Error(`no ${parameter} in the newest mail to ${address}`)
  return found
}
