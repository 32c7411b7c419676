import type { Grouping, Metric } from './metrics.ts'
import type { QuoteKind } from './quote-kinds.ts'

/** The names of what charts count. */
export const metricNames: Record<Metric | QuoteKind, string> = {
  leads: 'Leads',
  reviewed: 'Leads reviewed',
  replies: 'Replies',
  conversations: 'Conversations',
  won: 'Customers won',
  funnel: 'Funnel',
  timeToReply: 'Median time to reply',
  replySurvival: 'Replies still live after a day',
  keywordPrecision: 'Keyword precision',
  mentions: 'Mentions',
  shareOfVoice: 'Share of voice',
  sentiment: 'Net sentiment',
  pains: 'Pains',
  objections: 'Objections',
  requests: 'Requests',
  phrases: "Buyers' own words",
}

/** The names of what charts group by. */
export const groupingNames: Record<Grouping, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  hour: 'Hour',
  weekday: 'Weekday',
  subreddit: 'Community',
  keyword: 'Keyword',
  competitor: 'Competitor',
  name: 'Name',
  kind: 'Kind of name',
  sentiment: 'Sentiment',
  band: 'Label',
  state: 'Status',
  source: 'Source',
  step: 'Step',
}
