/** The states of a message (DESIGN 5). Incoming messages stay `received`. */
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
 * The states that may follow each state (DESIGN 5). A message is committed as armed before the call that sends it.
 * After a crash, Earshot can then check whether it was sent, instead of sending it again. `refused` and `received` are
 * final.
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
