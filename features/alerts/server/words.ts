import type { Delay } from '#engine/alerts/timing.ts'

/** Why a message waits. */
export const delayWords: Record<Delay, string> = {
  snoozed: 'The rule is snoozed.',
  ownQuietHours: "The recipient's quiet hours.",
  quietHours: 'Quiet hours.',
  workingHours: 'Outside of working hours.',
}

/** Why a message was not sent. */
export const refusals = {
  paused: 'The rule is paused.',
  unsubscribed: 'The recipient was removed from the rule or unsubscribed.',
  archived: 'The project is archived.',
  role: "The recipient's role can't see this.",
  suppressed: 'A mail server permanently refused an earlier email to this address.',
  unconfirmed: "The recipient's email address isn't confirmed.",
  noAccess: 'The project has no active plan.',
  destinationPaused: 'It is paused.',
  destinationDisabled: 'It is disabled.',
  destinationRemoved: 'It was removed from the rule.',
  secretChanged: 'The server secret has changed. Add it again.',
  interrupted: 'Sending was interrupted too often.',
  chatAlertsOff: 'Alerts in chat apps are turned off on this server.',
  pushKeyChanged: 'The server secret has changed. Turn on notifications in the browser again.',
  noBrowser: "The recipient hasn't turned on notifications in any browser.",
  nothingLeft: 'Nothing left to send: everything was decided, handled, or deleted.',
} as const

/** Returns a mail server's codes in a sentence; other reasons are sentences already. */
export function reasonWords(reason: string | null): string | null {
  if (reason === null || reason.endsWith('.')) return reason
  if (reason === 'expired') return 'The email was too old to be sent.'
  if (reason.startsWith('withdrawn')) return 'The email was withdrawn, because a post in it was deleted on Reddit.'
  if (/^\d/.test(reason)) return `The mail server refused the email (${reason}).`
  return `The email couldn't be sent to the mail server (${reason}).`
}
