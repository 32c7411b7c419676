import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasRight } from '#engine/rules/access.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { ApiToken } from '../../contract.ts'
import { call } from '../api.ts'
import { tokensQuery } from './queries.ts'

/** Few people need the form, and it brings the select. */
const NewToken = separatePart(async () => (await import('./new-token.tsx')).NewToken, {
  title: "Couldn't load the form for a token",
  waiting: <Skeleton className="h-40 w-full" />,
})

/** The user's API tokens: each belongs to one project, is shown once and can be revoked at once. */
export function ApiTokens() {
  const { data: memberships } = useQuery(membershipsQuery)
  const [isAdding, setAdding] = useState(false)
  const enabled = memberships?.some(({ role }) => hasRight(role, 'manageTokens')) ?? false
  const query = useQuery({ ...tokensQuery, enabled })
  const projects = memberships?.flatMap(({ role, project }) =>
    project && project.status !== 'archived' && hasRight(role, 'manageTokens') ? [project] : [],
  )
  return (
    <Section
      title="API tokens"
      hint="For programs that access a project through the API. A token has your role and stops working when you leave the project."
    >
      {projects?.length === 0 ? (
        <Locked>Only project owners and admins can create API tokens.</Locked>
      ) : isAdding ? (
        <NewToken projects={projects ?? []} />
      ) : (
        <Button className="self-start" onClick={() => setAdding(true)}>
          New token
        </Button>
      )}
      {(enabled || !memberships) && (
        <RowsState name="your API tokens" query={query} empty={<p className="text-muted">No API tokens yet.</p>}>
          {(tokens) => (
            <Paged label="API tokens" rows={tokens} pageSize={10}>
              {(token) => <TokenRow key={token.id} token={token} />}
            </Paged>
          )}
        </RowsState>
      )}
    </Section>
  )
}

function TokenRow({ token }: { token: ApiToken }) {
  const queryClient = useQueryClient()
  const modal = useModal()
  const { id, name, scope, ending, lastUsedAt, project, createdBy } = token
  const used = lastUsedAt === null ? 'never used' : `used ${agoText(lastUsedAt, Date.now())}`

  async function revoke(): Promise<void> {
    await call('apiTokensDelete', { id })
    notify({ title: `Revoked “${name}”` })
    await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog {...shown} title={`Revoke “${name}”?`} action="Revoke token" doing="Revoking…" onConfirm={revoke}>
        <p>Programs that use this token will lose access immediately. You can't undo this.</p>
      </ConfirmDialog>
    ))

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium">
          {name}{' '}
          <Badge look={scope === 'write' ? 'warn' : 'gray'}>{scope === 'write' ? 'Read and write' : 'Read'}</Badge>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          <code className="font-mono">…{ending}</code> · {project?.name} ·{' '}
          <span title={lastUsedAt ? exactTime(lastUsedAt) : undefined}>{used}</span>
          {createdBy && ` · by ${createdBy.email}`}
        </p>
      </div>
      <Button size="small" look="danger" aria-label={`Revoke ${name}`} onClick={ask}>
        Revoke…
      </Button>
    </li>
  )
}
