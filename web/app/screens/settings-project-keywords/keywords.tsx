import type { Keyword, Project } from '@earshot/contract/entities'
import { explanation } from '@earshot/engine/query/explain'
import { isPhrase, leavingOut } from '@earshot/engine/query/leaving-out'
import { parseQuery } from '@earshot/engine/query/parse'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Select } from '../../../ui/select.tsx'
import { notify } from '../../../ui/toast.tsx'
import { AddForm } from '../../add-form.tsx'
import { call } from '../../api.ts'
import { ListeningRow } from '../../listening-row.tsx'
import { Figures } from '../../phrase-health/figures.tsx'
import { Proposals } from '../../phrase-health/proposals.tsx'
import { phraseHealthQuery } from '../../phrase-health/query.ts'
import { useProject } from '../../project.ts'
import { useRows } from '../../rows.ts'
import { RowsState } from '../../rows-state.tsx'

const kinds = [
  { value: 'problem', label: 'Problem' },
  { value: 'brand', label: 'Brand' },
] as const
type Kind = (typeof kinds)[number]['value']

interface Values {
  query: string
  kind: Kind
  status: Keyword['status']
}

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
    change: (id: string, values: Partial<Values>) => call('keywordsUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('keywordsDelete', { id }),
    valuesOf: ({ query, status, kind: was }): Values => ({
      query,
      status,
      kind: was === 'brand' ? 'brand' : 'problem',
    }),
    nameOf: ({ query }) => query,
  })
  const leaveOut = ({ id, query }: Keyword, word: string) => {
    const without = leavingOut(query, word)
    if (without === null) {
      notify({ title: 'The keyword would be too long: edit it, or make two of it', color: 'red' })
      return
    }
    rows.change(id, { query: without })
    notify({ title: `“${query}” leaves out “${word}”`, undo: () => rows.change(id, { query }) })
  }
  return (
    <>
      <AddForm
        label="Add keywords"
        hint="What people write when they have the problem, or the name of your own product. Commas divide several. AND, OR, -word, NEAR/5 and title: make it narrower."
        placeholder="late payment, chase invoices"
        maxLength={500}
        onAdd={(query) => rows.add({ query, kind, status: 'active' })}
      >
        <KindSelect label="Kind of the new keywords" value={kind} onChange={setKind} />
      </AddForm>
      <RowsState
        query={rows.query}
        empty={
          <EmptyState title="No keywords yet">
            Leads are still found by what your summary says. Keywords make sure that nothing with these words is missed.
          </EmptyState>
        }
      >
        {(keywords) => (
          <ul aria-label="Keywords" className="divide-y divide-line border-line border-y">
            {keywords.map((keyword) =>
              keyword.kind === 'competitor' ? (
                <li key={keyword.id} className="flex min-h-12 items-center gap-2 py-1">
                  <span className="wrap-anywhere min-w-0 flex-1 font-medium">{keyword.query}</span>
                  <Badge>From competitors</Badge>
                </li>
              ) : (
                <ListeningRow
                  key={keyword.id}
                  text={keyword.query}
                  paused={keyword.status === 'paused'}
                  onRename={(query) => rows.change(keyword.id, { query })}
                  onPause={(paused) => rows.change(keyword.id, { status: paused ? 'paused' : 'active' })}
                  onRemove={() => rows.remove(keyword)}
                  figures={
                    keyword.status === 'active' && (
                      <Figures
                        health={health}
                        kind="keyword"
                        phrase={keyword.query}
                        scanning={project.scanTotal !== null}
                        onLeaveOut={(word) => leaveOut(keyword, word)}
                      />
                    )
                  }
                  meaning={meaningOf(keyword.query)}
                >
                  <KindSelect
                    label={`Kind of ${keyword.query}`}
                    value={keyword.kind}
                    onChange={(next) => rows.change(keyword.id, { kind: next })}
                    quiet
                  />
                </ListeningRow>
              ),
            )}
          </ul>
        )}
      </RowsState>
      <Proposals projectId={project.id} health={health.data} />
    </>
  )
}

/** In plain words, for those that ask for more than one word or phrase. */
function meaningOf(keyword: string): string | undefined {
  const parsed = parseQuery(keyword, 'keyword')
  return parsed.state === 'faulty' || isPhrase(parsed.query) ? undefined : explanation(parsed.query)
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
