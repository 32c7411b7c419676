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
  'password-first':
    'There is an account with your e-mail address. Log in with its password, or set a new one, and link the provider in the settings.',
  'too-many-attempts': 'There were too many attempts. Please try again in a few minutes.',
  'email-needed': 'One more step: which e-mail address is yours?',
} as const
export type SignInNotice = keyof typeof signInNotices

/** How it ended when somebody opened the link in a mail that confirms an address, told in the same way. */
const confirmationNotices = {
  confirmed: 'Your e-mail address is confirmed.',
  expired: 'That link is no longer valid: it was used before, a newer one was sent, or it is too old.',
  'sign-in-first': 'Log in to the account of this address first, then open the link in the mail again.',
  'address-taken': 'Somebody else has this e-mail address by now.',
  'too-many-attempts': signInNotices['too-many-attempts'],
} as const

/** What became of linking an account at a provider to one's own, told on the page where it began. */
const linkingNotices = {
  linked: 'You can sign in with that account from now on.',
  'linked-elsewhere': 'That account signs in somebody else here. Log in with it and unlink it there first.',
} as const

/** Every `notice` that pages have words for. */
export const notices = { ...signInNotices, ...confirmationNotices, ...linkingNotices }
export type NoticeName = keyof typeof notices

/** What became of connecting an account on Reddit to a project, told among its sources. Its page has the words alone. */
export const redditNotices = {
  'reddit-connected': 'The Reddit account is connected.',
  'reddit-cancelled': 'You did not let us use that Reddit account, so nothing was connected.',
  'reddit-expired': 'That was no longer valid. Please connect the Reddit account again.',
  'reddit-failed': 'Reddit did not let us use that account. Please try again, or another account.',
  'reddit-unavailable': 'Reddit did not answer. Please try again in a moment.',
} as const
export type RedditNotice = keyof typeof redditNotices

/** The address that says a notice: to whoever comes in, or where one links or connects accounts. */
export function noticePath(
  notice: NoticeName | RedditNotice,
  page: '/auth/login' | '/app/settings/account/main' | '/app/settings/project/sources' = '/auth/login',
): string {
  return `${page}?notice=${notice}`
}
