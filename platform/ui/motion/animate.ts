import { type Motion, motionOf, variantOf } from './animation-settings.ts'

const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)')

/** The ways in which an element moves. */
const variants = {
  /** Something new is there. */
  enter: { opacity: [0, 1], translate: ['0 0.5rem', '0 0'] },
  /** Something has changed. */
  change: { opacity: [0.2, 1] },
} satisfies Record<string, PropertyIndexedKeyframes>

/** Moves an element in one of our ways; null where less motion is asked for (SPEC 9). Throws as SPEC 8 says. */
export function animate(element: Element, name: keyof typeof variants, motion: Motion = {}): Animation | null {
  const keyframes: PropertyIndexedKeyframes = variantOf(variants, name)
  const moves = motionOf(motion, reduced().matches)
  return moves && element.animate(keyframes, moves)
}

/** Calls back when less motion is asked for, or no longer; the answer ends it. */
export function onReducedMotion(listener: () => void): () => void {
  const query = reduced()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export function isMotionReduced(): boolean {
  return reduced().matches
}
