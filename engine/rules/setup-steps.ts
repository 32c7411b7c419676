/** The steps of setting up a project, in order. */
export const setupSteps = ['product', 'watchlist', 'communities', 'replies', 'alerts'] as const
export type SetupStep = (typeof setupSteps)[number]

interface Progress {
  name: string
  summary: string
  /** The furthest step reached. */
  reached: SetupStep
}

/** Returns whether there is enough to finish a setup; everything else can be skipped. */
export function isProductDescribed({ name, summary }: Omit<Progress, 'reached'>): boolean {
  return name.trim() !== '' && summary.trim() !== ''
}

/** Returns the step to show for the one in the address, or without one, where the user left off. */
export function setupStepOf(asked: string | null, progress: Progress): SetupStep {
  if (!isProductDescribed(progress)) return 'product'
  return setupSteps.find((step) => step === asked) ?? progress.reached
}

/** Returns whether a step was reached, given the furthest one that was. */
export function isReached(step: SetupStep, furthest: SetupStep): boolean {
  return setupSteps.indexOf(step) <= setupSteps.indexOf(furthest)
}

export function laterStep(a: SetupStep, b: SetupStep): SetupStep {
  return setupSteps.indexOf(a) > setupSteps.indexOf(b) ? a : b
}
