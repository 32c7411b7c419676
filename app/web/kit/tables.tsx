import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { Table } from '#platform/ui/lists/table.tsx'
import type { Column, Sort } from '#platform/ui/lists/table-model.ts'
import type { SampleLead } from './samples.ts'
import { sampleLeads } from './samples.ts'
import { Section, Specimen } from './specimen.tsx'

const leads = sampleLeads(60)
const columns: Column<SampleLead>[] = [
  {
    id: 'title',
    header: 'Lead',
    value: ({ title }) => title,
    cell: ({ title }) => <span className="line-clamp-2 min-w-40 font-medium">{title}</span>,
  },
  {
    id: 'subreddit',
    header: 'Subreddit',
    value: ({ subreddit }) => subreddit,
    cell: ({ subreddit }) => <Badge>r/{subreddit}</Badge>,
    from: 'sm',
  },
  { id: 'author', header: 'Author', value: ({ author }) => author, cell: ({ author }) => `u/${author}`, from: 'md' },
  {
    id: 'answers',
    header: 'Answers',
    value: ({ answers }) => answers,
    cell: ({ answers }) => answers ?? <span className="text-muted">–</span>,
    align: 'end',
    from: 'sm',
  },
  { id: 'score', header: 'Score', value: ({ score }) => score, align: 'end' },
]

const shared = {
  columns,
  rowId: ({ id }: SampleLead) => id,
  rowName: ({ title }: SampleLead) => title,
  empty: <EmptyState title="No leads yet">They appear when people post about your keywords.</EmptyState>,
}

export function Tables() {
  const [sort, setSort] = useState<Sort | null>({ id: 'score', desc: true })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Section
      id="tables"
      title="Table"
      use="Rows to compare. Headers sort and stay visible. On narrow screens, less important columns are hidden."
    >
      <Specimen name="Sorting, selecting (Shift selects a range), many rows">
        <div className="flex min-h-8 items-center gap-3">
          <p aria-live="polite" className="tabular text-muted text-sm">
            {selected.size === 0 ? '60 leads' : `${selected.size} of 60 selected`}
          </p>
          {selected.size > 0 && (
            <Button size="small" look="ghost" onClick={() => setSelected(new Set())}>
              Clear
            </Button>
          )}
        </div>
        <Table
          {...shared}
          label="Sample leads"
          rows={leads}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          className="max-h-100"
        />
      </Specimen>
      <Specimen name="Loading">
        <Table {...shared} label="Loading leads" rows={null} sort={sort} onSort={setSort} />
      </Specimen>
      <Specimen name="Empty">
        <Table {...shared} label="No leads" rows={[]} sort={sort} onSort={setSort} />
      </Specimen>
      <Specimen name="Failed">
        <div className="rounded-xl border border-line">
          <ErrorState title="Couldn't load the list" message="The server is restarting" onRetry={() => {}} />
        </div>
      </Specimen>
    </Section>
  )
}
