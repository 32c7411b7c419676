import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { HealthReport } from '../../contract.ts'
import { HealthPanel } from './health-panel.tsx'

const report: HealthReport = {
  ...{ state: 'well', sources: [], feeds: [], failures: [], mayRetry: true },
  pipeline: { batches: 0, items: 0, lagSeconds: 0, itemsPerMinute: 8274, leadsPerMinute: 0 },
  jobs: [],
}

function headings(shown: HealthReport): string[] {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <HealthPanel projectId="a" report={shown} now={0} connected onLeave={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return [...markup.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, text = '']) => text)
}

test('users see the sources, and operators also the undelivered email, the processing, and the jobs', () => {
  expect(headings(report)).toEqual(['Sources'])
  const jobs: HealthReport['jobs'] = [{ kind: 'backfill', running: 1, waiting: 0, waitingSeconds: 0 }]
  expect(headings({ ...report, jobs })).toEqual(['Sources', 'Undelivered email', 'Processing', 'Jobs'])
})
