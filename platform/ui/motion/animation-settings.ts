/** Deviations from the default motion. */
export interface Motion {
  durationMs?: number
  easing?: string
  /** Animates even for people who prefer reduced motion. */
  evenIfReduced?: boolean
}

/** Returns the motion, by default a quarter of a second, eased; null for people who prefer reduced motion (SPEC 9). */
export function motionOf(
  { durationMs = 250, easing = 'ease-in-out', evenIfReduced = false }: Motion,
  isReduced: boolean,
): { duration: number; easing: string } | null {
  return isReduced && !evenIfReduced ? null : { duration: durationMs, easing }
}

/** Returns the variant of this name. Throws if there is none (SPEC 8). */
export function variantOf<Variant>(variants: Readonly<Record<string, Variant>>, name: string): Variant {
  const variant = Object.hasOwn(variants, name) ? variants[name] : undefined
  if (variant === undefined) throw new Error(`The variant ${name} does not exist.`)
  return variant
}

/** Options of a Lottie animation; one of the two sources is required (SPEC 5). */
export interface LottieOptions {
  /** The URL of the animation. */
  animationLink?: string
  /** The animation data. */
  animationData?: object
  speed?: number
  loop?: boolean
  autoplay?: boolean
}

/** Returns the player's settings, with the defaults of SPEC 9. Throws the errors of SPEC 8. */
export function lottieSettings({
  animationLink,
  animationData,
  speed = 1,
  loop = true,
  autoplay = true,
}: LottieOptions) {
  // Also rejects NaN.
  if (!(speed > 0)) throw new Error('Speed must be greater than 0')
  const settings = { renderer: 'svg', speed, loop, autoplay } as const
  if (animationData) return { ...settings, source: { animationData } }
  if (animationLink) return { ...settings, source: { path: animationLink } }
  throw new Error('You must provide either animationLink or animationData')
}
