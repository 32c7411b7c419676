import type { Ctx } from '#platform/server/ctx.ts'

/**
 * Returns whether an address belongs to an internal admin (SPEC 6). It counts only once it is confirmed (DECISIONS 1).
 */
export function isAdminAddress({ adminEmails }: Pick<Ctx, 'adminEmails'>, email: string): boolean {
  return adminEmails.includes(email.toLowerCase())
}
