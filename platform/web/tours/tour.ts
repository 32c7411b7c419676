import type { AppPath } from '#engine/rules/paths.ts'
import type { TourArea } from '../../contract/tours.ts'

/** The tour of a screen, in a file beside this one, listed in app/web/palette/help.tsx. */
export interface Tour {
  area: TourArea
  path: AppPath
  /** The name of the card for screen readers. */
  name: string
  /**
   * The tour starts when the first step's element is on the page. A step whose element is missing is skipped, but still
   * counts, so that the count never changes during a tour.
   */
  steps: readonly [TourStep, ...TourStep[]]
}

export interface TourStep {
  /** A selector of the element that the step describes. */
  selector: string
  title: string
  text: string
  /** Whether only wide pages have the element. */
  onlyWide?: true
  /** The preferred side of the card if there is room; by default it goes below or above. */
  side?: 'left' | 'right'
}

/** Returns the steps of a tour on a wide or narrow page. */
export function stepsOf({ steps }: Tour, isWide: boolean): TourStep[] {
  return steps.filter(({ onlyWide }) => isWide || !onlyWide)
}

/** Returns the visible element of a step, or null. */
export function elementOf({ selector }: TourStep): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>(selector)
  return [...found].find((element) => element.checkVisibility()) ?? null
}
