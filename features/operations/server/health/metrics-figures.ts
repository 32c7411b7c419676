import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { Figures } from './figures.ts'

/** One line of a metric: the values of its labels in their order, and its value. */
type Line = [labels: string[], value: number]

interface FigureMetric {
  name: string
  help: string
  type: 'counter' | 'gauge'
  labels: string[]
  lines: (figures: Figures, now: Date) => Line[]
}

const secondsSince = (instant: Date | null, now: Date) => (instant ? (now.getTime() - instant.getTime()) / 1000 : null)

/** What the database knows, as metrics. Workers have no page of their own: what they do is in the database. */
const metrics: FigureMetric[] = [
  {
    name: 'earshot_items_arrived_total',
    help: 'Items that arrived, new or known',
    type: 'counter',
    labels: ['source'],
    lines: tally('arrived'),
  },
  {
    name: 'earshot_items_matched_total',
    help: 'Items that were looked through for every project',
    type: 'counter',
    labels: ['source'],
    lines: tally('matched'),
  },
  {
    name: 'earshot_leads_total',
    help: 'Leads that were shown to projects',
    type: 'counter',
    labels: [],
    lines: ({ tallies }) => [
      [[], tallies.filter(({ name }) => name === 'leads').reduce((sum, { total }) => sum + total, 0)],
    ],
  },
  {
    name: 'earshot_backlog_batches',
    help: 'Batches of arrivals that are not finished',
    type: 'gauge',
    labels: [],
    lines: ({ backlog }) => [[[], backlog.batches]],
  },
  {
    name: 'earshot_backlog_items',
    help: 'Items in them that are not looked through',
    type: 'gauge',
    labels: [],
    lines: ({ backlog }) => [[[], backlog.items]],
  },
  {
    name: 'earshot_backlog_age_seconds',
    help: 'Age of the oldest batch that is not finished',
    type: 'gauge',
    labels: [],
    lines: ({ backlog }) => [[[], backlog.oldestSeconds]],
  },
  {
    name: 'earshot_jobs',
    help: 'Jobs in the queue; failed are those that were given up',
    type: 'gauge',
    labels: ['queue', 'state'],
    lines: ({ queues }) => queues.map(({ name, state, count }) => [[name, state], count]),
  },
  {
    name: 'earshot_jobs_ready_age_seconds',
    help: 'How long the first job of a queue has been ready',
    type: 'gauge',
    labels: ['queue'],
    lines: ({ queues }) => [
      ...Map.groupBy(queues, ({ name }) => name)
        .entries()
        .map(([name, own]): Line => [[name], Math.max(...own.map(({ readySeconds }) => readySeconds))]),
    ],
  },
  {
    name: 'earshot_source_success_age_seconds',
    help: 'Time since a source last answered',
    type: 'gauge',
    labels: ['source'],
    lines: ({ sources }, now) =>
      sources.flatMap(({ source, lastSuccessAt }): Line[] => {
        const seconds = secondsSince(lastSuccessAt, now)
        return seconds === null ? [] : [[[source], seconds]]
      }),
  },
  {
    name: 'earshot_source_failing',
    help: 'Whether a source has an error at the moment',
    type: 'gauge',
    labels: ['source'],
    lines: ({ sources }) => sources.map(({ source, error }) => [[source], error === null ? 0 : 1]),
  },
]

function tally(name: 'arrived' | 'matched') {
  return ({ tallies }: Figures): Line[] =>
    tallies.filter((each) => each.name === name).map(({ source, total }) => [[source], total])
}

/** Puts the figures in place of those of the last time. */
export function setFigures(registry: Registry, figures: Figures, now: Date): void {
  unsetFigures(registry)
  for (const { name, help, type, labels, lines } of metrics) {
    const options = { name, help, labelNames: labels, registers: [registry] }
    if (type === 'counter') {
      const counter = new Counter(options)
      for (const [values, value] of lines(figures, now)) counter.labels(...values).inc(value)
    } else {
      const gauge = new Gauge(options)
      for (const [values, value] of lines(figures, now)) gauge.labels(...values).set(value)
    }
  }
}

export function unsetFigures(registry: Registry): void {
  for (const { name } of metrics) registry.removeSingleMetric(name)
}
