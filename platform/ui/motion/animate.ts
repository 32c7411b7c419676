import { type Motion, motionOf, variantOf } from './animation-settings.ts'

const reduced = () => window.matchMedia('(prefers-reduced-motion: reduce)')

/** The animations of elements. */
const variants = {
  /** For a new element. */
  enter: { opacity: [0, 1], translate: ['0 0.5rem', '0 0'] },
  /** For a changed element. */
  change: { opacity: [0.2, 1] },
} satisfies Record<string, PropertyIndexedKeyframes>

/**
 * Animates an element; returns null if reduced motion is preferred (SPEC 9). Throws the error of SPEC 8 for an unknown
 * variant.
 */
export function animate(element: Element, name: keyof typeof variants, motion: Motion = {}): Animation | null {
  const keyframes: PropertyIndexedKeyframes = variantOf(variants, name)
  const moves = motionOf(motion, reduced().matches)
  return moves && element.animate(keyframes, moves)
}

/** Calls back when the preference for reduced motion changes. Returns a function that stops it. */
export function onReducedMotion(listener: () => void): () => void {
  const query = reduced()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export function isMotionReduced(): boolean {
  return reduced().matches
}
