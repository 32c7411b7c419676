import { defaultView, type View } from '../rules/lead-view.ts'

/** The lists behind the dashboard's numbers of leads: the server counts them, and the numbers link to them. */
export const queueViews = {
  newLeads: defaultView,
  hotLeads: { ...defaultView, labels: [3] },
  dueReplies: { ...defaultView, due: true },
} as const satisfies Record<string, View>
