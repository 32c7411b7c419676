import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Select } from '#platform/ui/fields/select.tsx'
import { Pager } from '#platform/ui/lists/pager.tsx'
import { Table } from '#platform/ui/lists/table.tsx'
import type { Column } from '#platform/ui/lists/table-model.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { whyNot } from '#platform/web/session/roles.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { AuditEntry } from '../contract.ts'
import { actionText, actorText, auditKinds, detailText } from './audit-labels.ts'
import { auditPageSize, auditQuery } from './member-queries.ts'

type Kind = (typeof auditKinds)[number]['value']

const columns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Event',
    fixed: true,
    value: actionText,
    cell: (entry) => (
      <div className="py-2">
        <p className="wrap-anywhere">{actionText(entry)}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {[detailText(entry), actorText(entry)].filter(Boolean).join(' · ')}
        </p>
      </div>
    ),
  },
  {
    id: 'createdAt',
    header: 'Time',
    fixed: true,
    align: 'end',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactTime(createdAt)} className="whitespace-nowrap text-muted">
        {ageText(createdAt, Date.now())}
      </time>
    ),
  },
]

/** The project's audit log, newest first, by page. */
export function AuditLog({ project, role }: { project: CurrentProject; role: MemberRole }) {
  const reason = whyNot(role, 'readAudit')
  return (
    <Section title="Audit log" hint="Changes made in this project by members and API tokens.">
      {reason === null ? <Entries project={project} /> : <Locked>{reason}</Locked>}
    </Section>
  )
}

function Entries({ project }: { project: CurrentProject }) {
  const [kind, setKind] = useState<Kind>('all')
  const [page, setPage] = useState(1)
  const query = useQuery(auditQuery(project.id, { page, kind }))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the audit log" />
  return (
    <div className="flex flex-col gap-3">
      <Select
        aria-label="Filter by type"
        narrow
        className="self-start"
        value={kind}
        onChange={(next) => {
          setKind(next)
          setPage(1)
        }}
        options={auditKinds}
      />
      <Table
        label="Events"
        columns={columns}
        rows={query.data?.rows ?? null}
        rowId={({ id }) => id}
        rowName={actionText}
        sort={null}
        onSort={() => {}}
        sorted
        empty={<p className="px-4 py-10 text-center text-muted">No events of this type yet.</p>}
      />
      {query.data && (
        <Pager label="Events" page={page} pageSize={auditPageSize} total={query.data.total} onPage={setPage} />
      )}
    </div>
  )
}
