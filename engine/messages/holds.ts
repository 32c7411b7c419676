/**
 * What can hold a message back, in the order in which it is checked (docs/decisions/0117). The first that applies is
 * shown.
 */
export const messageHolds = [
  /** The project's stop switch. */
  'stopped',
  /** No connected account that may send, or it must be reconnected. */
  'account',
  /** Reddit suspended the account. */
  'suspended',
  /** The same text went to somebody else a short time ago. */
  'sameText',
  'quietHours',
  /** The plan's direct messages of today. */
  'plan',
  /** The account's first messages of the last 24 hours, fewer while it is warming up. */
  'daily',
  /** The account's messages of the last hour. */
  'hourly',
  /** Too many of the account's last posts and comments promote the product. */
  'promotion',
  /** The account replied in this community a short time ago. */
  'community',
  /** Reddit asked to wait, or has a problem. */
  'reddit',
  /** It isn't known yet whether Reddit accepted it. */
  'unclear',
] as const
export type MessageHold = (typeof messageHolds)[number]

/** What a sending can be refused for before Reddit is asked. */
const ownRefusals = [
  /** They asked not to be contacted, or a member noted so. */
  'doNotContact',
  /** They didn't write first, and said nothing that invites messages. */
  'noInvitation',
  /** A message of the same owner's projects went to them first. */
  'alreadyContacted',
] as const
export type OwnRefusal = (typeof ownRefusals)[number]

/** Why Reddit refuses a message or comment for good, or the person can't be reached there. */
const redditRefusals = [
  ...(['private', 'banned', 'quarantined', 'missing', 'deleted', 'closed', 'forbidden', 'suspended'] as const),
  ...(['unwilling', 'captcha', 'refused', 'withheld', 'misasked', 'appRefused'] as const),
] as const
export type RedditRefusal = (typeof redditRefusals)[number]

/** Why a message that may have been sent is never tried again: nobody can find out anymore. */
const lostRefusals = ['unconfirmed'] as const

/** Why a message is refused for good. */
export const messageRefusals = [...ownRefusals, ...redditRefusals, ...lostRefusals] as const
export type MessageRefusal = (typeof messageRefusals)[number]
