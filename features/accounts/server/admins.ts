import type { Ctx } from '#platform/server/ctx.ts'

/** Returns whether an address is an internal admin's (SPEC 6). It counts only once confirmed (DECISIONS 1). */
export function isAdminAddress({ adminEmails }: Pick<Ctx, 'adminEmails'>, email: string): boolean {
  return adminEmails.includes(email.toLowerCase())
}
