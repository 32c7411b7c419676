/**
 * Why somebody is back at `/auth/login?notice=...` after going to a provider, in words for them. The address says which,
 * and nothing else: neither who they are nor what the provider said.
 */
export const signInNotices = {
  'sign-in-cancelled': 'You cancelled the sign-in.',
  'sign-in-expired': 'That sign-in was no longer valid. Please start it again.',
  'sign-in-failed': 'The sign-in did not work. Please try again, or use your e-mail and password.',
  'provider-unavailable': 'The provider did not answer. Please try again in a moment.',
  'provider-disabled': 'This way to sign in is not available here.',
  'account-blocked': 'Your account has been blocked by an administrator.',
  'too-many-attempts': 'There were too many attempts. Please try again in a few minutes.',
  'email-needed': 'One more step: which e-mail address is yours?',
} as const
export type SignInNotice = keyof typeof signInNotices

/** How it ended when somebody opened the link in a mail that confirms an address, told in the same way. */
export const confirmationNotices = {
  confirmed: 'Your e-mail address is confirmed.',
  expired: 'That link is no longer valid: it was used before, a newer one was sent, or it is too old.',
  'sign-in-first': 'Log in to the account of this address first, then open the link in the mail again.',
  'address-taken': 'Somebody else has this e-mail address by now.',
  'too-many-attempts': signInNotices['too-many-attempts'],
} as const

/** Every `notice` that the login page has words for. */
export const notices = { ...signInNotices, ...confirmationNotices }
export type NoticeName = keyof typeof notices

/** The address that says a notice. */
export function noticePath(notice: NoticeName): string {
  return `/auth/login?notice=${notice}`
}
