import { useQuery } from '@tanstack/react-query'
import { breakdownsFor, chartsFor, drawable, groupingsFor } from '#engine/insights/charts.ts'
import { type Grouping, metrics } from '#engine/insights/metrics.ts'
import { isQuoteKind, quoteKinds } from '#engine/insights/quote-kinds.ts'
import { placeName } from '#engine/places/places.ts'
import { MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import type { ReportDefinition } from '../contract.ts'
import { chartNames, comparisonNames, groupingNames, metricDetails, metricNames } from './labels.ts'
import { communitiesQuery } from './queries.ts'

interface DefinitionFieldsProps {
  projectId: string
  value: ReportDefinition
  onChange: (value: ReportDefinition) => void
  /** Whether the days and the comparison belong to it; those of boards are chosen above their charts. */
  withDays: boolean
}

const noBreakdown = 'none'
const spans = [7, 14, 30, 90, 180, 365, 730]

/** What a chart counts, by what, and how it is drawn. Only what goes together can be chosen. */
export function DefinitionFields({ projectId, value, onChange, withDays }: DefinitionFieldsProps) {
  const { data: names } = useQuery(communitiesQuery(projectId))
  const change = (changed: Partial<ReportDefinition>) => onChange(drawable({ ...value, ...changed }))
  const { metric, groupBy, breakdown, chart, days, compare, subreddits } = value
  const isQuotes = isQuoteKind(metric)
  const breakdowns = breakdownsFor(metric, groupBy)
  const charts = chartsFor(value)
  const communities = [...new Set([...subreddits, ...(names?.communities ?? [])])]
  return (
    <>
      <Field label="Metric" hint={metricDetails[metric]}>
        {(control) => (
          <Select
            {...control}
            value={metric}
            onChange={(next) => change({ metric: next })}
            options={[...metrics, ...quoteKinds].map((each) => ({ value: each, label: metricNames[each] }))}
          />
        )}
      </Field>
      {!isQuotes && metric !== 'funnel' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Group by">
            {(control) => (
              <Select
                {...control}
                value={groupBy}
                onChange={(next) => change({ groupBy: next })}
                options={groupingsFor(metric).map((each) => ({ value: each, label: groupingNames[each] }))}
              />
            )}
          </Field>
          <Field label="Break down by">
            {(control) => (
              <Select<Grouping | typeof noBreakdown>
                {...control}
                value={breakdown ?? noBreakdown}
                onChange={(next) => change({ breakdown: next === noBreakdown ? null : next })}
                disabled={breakdowns.length < 2}
                options={breakdowns.map((each) => ({
                  value: each ?? noBreakdown,
                  label: each === null ? 'Nothing' : groupingNames[each],
                }))}
              />
            )}
          </Field>
        </div>
      )}
      {!isQuotes && (
        <Field label="Chart">
          {(control) => (
            <Select
              {...control}
              value={chart}
              onChange={(next) => change({ chart: next })}
              options={charts.map((each) => ({ value: each, label: chartNames[each] }))}
            />
          )}
        </Field>
      )}
      {withDays && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Days until today">
            {(control) => (
              <Select
                {...control}
                value={String(days)}
                onChange={(next) => change({ days: Number(next) })}
                options={[...new Set([...spans, days])]
                  .sort((a, b) => a - b)
                  .map((each) => ({ value: String(each), label: each === 1 ? '1 day' : `${each} days` }))}
              />
            )}
          </Field>
          <Field label="Compare with">
            {(control) => (
              <Select
                {...control}
                value={compare}
                onChange={(next) => change({ compare: next })}
                disabled={isQuotes}
                options={(['none', 'before', 'year'] as const).map((each) => ({
                  value: each,
                  label: each === 'none' ? 'Nothing' : comparisonNames[each],
                }))}
              />
            )}
          </Field>
        </div>
      )}
      <Field label="Communities" hint={subreddits.length === 0 ? 'Leave empty for all communities.' : undefined}>
        {(control) => (
          <MultiCombobox
            {...control}
            value={subreddits}
            onChange={(chosen) => change({ subreddits: chosen })}
            options={communities.map((name) => ({ value: name, label: placeName(name) }))}
            placeholder="Add a community"
          />
        )}
      </Field>
    </>
  )
}
