import { paths } from '#platform/web/page/paths.ts'
import type { Tour } from '#platform/web/tours/tour.ts'

/** How one goes through leads (SPEC 1). What stands beside the list on wide screens is told there only. */
export const opportunitiesTour: Tour = {
  area: 'opportunities',
  path: paths.opportunities,
  name: 'Tour of opportunities',
  steps: [
    {
      selector: 'ul[aria-label="Opportunities"] > li',
      title: 'Each row is a lead',
      text: 'Somebody on Reddit who may need what you make. The number is the score of the lead, and the last line says what earned it most.',
      side: 'right',
    },
    {
      selector: '[role="tablist"][aria-label="Which leads"]',
      title: 'Decide once',
      text: 'A lead that you mark as replied or reject leaves this list and stays under its own tab. Every decision can be undone.',
    },
    {
      selector: 'section[aria-label="Score"]',
      title: 'Why this is a lead',
      text: 'The score, taken apart. Point at a reason to see the words that earned its points.',
      side: 'left',
    },
    {
      selector: '[aria-label="What to do with it"]',
      title: 'Act on it',
      text: 'Reply on Reddit, then mark the lead here. A rejection with its reason teaches Earshot what you do not want.',
    },
    {
      selector: 'button[aria-label="Keyboard shortcuts"]',
      title: 'All of it by keyboard',
      text: 'Every action has a key. This sheet, or the ? key, lists them all.',
    },
  ],
}
