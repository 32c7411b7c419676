import { paths } from '#platform/web/page/paths.ts'
import type { Tour } from '#platform/web/tours/tour.ts'

/** The tour of the insights screen (SPEC 1). */
export const insightsTour: Tour = {
  area: 'insights',
  path: paths.insights,
  name: 'Insights tour',
  steps: [
    {
      selector: '[data-tile]',
      title: 'Each chart answers a question',
      text: 'Point at a day to see its numbers, and open the leads or mentions behind it. The menu can show a table or save a picture or CSV file.',
      side: 'right',
    },
    {
      selector: '[role="tablist"][aria-label="Boards"]',
      title: 'Boards by topic',
      text: 'Share of voice, communities, keywords, replies, and what buyers say. Saved reports are on the last tab.',
    },
    {
      selector: '[role="group"][aria-label="Period"]',
      title: 'Choose the days',
      text: 'All charts cover the same days and compare them with the previous period. You can also filter by community.',
    },
    {
      selector: 'a[href="/app/insights-copy-working"]',
      onlyWide: true,
      title: 'Make the boards yours',
      text: 'Change the boards in a working copy, compare it with what everyone sees, then publish or discard it.',
    },
  ],
}
