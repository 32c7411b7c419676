import { useState } from 'react'
import { ChartFrame } from '#platform/ui/charts/chart-frame.tsx'
import { localDay } from '#platform/ui/charts/days.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { sampleCounts } from './samples.ts'
import { Section } from './specimen.tsx'

const empty = <EmptyState title="No mentions yet">Counting starts on the first day.</EmptyState>

export function Charts() {
  const [samples] = useState(() => {
    const today = localDay(new Date())
    return {
      leads: sampleCounts(today, 30, ['Found']),
      mentions: {
        ...sampleCounts(today, 60, ['Deskbook', 'HubSpot', 'Pipedrive', 'Salesforce']),
        marks: [{ index: 41, label: '1', text: 'A thread about prices' }],
      },
      none: { days: [], series: [] },
    }
  })
  return (
    <Section
      id="charts"
      title="Charts"
      use="Arrow keys move from day to day. Every chart is also available as a table."
    >
      <div className="grid gap-6 xl:grid-cols-2">
        <ChartFrame
          title="Mentions"
          description="Per day, for you and your competitors"
          chart={{ state: 'ready', data: samples.mentions }}
          empty={empty}
        />
        <ChartFrame
          title="Leads found"
          description="Per day, last 30 days"
          chart={{ state: 'ready', data: samples.leads }}
          kind="bars"
          empty={empty}
        />
        <ChartFrame title="Replies" chart={{ state: 'loading' }} empty={empty} />
        <ChartFrame
          title="Conversations"
          chart={{
            state: 'failed',
            message: 'The server is restarting',
            onRetry: () => notify({ title: 'Retried' }),
          }}
          empty={empty}
        />
        <ChartFrame title="Share of voice" chart={{ state: 'ready', data: samples.none }} empty={empty} />
      </div>
    </Section>
  )
}
