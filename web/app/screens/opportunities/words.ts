import type { Component, ComponentName, Label, Reason, RejectionReason } from '@earshot/contract/entities'

/** How sure we are of a lead, in words. */
export const bands: Record<Label, string> = {
  3: 'Wants it now',
  2: 'Has the problem',
  1: 'On topic',
  0: 'Unrelated',
}

export const componentNames: Record<ComponentName, string> = {
  fit: 'Fit',
  intent: 'Intent',
  freshness: 'Freshness',
  engagement: 'Engagement',
}

export const rejections: Record<RejectionReason, string> = {
  wrongPerson: 'Wrong person',
  notBuying: 'Not buying',
  advertising: 'Advertising',
  tooOld: 'Too old',
  hostileCommunity: 'Hostile community',
}

/** The reasons in the order of their keys, 1 to 5. */
export const rejectionKeys: readonly RejectionReason[] = [
  'wrongPerson',
  'notBuying',
  'advertising',
  'tooOld',
  'hostileCommunity',
]

/** The reason that earned most; undefined where nothing did. */
export function strongestReason(components: readonly Component[]): Reason | undefined {
  const earned = components.flatMap((component) => component.reasons).filter((reason) => reason.points > 0)
  return earned.reduce<Reason | undefined>(
    (best, reason) => (best && best.points >= reason.points ? best : reason),
    undefined,
  )
}

/** Points as shown: whole, with the sign that says whether they were earned or lost. */
export function signed(points: number): string {
  const whole = Math.round(points)
  if (whole === 0) return '0'
  return whole < 0 ? `−${-whole}` : `+${whole}`
}

/** A count, or a dash where it is unknown (never zero). */
export function count(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en')
}

export function plural(value: number, noun: string): string {
  return `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
}
