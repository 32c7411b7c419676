import type { View } from './lead-view.ts'

/** A view that differs from the default in every part. */
export const narrowView: View = {
  tab: 'replied',
  sort: 'active',
  weights: { fit: 1.5, intent: 0, window: 2 },
  look: 'table',
  text: '"a crm" studio',
  communities: ['sales', 'startups'],
  windows: ['fresh', 'evergreen'],
  labels: [3],
  keywords: ['c++ & more'],
  competitors: ['Pipewise'],
  claimed: 'anyone',
  unread: true,
  due: true,
  since: '2026-01-30T07:00:00.000Z',
  postedFrom: '2026-01-01T00:00:00.000Z',
  postedBefore: '2026-02-01T00:00:00.000Z',
  hour: 14,
  weekday: 1,
}
