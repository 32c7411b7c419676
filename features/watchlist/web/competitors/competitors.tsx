import { useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { AddForm } from '#platform/web/forms/add-form.tsx'
import { useProject } from '#platform/web/session/project.ts'
import type { Competitor } from '../../contract.ts'
import { Figures } from '../health/figures.tsx'
import { TermRow } from '../list/term-row.tsx'
import { Watchlist } from '../list/watchlist.tsx'
import { CompetitorDrawer } from './competitor-drawer.tsx'
import { type CompetitorBulkEdits, useCompetitors } from './use-competitors.ts'

export function CompetitorSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Competitors">
        People who compare competitors or want to leave one are often your best leads. Changes take effect immediately.
      </PageHeading>
      {project && <Competitors key={project.id} project={project} />}
    </>
  )
}

function Competitors({ project }: { project: CurrentProject }) {
  const competitors = useCompetitors(project)
  const [opened, setOpened] = useState<Competitor | null>(null)
  return (
    <>
      <Watchlist
        noun="competitors"
        projectId={project.id}
        query={competitors.query}
        edits={competitors.edits}
        loadCsv={async () => (await import('./competitor-file.ts')).competitorCsv}
        form={
          <AddForm
            label="Add competitors"
            hint="Enter names as people write them. Separate several with commas."
            placeholder="FreshBooks, Wave"
            maxLength={100}
            onAdd={(name) => competitors.add({ name, website: null, status: 'active' })}
          />
        }
        empty={
          <EmptyState title="No competitors yet">
            Add products that people use instead of yours or want to leave.
          </EmptyState>
        }
        textOf={({ name, aliases }) => [name, ...aliases].join(' ')}
        stateOf={competitors.stateOf}
        actions={(selected, clear) => <BulkActions competitors={selected} edits={competitors.edits} onDone={clear} />}
      >
        {(competitor, selection) => (
          <CompetitorRow
            key={competitor.id}
            {...selection}
            competitor={competitor}
            competitors={competitors}
            backfilling={project.backfillTotal !== null}
            onOpen={() => setOpened(competitor)}
          />
        )}
      </Watchlist>
      {opened && (
        <CompetitorDrawer key={opened.id} project={project} competitor={opened} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

interface CompetitorRowProps {
  competitor: Competitor
  competitors: ReturnType<typeof useCompetitors>
  /** True while stored posts are still being matched, so matches may be missing. */
  backfilling: boolean
  selected: boolean
  onSelect: (selected: boolean, event: Event) => void
  onOpen: () => void
}

function CompetitorRow({ competitor, competitors, backfilling, ...row }: CompetitorRowProps) {
  const { id, name, status } = competitor
  return (
    <TermRow
      {...row}
      text={name}
      paused={status !== 'active'}
      state={competitors.stateOf(competitor)}
      onRename={(text) => competitors.change(id, { name: text })}
      onPause={(paused) => competitors.change(id, { status: paused ? 'paused' : 'active' })}
      onRemove={() => competitors.remove(competitor)}
      meaning={otherNames(competitor)}
      figures={
        status === 'active' && (
          <Figures health={competitors.health} kind="competitor" phrase={name} backfilling={backfilling} />
        )
      }
    />
  )
}

/** Returns its other names and domains for display; undefined if there are none. */
function otherNames({ website, aliases, domains, subreddit }: Competitor): string | undefined {
  const known = [...aliases, ...domains, ...(subreddit === null ? [] : [`r/${subreddit}`])]
  const parts = [...(website === null ? [] : [website]), ...(known.length > 0 ? [`Also ${known.join(', ')}`] : [])]
  return parts.length > 0 ? parts.join(' · ') : undefined
}

interface BulkActionsProps {
  competitors: Competitor[]
  edits: CompetitorBulkEdits
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
