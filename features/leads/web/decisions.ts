import type { Tab } from '#engine/rules/lead-view.ts'
import type { RejectionReason } from '#engine/score/component.ts'
import { changeQueue } from '#platform/web/api/in-order.ts'
import type { Teammate } from '#platform/web/session/teammates.ts'
import type { Claim, Opportunity, Reply } from '../contract.ts'
import { call } from './api.ts'
import { plural, rejections } from './labels.ts'
import { belongsInTab } from './view.ts'

/** A decision about a lead, or its undo (DECISIONS 14). A claim fails if another member has claimed the lead. */
export type Decision =
  | { kind: 'reply'; on: true; text?: string | null; permalink?: string | null }
  | { kind: 'reply'; on: false }
  | { kind: 'save'; on: boolean }
  | { kind: 'rejection'; on: true; reason: RejectionReason }
  | { kind: 'rejection'; on: false }
  | { kind: 'claim' }
  | { kind: 'assignment'; to: Teammate | null }

/** Returns the lead after the user's decision, before the server has confirmed it. */
export function applyDecision(lead: Opportunity, decision: Decision, own: Claim): Opportunity {
  const stamp = { by: own.by, at: own.at }
  switch (decision.kind) {
    case 'save':
      return { ...lead, saved: decision.on, save: decision.on ? stamp : null }
    case 'reply':
      return decision.on
        ? { ...lead, state: 'replied', reply: { ...stamp, ...replyContent(decision), checks: [] } }
        : { ...lead, state: 'new', reply: null }
    case 'rejection':
      return decision.on
        ? { ...lead, state: 'rejected', rejection: { ...stamp, reason: decision.reason } }
        : { ...lead, state: 'new', rejection: null }
    case 'claim':
      return { ...lead, claim: own }
    case 'assignment':
      return { ...lead, claim: decision.to && { user: decision.to.id, by: decision.to.name, at: own.at } }
  }
}

function replyContent({ text = null, permalink = null }: Partial<Pick<Reply, 'text' | 'permalink'>>) {
  return { text, permalink }
}

/** Returns the decision that undoes another. */
export function inverseOf(decision: Decision, before: Opportunity): Decision {
  if (decision.kind === 'claim' || decision.kind === 'assignment') {
    return { kind: 'assignment', to: before.claim && { id: before.claim.user, name: before.claim.by } }
  }
  if (decision.kind === 'save') return { kind: 'save', on: !decision.on }
  if (decision.kind === 'reply')
    return decision.on ? { kind: 'reply', on: false } : { kind: 'reply', on: true, ...replyContent(before.reply ?? {}) }
  if (decision.on) return { kind: 'rejection', on: false }
  return { kind: 'rejection', on: true, reason: before.rejection?.reason ?? 'wrongPerson' }
}

/** Returns the text for a decision. */
export function decisionText(decision: Decision): string {
  if (decision.kind === 'save') return decision.on ? 'Saved' : 'Removed from saved'
  if (decision.kind === 'reply') return decision.on ? 'Marked replied' : 'Moved back to new'
  if (decision.kind === 'claim') return 'Claimed'
  if (decision.kind === 'assignment') return decision.to ? `Assigned to ${decision.to.name}` : 'Unclaimed'
  return decision.on ? `Rejected: ${rejections[decision.reason].toLowerCase()}` : 'Moved back to new'
}

/** Returns the text for a decision about several leads. */
export function bulkText(decision: Decision, leads: number): string {
  if (leads === 1) return decisionText(decision)
  const many = plural(leads, 'lead')
  if (decision.kind === 'save') return decision.on ? `Saved ${many}` : `Removed ${many} from saved`
  if (decision.kind === 'claim' || decision.kind === 'assignment') return `${decisionText(decision)}: ${many}`
  if (!decision.on) return `Moved ${many} back to new`
  if (decision.kind === 'reply') return `Marked ${many} replied`
  return `Rejected ${many}: ${rejections[decision.reason].toLowerCase()}`
}

/** Returns whether a lead stays in a tab after a decision. */
export function staysInTab(lead: Opportunity, decision: Decision, tab: Tab): boolean {
  return belongsInTab(applyDecision(lead, decision, { user: '', by: '', at: lead.updatedAt }), tab)
}

const queue = changeQueue()

/**
 * Sends a decision to the server. Decisions are sent in order, even after the user has left the screen. Throws
 * CallError, with status 409 if another user was faster.
 */
export function sendDecision(id: string, decision: Decision): Promise<unknown> {
  return queue.send(() => send(id, decision))
}

/** Marks a lead as read, in order with the decisions. Throws CallError. */
export function sendReadMark(id: string): Promise<unknown> {
  return queue.send(() => call('readPut', { id }))
}

/**
 * Resolves once the server has received all decisions and read marks made here so far, so that later reads include
 * them. Returns the same promise until another one is made.
 */
export function decisionsSent(): Promise<unknown> {
  return queue.sent()
}

function send(id: string, decision: Decision): Promise<unknown> {
  if (decision.kind === 'save') return call(decision.on ? 'savePut' : 'saveDelete', { id })
  if (decision.kind === 'reply') {
    if (!decision.on) return call('replyDelete', { id })
    // Keys that are left out keep their values.
    const { text, permalink } = decision
    return call('replyPut', { id, body: { data: { text, permalink } } })
  }
  if (decision.kind === 'claim') return call('claimPut', { id })
  if (decision.kind === 'assignment') {
    if (decision.to === null) return call('claimDelete', { id })
    return call('assigneePut', { id, body: { data: { assignee: decision.to.id } } })
  }
  if (!decision.on) return call('rejectionDelete', { id })
  return call('rejectionPut', { id, body: { data: { reason: decision.reason } } })
}
