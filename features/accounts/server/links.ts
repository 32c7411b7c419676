import type { Ctx } from '#platform/server/ctx.ts'

/** URLs for mails. They start with our own public URL, whatever host a request names. */

export function resetUrl({ publicUrl }: Ctx, code: string): string {
  return `${publicUrl}/auth/reset-password?code=${code}`
}

/** Returns the page on which users can request a reset. */
export function forgotUrl({ publicUrl }: Ctx): string {
  return `${publicUrl}/auth/reset-password`
}

export function confirmationUrl({ publicUrl }: Ctx, code: string): string {
  return `${publicUrl}/api/auth/email-confirmation?confirmation=${code}`
}

/** Returns the page with the sign-in methods of an account. */
export function accountUrl({ publicUrl }: Ctx): string {
  return `${publicUrl}/app/settings/account/main`
}
