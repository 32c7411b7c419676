import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explanation } from '#engine/query/explain.ts'
import { isPhrase } from '#engine/query/leaving-out.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { Project } from '#features/projects/contract.ts'
import { useProject } from '#features/projects/web/project.ts'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { call } from '#platform/web/api/api.ts'
import { useRows } from '#platform/web/api/rows.ts'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { AddForm } from '#platform/web/forms/add-form.tsx'
import type { Keyword } from '../../contract.ts'
import { adviceOf } from '../advice.ts'
import { FileMenu } from '../file-menu.tsx'
import { Figures } from '../health/figures.tsx'
import { Proposals } from '../health/proposals.tsx'
import { phraseHealthQuery } from '../health/query.ts'
import { type AddedKeyword, keywordColumns, keywordFile, readKeywordRow } from '../keyword-file.ts'
import { ListeningRow } from '../listening-row.tsx'
import { Many } from '../many.tsx'
import { stateOf } from '../state.ts'
import { StateBadge } from '../state-badge.tsx'
import { Usage } from '../usage.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { KeywordDrawer } from './keyword-drawer.tsx'
import { type Kind, kinds } from './kinds.ts'
import { leaveOut } from './leave-out.ts'
import { addedOf, useKeywordEdits } from './use-edits.ts'

type Values = Pick<AddedKeyword, 'query' | 'kind' | 'status'> & Partial<AddedKeyword>

export function KeywordSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Keywords">
        Words and phrases that posts are read for. A change takes effect at once, and on what is already here.
      </PageHeading>
      {project && <Keywords key={project.id} project={project} />}
    </>
  )
}

function Keywords({ project }: { project: Project }) {
  const [kind, setKind] = useState<Kind>('problem')
  const health = useQuery(phraseHealthQuery(project))
  const rows = useRows({
    key: ['keywords', project.id],
    find: (page: number, signal: AbortSignal) =>
      call('keywordsFind', {
        query: {
          filters: { project: { id: { $eq: project.id } }, kind: { $ne: 'competitor' } },
          sort: 'createdAt:asc',
          pagination: { page, pageSize: 100 },
        },
        signal,
      }),
    create: (values: Values) => call('keywordsCreate', { body: { data: { project: project.id, ...values } } }),
    change: (id: string, values: Partial<Pick<Keyword, 'query' | 'status'> & { kind: Kind }>) =>
      call('keywordsUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('keywordsDelete', { id }),
    valuesOf: addedOf,
    nameOf: ({ query }) => query,
  })
  const healthOf = ({ query }: Keyword) =>
    health.data?.phrases.find(({ kind: found, phrase }) => found === 'keyword' && phrase === query)
  const leaveOutOf = ({ id, query }: Keyword, word: string) => {
    const without = leaveOut(query, word)
    if (without === null) return
    rows.change(id, { query: without })
    notify({ title: `“${query}” leaves out “${word}”`, undo: () => rows.change(id, { query }) })
  }
  const edits = useKeywordEdits(project.id)
  const [opened, setOpened] = useState<Keyword | 'new' | null>(null)
  const all = (rows.query.data ?? []).filter((keyword) => keyword.kind !== 'competitor')
  return (
    <>
      <Usage projectId={project.id} noun="keywords" rows={rows.query.data && all} />
      <AddForm
        label="Add keywords"
        hint="What people write when they have the problem, or the name of your own product. Commas divide several. AND, OR, -word, NEAR/5 and title: make it narrower."
        placeholder="late payment, chase invoices"
        maxLength={500}
        onAdd={(query) => rows.add({ query, kind, status: 'active' })}
      >
        <KindSelect label="Kind of the new keywords" value={kind} onChange={setKind} />
      </AddForm>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setOpened('new')}>
          <Icon name="search" /> Try one out
        </Button>
        <FileMenu
          noun="keywords"
          columns={keywordColumns}
          read={readKeywordRow}
          nameOf={({ query }) => query}
          file={() => keywordFile(all)}
          add={edits.add}
          disabled={!rows.query.data}
        />
      </div>
      <RowsState
        query={rows.query}
        empty={
          <EmptyState title="No keywords yet">
            Leads are still found by what your summary says. Keywords make sure that nothing with these words is missed.
          </EmptyState>
        }
      >
        {(keywords) => (
          <Many
            noun="keywords"
            rows={keywords}
            textOf={({ query }) => query}
            stateOf={(keyword) => stateOf(keyword, adviceOf(health.data, healthOf(keyword), Date.now()))}
            actions={(chosen, clear) => <BulkActions keywords={chosen} edits={edits} onDone={clear} />}
          >
            {(keyword, choice) => (
              <ListeningRow
                key={keyword.id}
                {...choice}
                text={keyword.query}
                paused={keyword.status === 'paused'}
                badge={<StateBadge state={stateOf(keyword, adviceOf(health.data, healthOf(keyword), Date.now()))} />}
                onOpen={() => setOpened(keyword)}
                onRename={(query) => rows.change(keyword.id, { query })}
                onPause={(paused) => rows.change(keyword.id, { status: paused ? 'paused' : 'active' })}
                onRemove={() => rows.remove(keyword)}
                figures={
                  <>
                    {limitsText(keyword) && <p className="wrap-anywhere text-muted text-sm">{limitsText(keyword)}</p>}
                    {keyword.status === 'active' && (
                      <Figures
                        health={health}
                        kind="keyword"
                        phrase={keyword.query}
                        scanning={project.scanTotal !== null}
                        lastHitAt={keyword.lastHitAt}
                        onLeaveOut={(word) => leaveOutOf(keyword, word)}
                      />
                    )}
                  </>
                }
                meaning={meaningOf(keyword.query)}
              >
                <KindSelect
                  label={`Kind of ${keyword.query}`}
                  value={keyword.kind === 'brand' ? 'brand' : 'problem'}
                  onChange={(next) => rows.change(keyword.id, { kind: next })}
                  quiet
                />
              </ListeningRow>
            )}
          </Many>
        )}
      </RowsState>
      <Proposals project={project} health={health.data} />
      {opened && (
        <KeywordDrawer
          key={opened === 'new' ? 'new' : opened.id}
          project={project}
          keyword={opened === 'new' ? null : opened}
          exclusions={opened === 'new' ? [] : (healthOf(opened)?.exclusions ?? [])}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** In plain words, for those that ask for more than one word or phrase. */
function meaningOf(keyword: string): string | undefined {
  const parsed = parseQuery(keyword, 'keyword')
  return parsed.state === 'faulty' || isPhrase(parsed.query) ? undefined : explanation(parsed.query)
}

/** Where it counts, in words; empty where that is everywhere. */
function limitsText({ subredditsIn, subredditsOut, language, minScore }: Keyword): string {
  const communities = (names: readonly string[]) => names.map((name) => `r/${name}`).join(', ')
  return [
    ...(subredditsIn.length > 0 ? [`Only in ${communities(subredditsIn)}`] : []),
    ...(subredditsOut.length > 0 ? [`Not in ${communities(subredditsOut)}`] : []),
    ...(language === null ? [] : [`In ${new Intl.DisplayNames('en', { type: 'language' }).of(language)}`]),
    ...(minScore === null ? [] : [`From ${minScore} votes`]),
  ].join(' · ')
}

interface KindSelectProps {
  label: string
  value: Kind
  onChange: (kind: Kind) => void
  quiet?: boolean
}

function KindSelect({ label, value, onChange, quiet = false }: KindSelectProps) {
  return <Select aria-label={label} value={value} onChange={onChange} options={kinds} quiet={quiet} narrow />
}
