import type { ChartData } from '#platform/ui/charts/chart-data.ts'
import { addDays } from '#platform/ui/charts/days.ts'

const asks = [
  'Looking for a simple CRM for a two person studio',
  'How do you keep track of late invoices?',
  'Alternative to spreadsheets for client follow-ups',
  'Is there a tool that alerts me when someone mentions us?',
  'We outgrew our helpdesk, what next?',
  'Cheapest way to send a newsletter to 2,000 people',
]
const subreddits = ['smallbusiness', 'freelance', 'SaaS', 'Entrepreneur', 'webdev']
const authors = ['late_lunch', 'grace_h', 'quiet_maker', 'two_desks', 'northbound']

export interface SampleLead {
  id: string
  title: string
  subreddit: string
  author: string
  score: number
  /** Undefined: no answers yet. */
  answers: number | undefined
}

/** Returns `count` leads, the same each time. */
export function sampleLeads(count: number): SampleLead[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: `${asks[index % asks.length]} (${index + 1})`,
    subreddit: subreddits[(index * 3) % subreddits.length]!,
    author: authors[(index * 7) % authors.length]!,
    score: 100 - ((index * 37) % 83),
    answers: index % 4 === 3 ? undefined : (index * 13) % 41,
  }))
}

/** Returns counts for the days up to `today` that rise and fall over a week. */
export function sampleCounts(today: string, days: number, labels: readonly string[]): ChartData {
  const wave = (index: number, series: number) => Math.sin((index + series * 2) * 0.9) * 9 + ((index * 7 + series) % 6)
  return {
    days: Array.from({ length: days }, (_, index) => addDays(today, index - days + 1)),
    series: labels.map((label, series) => ({
      label,
      values: Array.from({ length: days }, (_, index) =>
        Math.max(0, Math.round(wave(index, series) + 30 - series * 9)),
      ),
    })),
  }
}

export const longText =
  'A label that a translation has made very long, with a word like Donaudampfschifffahrtsgesellschaftskapitän in it'
