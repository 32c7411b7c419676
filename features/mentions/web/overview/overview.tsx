import { useQuery } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { ChartFrame } from '#platform/ui/charts/chart-frame.tsx'
import { rangeText } from '#platform/ui/charts/days.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { MentionTrends } from '../../contract.ts'
import { trendsQuery } from '../queries.ts'
import type { Measure, View } from '../view.ts'
import { CompareMenu } from './compare-menu.tsx'
import { Comparison } from './comparison.tsx'
import { NameBars } from './name-bars.tsx'
import { chartedNames, chartOf, namesIn, shareWindow } from './names.ts'
import { Spikes } from './spikes.tsx'

interface OverviewProps {
  project: CurrentProject
  view: View
  onView: (view: View) => void
  onOpen: (mention: string) => void
}

const measureNames: Record<Measure, string> = { share: 'Share of voice', mentions: 'Mentions' }

/** How often names are mentioned over time, with which sentiment, and when unusually often. */
export function Overview({ project, view, onView, onOpen }: OverviewProps) {
  const trends = useQuery(trendsQuery(project, view.range))
  const { data } = trends
  const charted = data ? chartedNames(data, view) : []
  const spikes = data ? data.spikes.filter(({ id }) => charted.some((name) => name.id === id)) : []
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4 p-4 pb-16 sm:p-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-lg">Overview</h2>
          <p className="text-muted text-sm">{data ? coveredText(data, view) : 'Handled and open mentions'}</p>
        </div>
        {data && (
          <CompareMenu
            names={data.names}
            compared={view.compared}
            onChange={(compared) => onView({ ...view, compared })}
          />
        )}
      </header>
      <ChartFrame
        title={measureNames[view.measure]}
        {...(data && { description: chartText(data, view.measure) })}
        controls={<MeasureSwitch measure={view.measure} onChange={(measure) => onView({ ...view, measure })} />}
        chart={
          hasFailed(trends)
            ? {
                state: 'failed',
                message: trends.error ? messageOf(trends.error) : 'Trying again…',
                onRetry: () => void trends.refetch(),
              }
            : data
              ? { state: 'ready', data: chartOf(data, charted, spikes, view.measure) }
              : { state: 'loading' }
        }
        empty={
          <p className="py-10 text-center text-muted">
            {view.range ? 'No mentions in this time.' : 'The chart starts with the first mention.'}
          </p>
        }
      />
      {data && (
        <>
          {view.compared.length >= 2 && <Comparison trends={data} names={charted} />}
          <Spikes spikes={spikes} onOpen={onOpen} />
          <NameBars project={project} names={namesIn(data, view)} />
        </>
      )}
    </div>
  )
}

function coveredText({ capped }: MentionTrends, { range }: View): string {
  const days = range ? rangeText(range) : 'All time'
  return capped ? `${days}: the newest 10,000 mentions, handled or not` : `${days}, handled or not`
}

function chartText(trends: MentionTrends, measure: Measure): string {
  const { unit } = trends
  if (measure === 'mentions') return `Mentions by ${unit}`
  return shareWindow(trends) > 1
    ? 'Share of all mentions of these names, each day with the six before'
    : `Share of all mentions of these names, by ${unit}`
}

function MeasureSwitch({ measure, onChange }: { measure: Measure; onChange: (measure: Measure) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Show" className="flex gap-1">
      {(['share', 'mentions'] as const).map((value) => (
        <Button
          key={value}
          look={value === measure ? 'outline' : 'ghost'}
          size="small"
          aria-pressed={value === measure}
          onClick={() => onChange(value)}
        >
          {value === 'share' ? 'Share' : 'Mentions'}
        </Button>
      ))}
    </div>
  )
}
