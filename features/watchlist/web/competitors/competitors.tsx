import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Project } from '#features/projects/contract.ts'
import { useProject } from '#features/projects/web/project.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { call } from '#platform/web/api/api.ts'
import { useRows } from '#platform/web/api/rows.ts'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { AddForm } from '#platform/web/forms/add-form.tsx'
import type { Competitor } from '../../contract.ts'
import { adviceOf } from '../advice.ts'
import { competitorColumns, competitorFile, readCompetitorRow } from '../competitor-file.ts'
import { FileMenu } from '../file-menu.tsx'
import { Figures } from '../health/figures.tsx'
import { phraseHealthQuery } from '../health/query.ts'
import { ListeningRow } from '../listening-row.tsx'
import { Many } from '../many.tsx'
import { stateOf } from '../state.ts'
import { StateBadge } from '../state-badge.tsx'
import { Usage } from '../usage.tsx'
import { CompetitorDrawer } from './competitor-drawer.tsx'
import { addedOf, type EditsOfCompetitors, useCompetitorEdits } from './use-edits.ts'

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
    create: (values: ReturnType<typeof addedOf>) =>
      call('competitorsCreate', { body: { data: { project: project.id, ...values } } }),
    change: (id: string, values: Partial<Pick<Competitor, 'name' | 'status'>>) =>
      call('competitorsUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('competitorsDelete', { id }),
    valuesOf: addedOf,
    nameOf: ({ name }) => name,
  })
  const edits = useCompetitorEdits(project.id)
  const [opened, setOpened] = useState<Competitor | null>(null)
  const all = rows.query.data ?? []
  const stateNow = (competitor: Competitor) => {
    const own = health.data?.phrases.find(({ kind, phrase }) => kind === 'competitor' && phrase === competitor.name)
    // That nobody talks about a competitor is no fault of its name.
    const advice = adviceOf(health.data, own, Date.now())
    return stateOf(competitor, advice === 'dead' ? null : advice)
  }
  return (
    <>
      <Usage projectId={project.id} noun="competitors" rows={rows.query.data && all} />
      <AddForm
        label="Add competitors"
        hint="Their names as people write them. Commas divide several."
        placeholder="FreshBooks, Wave"
        maxLength={100}
        onAdd={(name) => rows.add({ name, website: null, status: 'active' })}
      />
      <div className="flex flex-wrap gap-2">
        <FileMenu
          noun="competitors"
          columns={competitorColumns}
          read={readCompetitorRow}
          nameOf={({ name }) => name}
          file={() => competitorFile(all)}
          add={edits.add}
          disabled={!rows.query.data}
        />
      </div>
      <RowsState
        query={rows.query}
        empty={
          <EmptyState title="No competitors yet">
            Add the products that people would otherwise use, and those they might be leaving.
          </EmptyState>
        }
      >
        {(competitors) => (
          <Many
            noun="competitors"
            rows={competitors}
            textOf={({ name, aliases }) => [name, ...aliases].join(' ')}
            stateOf={stateNow}
            actions={(chosen, clear) => <BulkActions competitors={chosen} edits={edits} onDone={clear} />}
          >
            {(competitor, choice) => (
              <ListeningRow
                key={competitor.id}
                {...choice}
                text={competitor.name}
                paused={competitor.status !== 'active'}
                badge={<StateBadge state={stateNow(competitor)} />}
                onOpen={() => setOpened(competitor)}
                onRename={(name) => rows.change(competitor.id, { name })}
                onPause={(paused) => rows.change(competitor.id, { status: paused ? 'paused' : 'active' })}
                onRemove={() => rows.remove(competitor)}
                meaning={knownByText(competitor)}
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
            )}
          </Many>
        )}
      </RowsState>
      {opened && (
        <CompetitorDrawer key={opened.id} project={project} competitor={opened} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** By what else it is found; undefined where that is its name alone. */
function knownByText({ website, aliases, domains, subreddit }: Competitor): string | undefined {
  const known = [...aliases, ...domains, ...(subreddit === null ? [] : [`r/${subreddit}`])]
  const parts = [...(website === null ? [] : [website]), ...(known.length > 0 ? [`Also ${known.join(', ')}`] : [])]
  return parts.length > 0 ? parts.join(' · ') : undefined
}

interface BulkActionsProps {
  competitors: Competitor[]
  edits: EditsOfCompetitors
  onDone: () => void
}

function BulkActions({ competitors, edits, onDone }: BulkActionsProps) {
  const done = (act: () => void) => () => {
    act()
    onDone()
  }
  return (
    <>
      <Button size="small" onClick={done(() => edits.change(competitors, { status: 'active' }, 'Resumed'))}>
        Resume
      </Button>
      <Button size="small" onClick={done(() => edits.change(competitors, { status: 'paused' }, 'Paused'))}>
        Pause
      </Button>
      <Button size="small" onClick={done(() => edits.change(competitors, { status: 'retired' }, 'Retired'))}>
        Retire
      </Button>
      {competitors.length > 1 && (
        <Button size="small" onClick={done(() => edits.merge(competitors))}>
          Merge into {competitors[0]?.name}
        </Button>
      )}
      <Button size="small" look="danger" onClick={done(() => edits.remove(competitors))}>
        Delete
      </Button>
    </>
  )
}
