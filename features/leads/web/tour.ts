import { paths } from '#platform/web/page/paths.ts'
import type { Tour } from '#platform/web/tours/tour.ts'

/** The tour of the leads screen (SPEC 1). Elements beside the list are only on wide screens. */
export const opportunitiesTour: Tour = {
  area: 'opportunities',
  path: paths.opportunities,
  name: 'Opportunities tour',
  steps: [
    {
      selector: ':is(ul, tbody) > [data-index]',
      title: 'Each row is a lead',
      text: "A person on Reddit who may need your product. The number is the lead's score, and the last line gives the main reason for it.",
      side: 'right',
    },
    {
      selector: '[role="tablist"][aria-label="Lead status"]',
      title: 'Work through your leads',
      text: 'When you mark a lead as replied or reject it, it moves to its own tab. You can undo every decision.',
    },
    {
      selector: 'section[aria-label="Score"]',
      onlyWide: true,
      title: 'Why this is a lead',
      text: 'Open it for the reasons behind the score. Point at a reason to highlight the words it is based on.',
      side: 'left',
    },
    {
      selector: '[aria-label="Lead actions"]',
      onlyWide: true,
      title: 'Take action',
      text: 'Reply on Reddit, then mark the lead here. When you reject a lead, choose a reason, so that your team sees why.',
    },
    {
      selector: 'button[aria-label="Keyboard shortcuts"]',
      onlyWide: true,
      title: 'Use the keyboard',
      text: 'Every action has a shortcut. Open this list or press ? to see them all.',
    },
  ],
}
