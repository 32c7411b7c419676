import type { AppPath } from '#engine/rules/paths.ts'
import type { TourArea } from '../../contract/tours.ts'

/** The tour of a screen, in a file beside this one, listed in app/web/palette/help.tsx. */
export interface Tour {
  area: TourArea
  path: AppPath
  /** The name of the card for screen readers. */
  name: string
  /** The tour starts when the first step's element is on the page. Steps without an element are skipped. */
  steps: readonly [TourStep, ...TourStep[]]
}

export interface TourStep {
  /** A selector of the element that the step describes. */
  selector: string
  title: string
  text: string
  /** The preferred side of the card if there is room; by default it goes below or above. */
  side?: 'left' | 'right'
}

/** Returns the visible element of a step, or null. */
export function elementOf({ selector }: TourStep): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>(selector)
  return [...found].find((element) => element.checkVisibility()) ?? null
}
