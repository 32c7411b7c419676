import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { Figures } from './figures.ts'

/** A sample of a metric: its label values in order, and its value. */
type Line = [labels: string[], value: number]

interface FigureMetric {
  name: string
  help: string
  type: 'counter' | 'gauge'
  labels: string[]
  lines: (figures: Figures, now: Date) => Line[]
}

const secondsSince = (instant: Date | null, now: Date) => (instant ? (now.getTime() - instant.getTime()) / 1000 : null)

/** Metrics from the database. They cover the workers too, which serve no page. */
const metrics: FigureMetric[] = [
  {
    name: 'earshot_items_arrived_total',
    help: 'Items received, including duplicates',
    type: 'counter',
    labels: ['source'],
    lines: tally('arrived'),
  },
  {
    name: 'earshot_items_matched_total',
    help: 'Items matched for all projects',
    type: 'counter',
    labels: ['source'],
    lines: tally('matched'),
  },
  {
    name: 'earshot_leads_total',
    help: 'Leads released to projects',
    type: 'counter',
    labels: [],
    lines: ({ tallies }) => [
      [[], tallies.filter(({ name }) => name === 'leads').reduce((sum, { total }) => sum + total, 0)],
    ],
  },
  {
    name: 'earshot_backlog_batches',
    help: 'Batches waiting for matching',
    type: 'gauge',
    labels: [],
    lines: ({ backlog }) => [[[], backlog.batches]],
  },
  {
    name: 'earshot_backlog_items',
    help: 'Items waiting for matching',
    type: 'gauge',
    labels: [],
    lines: ({ backlog }) => [[[], backlog.items]],
  },
  {
    name: 'earshot_backlog_age_seconds',
    help: 'Age of the oldest unfinished batch',
    type: 'gauge',
    labels: [],
    lines: ({ backlog }) => [[[], backlog.oldestSeconds]],
  },
  {
    name: 'earshot_jobs',
    help: 'Jobs in the queue by state; failed jobs have no retries left',
    type: 'gauge',
    labels: ['queue', 'state'],
    lines: ({ queues }) => queues.map(({ name, state, count }) => [[name, state], count]),
  },
  {
    name: 'earshot_jobs_ready_age_seconds',
    help: 'Time that the next job of a queue has been waiting',
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
    help: 'Time since the last response from a source',
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
    help: 'Whether a source currently has an error',
    type: 'gauge',
    labels: ['source'],
    lines: ({ sources }) => sources.map(({ source, error }) => [[source], error === null ? 0 : 1]),
  },
]

function tally(name: 'arrived' | 'matched') {
  return ({ tallies }: Figures): Line[] =>
    tallies.filter((each) => each.name === name).map(({ source, total }) => [[source], total])
}

/** Replaces the previous figures. */
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
