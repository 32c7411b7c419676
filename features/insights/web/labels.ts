import type { Metric } from '#engine/insights/metrics.ts'
import type { QuoteKind } from '#engine/insights/quote-kinds.ts'
import type { ReportDefinition } from '../contract.ts'
import type { Comparison } from '../contract-series.ts'

export { groupingNames, metricNames } from '#engine/insights/names.ts'

/** What the values of each metric are, below the title of a chart. */
export const metricDetails: Record<Metric | QuoteKind, string> = {
  leads: 'Number of leads',
  reviewed: 'Leads that were replied to or rejected',
  replies: 'Number of replies',
  conversations: 'Number of conversations',
  won: 'Number of people won',
  funnel: 'Leads that reached each step',
  timeToReply: 'Median time from the post to the reply',
  replySurvival: 'Percent of replies still live after a day',
  keywordPrecision: 'Percent of decided leads that were not rejected',
  mentions: 'Number of mentions',
  shareOfVoice: 'Percent of the mentions of all names, first your brand’s',
  sentiment: 'Positive less negative mentions, in percent',
  pains: 'Problems that people describe',
  objections: 'Doubts about buying or switching',
  requests: 'What people ask for',
  phrases: 'Words these people use more than others on Reddit',
}

type Chart = ReportDefinition['chart']

export const chartNames: Record<Chart, string> = {
  line: 'Lines',
  bar: 'Bars',
  area: 'Areas',
  table: 'Table',
  number: 'Number',
  heatmap: 'Hours of the week',
  funnel: 'Funnel',
  quotes: 'Quotes',
}

export const comparisonNames: Record<Comparison, string> = {
  none: 'No comparison',
  before: 'Previous period',
  year: 'Year before',
}
