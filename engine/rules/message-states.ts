/** DESIGN 5; what comes in is `received` and stays so. */
export const messageStates = [
  'draft',
  'queued',
  'armed',
  'sent',
  'confirmed',
  'deferred',
  'refused',
  'received',
] as const
export type MessageState = (typeof messageStates)[number]

/**
 * What may become of a message (DESIGN 5). It is armed, and that committed, before the call that sends it, so that after
 * a crash what was sent is read instead of sent again. Refused is for good, and what came in stays as it is.
 */
const followers: Record<MessageState, readonly MessageState[]> = {
  draft: ['queued'],
  queued: ['draft', 'armed', 'deferred', 'refused'],
  armed: ['sent', 'deferred', 'refused'],
  sent: ['confirmed'],
  confirmed: [],
  deferred: ['draft', 'queued', 'refused'],
  refused: [],
  received: [],
}
export function mayBecome(from: MessageState, to: MessageState): boolean {
  return followers[from].includes(to)
}
