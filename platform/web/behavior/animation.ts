/** How something is to move, as far as it is not to move as usual. */
export interface Motion {
  durationMs?: number
  easing?: string
  /** Moves even where less motion is asked for. */
  evenIfReduced?: boolean
}

/** How something moves: a quarter of a second with a soft start and end; null where less motion is asked for (SPEC 9). */
export function motionOf(
  { durationMs = 250, easing = 'ease-in-out', evenIfReduced = false }: Motion,
  isReduced: boolean,
): { duration: number; easing: string } | null {
  return isReduced && !evenIfReduced ? null : { duration: durationMs, easing }
}

/** One of the ways in which something moves. Throws where there is none of that name (SPEC 8). */
export function variantOf<Variant>(variants: Readonly<Record<string, Variant>>, name: string): Variant {
  const variant = Object.hasOwn(variants, name) ? variants[name] : undefined
  if (variant === undefined) throw new Error(`The variant ${name} does not exist.`)
  return variant
}

/** A drawn animation as somebody asks for it; one of the two sources is needed (SPEC 5). */
export interface DrawnOptions {
  /** Where the drawing is fetched. */
  animationLink?: string
  /** The drawing itself. */
  animationData?: object
  speed?: number
  loop?: boolean
  autoplay?: boolean
}

/** All that a player is told, with what is usual where nothing was said (SPEC 9). Throws what SPEC 8 says. */
export function drawnSettings({ animationLink, animationData, speed = 1, loop = true, autoplay = true }: DrawnOptions) {
  // Not a number is not above 0 either.
  if (!(speed > 0)) throw new Error('Speed must be greater than 0')
  const settings = { renderer: 'svg', speed, loop, autoplay } as const
  if (animationData) return { ...settings, source: { animationData } }
  if (animationLink) return { ...settings, source: { path: animationLink } }
  throw new Error('You must provide either animationLink or animationData')
}
