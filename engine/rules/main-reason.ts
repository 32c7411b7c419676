import type { Component, Reason } from '../score/component.ts'

/** The points from which a sign of intent says more about a lead than words shared with the product. */
const strongFrom = 5

/**
 * Returns the main reason; undefined if nothing earned points. A verdict precedes all others, and intent the topic, which
 * is marked anyway.
 */
export function mainReason(components: readonly Component[]): Reason | undefined {
  const verdict = strongest(components.filter(({ name }) => name === 'verdict'))
  if (verdict) return verdict
  const intent = strongest(components.filter(({ name }) => name === 'intent'))
  return intent && intent.points >= strongFrom ? intent : strongest(components)
}

function strongest(components: readonly Component[]): Reason | undefined {
  const earned = components.flatMap(({ reasons }) => reasons).filter(({ points }) => points > 0)
  return earned.reduce<Reason | undefined>(
    (best, each) => (best && best.points >= each.points ? best : each),
    undefined,
  )
}
