import type { AppPath } from '#engine/rules/paths.ts'
import type { TourArea } from '../../contract/tours.ts'

/** The tour of one screen: a file of its own beside this one, listed in app/web/palette/help.tsx. */
export interface Tour {
  area: TourArea
  path: AppPath
  /** What the card is called for those who hear the page. */
  name: string
  /** The tour begins once the first one's element is on the page; the others are left out where theirs is not. */
  steps: readonly [TourStep, ...TourStep[]]
}

export interface TourStep {
  /** Finds the real element that is spoken about. */
  selector: string
  title: string
  text: string
  /** Where the card stands if there is room; else, and by default, below or above. */
  side?: 'left' | 'right'
}

/** The element on the page that a step is about; null where it is not shown. */
export function elementOf({ selector }: TourStep): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>(selector)
  return [...found].find((element) => element.checkVisibility()) ?? null
}
