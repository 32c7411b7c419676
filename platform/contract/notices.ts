/**
 * The text of `/auth/login?notice=...` after a provider has sent the user back. The URL contains only the name of the
 * notice, neither the user nor the provider's message.
 */
export const signInNotices = {
  'sign-in-cancelled': 'You canceled the sign-in.',
  'sign-in-expired': 'The sign-in expired. Try again.',
  'sign-in-failed': 'Sign-in failed. Try again, or use your email and password.',
  'provider-unavailable': "The provider didn't respond. Try again in a moment.",
  'provider-misconfigured':
    "This sign-in method isn't set up correctly. Sign in another way, or ask your administrator to check its settings.",
  'provider-disabled': "This sign-in method isn't available here.",
  'account-blocked': 'An administrator has blocked your account.',
  'password-first':
    'An account with your email already exists. Sign in with its password or reset it, then link the provider in your settings.',
  'too-many-attempts': 'Too many attempts. Try again in a few minutes.',
  'email-needed': 'One more step: enter your email address.',
  'second-factor': 'One more step: enter a code.',
} as const
export type SignInNotice = keyof typeof signInNotices

/** The outcome of a confirmation link in a mail. */
const confirmationNotices = {
  confirmed: 'Your email address is confirmed.',
  expired: 'This link has expired or was already used. If we sent you a newer one, use that.',
  'sign-in-first': 'Sign in to the account with this email address, then open the link again.',
  'address-taken': 'Another account already uses this email address.',
  'too-many-attempts': signInNotices['too-many-attempts'],
} as const

/** The outcome of linking a provider account, shown on the page where it began. */
const linkingNotices = {
  linked: 'Account linked. You can now sign in with it.',
  'linked-elsewhere': 'That account is linked to another user. Sign in with it and unlink it first.',
} as const

/** The text of every `notice`. */
export const notices = { ...signInNotices, ...confirmationNotices, ...linkingNotices }
export type NoticeName = keyof typeof notices

/**
 * The outcome of connecting a Reddit account to a project, shown among its sources. The page looks up the text by name.
 */
export const redditNotices = {
  'reddit-connected': 'Reddit account connected.',
  'reddit-cancelled': "You didn't give Earshot access, so no Reddit account was connected.",
  'reddit-expired': 'The connection expired. Connect the Reddit account again.',
  'reddit-failed': 'Reddit refused access to that account. Try again, or use another account.',
  'reddit-unavailable': "Reddit didn't respond. Try again in a moment.",
} as const
export type RedditNotice = keyof typeof redditNotices

/** The outcome of connecting a mailbox at Google or Microsoft, shown among the mailboxes. */
export const mailboxNotices = {
  'mailbox-connected': 'Mailbox connected.',
  'mailbox-cancelled': "You didn't give Earshot access, so no mailbox was connected.",
  'mailbox-expired': 'The connection expired. Connect the mailbox again.',
  'mailbox-failed':
    'The mailbox refused the connection. Check that IMAP and SMTP are turned on for it, and connect it again.',
} as const
export type MailboxNotice = keyof typeof mailboxNotices

/** Returns the path that shows a notice: the login, or the page for linking or connecting accounts. */
export function noticePath(
  notice: NoticeName | RedditNotice | MailboxNotice,
  page:
    | '/auth/login'
    | '/app/settings/account/main'
    | '/app/settings/project/sources'
    | '/app/settings/project/mailboxes' = '/auth/login',
): string {
  return `${page}?notice=${notice}`
}
