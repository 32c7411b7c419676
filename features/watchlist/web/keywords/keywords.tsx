import { useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { AddForm } from '#platform/web/forms/add-form.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { useProject } from '#platform/web/session/project.ts'
import type { Keyword } from '../../contract.ts'
import { Proposals } from '../health/proposals.tsx'
import { Watchlist } from '../list/watchlist.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { KeywordRow, KindSelect } from './keyword-row.tsx'
import { type Kind, useKeywords } from './use-keywords.ts'

/** The form brings the query language and its pickers, which the list doesn't need. */
const KeywordDrawer = separatePart(async () => (await import('./keyword-drawer.tsx')).KeywordDrawer, {
  title: "Couldn't load the keyword's form",
  waiting: null,
})

export function KeywordSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Keywords">
        Words and phrases to track. Changes take effect immediately and also apply to stored posts.
      </PageHeading>
      {project && <Keywords key={project.id} project={project} />}
    </>
  )
}

function Keywords({ project }: { project: CurrentProject }) {
  const keywords = useKeywords(project)
  const [opened, setOpened] = useState<Keyword | 'new' | null>(null)
  return (
    <>
      <Watchlist
        noun="keywords"
        projectId={project.id}
        query={keywords.query}
        edits={keywords.edits}
        loadCsv={async () => (await import('./keyword-file.ts')).keywordCsv}
        form={<AddKeywords onAdd={keywords.add} />}
        buttons={
          <Button size="small" onClick={() => setOpened('new')}>
            <Icon name="search" /> Test a query
          </Button>
        }
        empty={
          <EmptyState title="No keywords yet">
            Earshot already finds leads based on your product summary. Add keywords to catch every post with certain
            words.
          </EmptyState>
        }
        textOf={({ query }) => query}
        stateOf={keywords.stateOf}
        actions={(selected, clear) => <BulkActions keywords={selected} edits={keywords.edits} onDone={clear} />}
      >
        {(keyword, selection) => (
          <KeywordRow
            key={keyword.id}
            {...selection}
            keyword={keyword}
            keywords={keywords}
            backfilling={project.backfillTotal !== null}
            onOpen={() => setOpened(keyword)}
          />
        )}
      </Watchlist>
      <Proposals project={project} health={keywords.health.data} />
      {opened && (
        <KeywordDrawer
          key={opened === 'new' ? 'new' : opened.id}
          project={project}
          keyword={opened === 'new' ? null : opened}
          exclusions={opened === 'new' ? [] : (keywords.healthOf(opened)?.exclusions ?? [])}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function AddKeywords({ onAdd }: { onAdd: ReturnType<typeof useKeywords>['add'] }) {
  const [kind, setKind] = useState<Kind>('problem')
  return (
    <AddForm
      label="Add keywords"
      hint="Words people use when they have the problem, or your product's name. Separate several with commas. To narrow results, use AND, OR, title:, -word, or NEAR/5."
      placeholder="late payment, chase invoices"
      maxLength={500}
      onAdd={(query) => onAdd({ query, kind, status: 'active' })}
    >
      <KindSelect label="Kind for new keywords" value={kind} onChange={setKind} />
    </AddForm>
  )
}
