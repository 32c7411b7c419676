import type { RejectionReason } from '#engine/score/component.ts'
import type { Answer } from '#platform/web/api/client.ts'
import type { Moved, Opportunity, opportunitiesEndpoints, Decision as Stamp } from '../contract.ts'
import { call } from './api.ts'
import { plural, rejections } from './labels.ts'

/** What a person decides about a lead, and how it is taken back (DECISIONS 14). */
export type Decision =
  | { kind: 'reply'; on: boolean }
  | { kind: 'save'; on: boolean }
  | { kind: 'rejection'; on: true; reason: RejectionReason }
  | { kind: 'rejection'; on: false }

/** The lead as it will be, before the server has said so. */
export function applyDecision(lead: Opportunity, decision: Decision, stamp: Stamp): Opportunity {
  switch (decision.kind) {
    case 'save':
      return { ...lead, saved: decision.on, save: decision.on ? stamp : null }
    case 'reply':
      return { ...lead, state: decision.on ? 'replied' : 'new', reply: decision.on ? stamp : null }
    case 'rejection':
      return decision.on
        ? { ...lead, state: 'rejected', rejection: { ...stamp, reason: decision.reason } }
        : { ...lead, state: 'new', rejection: null }
  }
}

/** The decision that takes another back. */
export function inverseOf(decision: Decision, before: Opportunity): Decision {
  if (decision.kind !== 'rejection') return { kind: decision.kind, on: !decision.on }
  if (decision.on) return { kind: 'rejection', on: false }
  return { kind: 'rejection', on: true, reason: before.rejection?.reason ?? 'wrongPerson' }
}

/** What was decided, in words. */
export function decisionText(decision: Decision): string {
  if (decision.kind === 'save') return decision.on ? 'Saved' : 'Removed from saved'
  if (decision.kind === 'reply') return decision.on ? 'Marked replied' : 'Moved back to new'
  return decision.on ? `Rejected: ${rejections[decision.reason].toLowerCase()}` : 'Moved back to new'
}

/** What a decision did to other leads, in words; nothing where it moved none. */
export function movedText({ up, down }: Moved): string | undefined {
  const ways = [
    { count: down, way: 'down' },
    { count: up, way: 'up' },
  ].filter(({ count }) => count > 0)
  const said = ways.map(
    ({ count, way }, index) => `${index === 0 ? plural(count, 'similar lead') : count} moved ${way}`,
  )
  return said.length === 0 ? undefined : said.join(', ')
}

let sent: Promise<unknown> = Promise.resolve()

/**
 * Tells the server, in the order in which things were decided, also while one looks at other screens. Answers how other
 * leads moved. Throws CallError; 409 where somebody else was faster.
 */
export function sendDecision(id: string, decision: Decision): Promise<Moved> {
  const sending = sent.then(() => send(id, decision))
  sent = sending.catch(() => {})
  return sending
}

/**
 * Resolves once the server has heard of all that was decided here until now, so that who asks then reads what they
 * wrote. It is the same promise as before where nothing was decided since.
 */
export function decisionsSent(): Promise<unknown> {
  return sent
}

async function send(id: string, decision: Decision): Promise<Moved> {
  return (await answerOf(id, decision)).meta.moved
}

function answerOf(id: string, decision: Decision): Promise<Answer<(typeof opportunitiesEndpoints)['replyPut']>> {
  if (decision.kind === 'save') return call(decision.on ? 'savePut' : 'saveDelete', { id })
  if (decision.kind === 'reply') return call(decision.on ? 'replyPut' : 'replyDelete', { id })
  if (!decision.on) return call('rejectionDelete', { id })
  return call('rejectionPut', { id, body: { data: { reason: decision.reason } } })
}
