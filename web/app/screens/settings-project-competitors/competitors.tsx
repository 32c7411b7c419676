import type { Competitor, Project } from '@earshot/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { AddForm } from '../../add-form.tsx'
import { call } from '../../api.ts'
import { ListeningRow } from '../../listening-row.tsx'
import { Figures } from '../../phrase-health/figures.tsx'
import { phraseHealthQuery } from '../../phrase-health/query.ts'
import { useProject } from '../../project.ts'
import { useRows } from '../../rows.ts'
import { RowsState } from '../../rows-state.tsx'

export function CompetitorSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Competitors">
        People who compare or leave one of these are often the best leads. A change takes effect at once.
      </PageHeading>
      {project && <Competitors key={project.id} project={project} />}
    </>
  )
}

function Competitors({ project }: { project: Project }) {
  const health = useQuery(phraseHealthQuery(project))
  const rows = useRows({
    key: ['competitors', project.id],
    find: (page: number, signal: AbortSignal) =>
      call('competitorsFind', {
        query: {
          filters: { project: { id: { $eq: project.id } } },
          sort: 'createdAt:asc',
          pagination: { page, pageSize: 100 },
        },
        signal,
      }),
    create: (values: Pick<Competitor, 'name' | 'website' | 'status'>) =>
      call('competitorsCreate', { body: { data: { project: project.id, ...values } } }),
    change: (id: string, values: Partial<Pick<Competitor, 'name' | 'status'>>) =>
      call('competitorsUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('competitorsDelete', { id }),
    valuesOf: ({ name, website, status }) => ({ name, website, status }),
    nameOf: ({ name }) => name,
  })
  return (
    <>
      <AddForm
        label="Add competitors"
        hint="Their names as people write them. Commas divide several."
        placeholder="FreshBooks, Wave"
        maxLength={100}
        onAdd={(name) => rows.add({ name, website: null, status: 'active' })}
      />
      <RowsState
        query={rows.query}
        empty={
          <EmptyState title="No competitors yet">
            Add the products that people would otherwise use, and those they might be leaving.
          </EmptyState>
        }
      >
        {(competitors) => (
          <ul aria-label="Competitors" className="divide-y divide-line border-line border-y">
            {competitors.map((competitor) => (
              <ListeningRow
                key={competitor.id}
                text={competitor.name}
                paused={competitor.status === 'paused'}
                onRename={(name) => rows.change(competitor.id, { name })}
                onPause={(paused) => rows.change(competitor.id, { status: paused ? 'paused' : 'active' })}
                onRemove={() => rows.remove(competitor)}
                figures={
                  competitor.status === 'active' && (
                    <Figures
                      health={health}
                      kind="competitor"
                      phrase={competitor.name}
                      scanning={project.scanTotal !== null}
                    />
                  )
                }
              />
            ))}
          </ul>
        )}
      </RowsState>
    </>
  )
}
