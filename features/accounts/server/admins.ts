import type { Ctx } from '#platform/server/ctx.ts'

/** Whether an address is one of the internal admins' (SPEC 6). It counts only once it is confirmed (DECISIONS 1). */
export function isAdminAddress({ adminEmails }: Pick<Ctx, 'adminEmails'>, email: string): boolean {
  return adminEmails.includes(email.toLowerCase())
}
