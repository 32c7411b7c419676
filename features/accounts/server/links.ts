import type { Ctx } from '#platform/server/ctx.ts'

/** Addresses that go out by mail. They are of our own public address, whatever a request says its host is. */

export function resetUrl({ publicUrl }: Ctx, code: string): string {
  return `${publicUrl}/auth/reset-password?code=${code}`
}

/** Where somebody asks for a reset by themselves. */
export function forgotUrl({ publicUrl }: Ctx): string {
  return `${publicUrl}/auth/reset-password`
}

export function confirmationUrl({ publicUrl }: Ctx, code: string): string {
  return `${publicUrl}/api/auth/email-confirmation?confirmation=${code}`
}
