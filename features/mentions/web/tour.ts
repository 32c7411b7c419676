import { paths } from '#platform/web/page/paths.ts'
import type { Tour } from '#platform/web/tours/tour.ts'

/** The tour of the mentions screen (SPEC 1). The overview is beside the list only on wide screens. */
export const mentionsTour: Tour = {
  area: 'mentions',
  path: paths.mentions,
  name: 'Mentions tour',
  steps: [
    {
      selector: 'ul[aria-label="Mentions"] > li',
      title: 'Each row is a mention',
      text: 'Someone on Reddit named your brand, a competitor, or your industry. The row quotes the sentence and says how it sounds.',
      side: 'right',
    },
    {
      selector: '[role="tablist"][aria-label="Mentioned"]',
      title: 'Your brand, your rivals, your field',
      text: 'A mention that names several of them is listed once: under your brand first, then competitors.',
    },
    {
      selector: '[role="group"][aria-label="Filters"]',
      title: 'Narrow the list',
      text: 'Filter by sentiment, name, community, and time. Mentions that you mark as handled leave the list.',
    },
    {
      selector: 'section[aria-label="Overview"]',
      onlyWide: true,
      title: 'See the trend',
      text: 'See share of voice over time, sentiment by name, and days with unusually many mentions. Choose names to compare them.',
      side: 'left',
    },
    {
      selector: 'button[aria-label="More actions"]',
      title: 'Keep out the noise',
      text: "Open a mention to mute its thread, author, or community. This menu lists what's muted and exports your mentions.",
    },
  ],
}
