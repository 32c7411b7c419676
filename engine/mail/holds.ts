/** What can hold a mail back, in the order in which it is checked (docs/decisions/0119). */
export const mailHolds = [
  /** The project's stop switch. */
  'stopped',
  /** The mailbox is disconnected, or must be reconnected. */
  'mailbox',
  /** A member paused the mailbox. */
  'paused',
  'quietHours',
  /** The first mails of the mailbox in the last 24 hours, fewer while it is warming up. */
  'mailDaily',
  /** The mail server asked to wait, or has a problem. */
  'mailServer',
  /** It isn't known whether the mail server accepted it. */
  'unclear',
] as const
export type MailHold = (typeof mailHolds)[number]

/** Why a mail is refused for good. */
export const mailRefusals = [
  /** The person at the address asked not to be contacted, or a member noted so. */
  'doNotContact',
  /** The address is on the project's list of suppressed addresses. */
  'suppressed',
  /** The sending server rejected it. */
  'rejected',
  /** It came back. */
  'bounced',
] as const
export type MailRefusal = (typeof mailRefusals)[number]

/** Why an address gets no mail. */
export const suppressionReasons = ['unsubscribed', 'bounced', 'asked', 'manual'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** Why a mailbox can't be used (engine/mail/wordings.ts). */
const mailboxTroubles = [
  'hostPrivate',
  'hostNotFound',
  'unreachable',
  'slow',
  'certificate',
  'noEncryption',
  'password',
  'appPassword',
  'signIn',
  'noInbox',
  'refused',
] as const
export type MailboxTrouble = (typeof mailboxTroubles)[number]

/** The kinds of mailboxes: by password, through a provider's sign-in, or in the sandbox. */
export const mailboxKinds = ['password', 'google', 'microsoft', 'sandbox'] as const
export type MailboxKind = (typeof mailboxKinds)[number]
