import { chartTable } from '#engine/insights/chart-table.ts'
import type { Grouping } from '#engine/insights/metrics.ts'
import { groupingNames, metricNames } from '#engine/insights/names.ts'
import { changeText, valueText } from '#engine/insights/value-text.ts'
import { type Letter, type LetterBrand, letterOf, type Words } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import type { Report } from '../../contract.ts'
import type { InsightSeries } from '../../contract-series.ts'

/** How many rows and columns of values a mail shows. */
const shown = { rows: 10, columns: 4 } as const
const times: readonly Grouping[] = ['day', 'week', 'month']
const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

interface ReportWords {
  publicUrl: string
  /** The project's name. */
  project: string
  report: Pick<Report, 'id' | 'name' | 'definition' | 'schedule'> & { projectId: string }
  from: string
  to: string
  /** Null for quotes: what people wrote is never mailed, since it may be deleted before the mail is read. */
  series: InsightSeries | null
  unsubscribeUrl: string
  /** The agency that sends it; null: Earshot. */
  brand: LetterBrand | null
}

/** Returns the mail of a report: its total, how that compares, and the largest or latest rows. */
export function reportLetter(words: ReportWords): Letter {
  const { publicUrl, report, from, to, series, unsubscribeUrl, brand } = words
  const sender = brand?.name ?? 'Earshot'
  const name = nameInMail(report.name)
  const period = from === to ? longDay(from) : `${longDay(from)} to ${longDay(to)}`
  const project = nameInMail(words.project)
  const kept = series ? tableOf(report, series) : null
  return letterOf({
    subject: `${project}: ${name}`,
    paragraphs: [
      `The report “${name}” of “${project}”, ${period}.`,
      series ? totalText(report, series) : 'Open the report to read the quotes. Emails never contain them.',
      ...(kept && kept.left > 0 ? [leftText(report, kept)] : []),
    ],
    ...(kept && { table: kept.table }),
    action: {
      label: 'Open the report',
      url: `${publicUrl}/app/insights?project=${report.projectId}&report=${report.id}`,
    },
    notes: [`You receive this email because you are a recipient of the report “${name}” from ${sender}.`],
    unsubscribe: { label: 'Stop these emails with one click', url: unsubscribeUrl },
    ...(brand && { brand }),
  })
}

function totalText({ definition }: Pick<Report, 'definition'>, { total, before, unit, series }: InsightSeries): string {
  if (series.every(({ values }) => values.every((value) => value === null || value === 0))) {
    return 'Nothing was counted in this period.'
  }
  const { metric } = definition
  if (metric === 'funnel' || total === null) return `${metricNames[metric]}:`
  const change = changeText(total, before?.total ?? null, unit)
  const compared = definition.compare === 'year' ? 'a year earlier' : 'in the period before'
  return `${metricNames[metric]}: ${valueText(total, unit)}${change === null ? '' : `, ${change} ${compared}`}.`
}

interface Kept {
  table: NonNullable<Words['table']>
  /** How many rows are left out. */
  left: number
}

function tableOf({ definition }: Pick<Report, 'definition'>, series: InsightSeries): Kept | null {
  const { metric, groupBy, breakdown, compare } = definition
  const { columns, rows } = chartTable(series, {
    value: metricNames[metric],
    earlier: compare === 'year' ? 'A year earlier' : 'Period before',
    isBrokenDown: breakdown !== null,
  })
  if (rows.length === 0 || columns.length === 0) return null
  const kept = isOfTimes(groupBy) ? rows.slice(-shown.rows) : rows.slice(0, shown.rows)
  const cells = kept.map(({ label, values }) => [
    nameInMail(label),
    ...values.slice(0, shown.columns).map((value) => valueText(value, series.unit)),
  ])
  const head = [groupingNames[groupBy], ...columns.slice(0, shown.columns).map(nameInMail)]
  return { table: { head, rows: cells }, left: rows.length - kept.length }
}

function leftText({ definition }: Pick<Report, 'definition'>, { table, left }: Kept): string {
  const which = isOfTimes(definition.groupBy) ? 'latest' : 'largest'
  return `The ${which} ${table.rows.length} of ${table.rows.length + left} rows:`
}

function isOfTimes(groupBy: Grouping): boolean {
  return times.includes(groupBy)
}

function longDay(day: string): string {
  return dayText.format(new Date(`${day}T00:00:00Z`))
}
