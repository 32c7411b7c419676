import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { accessQuery } from '#platform/web/session/access.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { sessionQuery } from '#platform/web/session/session.ts'
import type { Import } from '../contract.ts'
import { AddArchives } from './add-archives.tsx'
import { call } from './api.ts'
import { ImportRow } from './import-row.tsx'
import { archivesQuery, importsQuery } from './queries.ts'
import { useSending } from './uploads.ts'

export function ImportSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Imports">
        Import archives of Reddit posts and comments to find leads in them. Only this project sees the imported posts.
      </PageHeading>
      {project && <Imports key={project.id} project={project} />}
    </>
  )
}

function Imports({ project }: { project: CurrentProject }) {
  const query = useQuery(importsQuery(project.id))
  const mayImport = useMay('import')
  const { data: user } = useQuery(sessionQuery)
  const { data: access } = useQuery(accessQuery(project.id))
  const archives = useQuery({ ...archivesQuery(project.id), enabled: access?.archivesFolder === true })
  const sending = useSending()
  const removal = useRemoval(project.id)
  return (
    <>
      <AddArchives
        projectId={project.id}
        archives={access?.archivesFolder ? (archives.data ?? []) : null}
        whyNoUpload={
          mayImport === false
            ? roleTooSmall
            : showsOnlySamples(project)
              ? onlySamples
              : user?.confirmed === false
                ? unconfirmed
                : null
        }
      />
      <RowsState name="the imports" query={query} empty={<NoImports />}>
        {(rows) => (
          <ul aria-label="Imports" className="flex flex-col divide-y divide-line border-line border-y">
            {rows
              .filter(({ id }) => !removal.isHidden(id))
              .map((row: Import) => (
                <ImportRow
                  key={row.id}
                  row={row}
                  projectId={project.id}
                  sending={sending.get(row.id) ?? null}
                  disabled={mayImport === false}
                  onRemove={() => removal.remove(row)}
                />
              ))}
          </ul>
        )}
      </RowsState>
    </>
  )
}

/** Removes an import and its posts. Irreversible, so it starts only when the notice with the undo button closes. */
function useRemoval(projectId: string) {
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  function remove({ id, name }: Import): void {
    defer({
      id,
      title: `Removed “${name}”`,
      description: 'Leads that are saved, replied, or rejected are kept.',
      work: () => call('importsDelete', { id, keepalive: true }),
      after: () => queryClient.invalidateQueries({ queryKey: importsQuery(projectId).queryKey }),
    })
  }
  return { remove, isHidden }
}

const roleTooSmall = 'Only owners and admins can import archives.'
const onlySamples =
  'This project shows only sample data. To find leads in an archive, create a project for your own product.'
const unconfirmed = 'Confirm your email address to upload archives. Open the link in the email we sent you.'

function showsOnlySamples({ realm, sources }: CurrentProject): boolean {
  return realm === 'sandbox' && sources.every((source) => source === 'sandbox')
}

function NoImports() {
  return (
    <EmptyState figure={<Icon name="archive" className="size-10" />} title="No imports yet">
      An archive is a file of posts and comments with one JSON object per line. Download archives by community and month
      from{' '}
      <a
        href="https://github.com/ArthurHeitmann/arctic_shift"
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2 hover:text-ink"
      >
        Arctic Shift
      </a>
      . Pushshift and Earshot archives work too. Archives imported on the server with{' '}
      <code className="whitespace-nowrap font-mono text-sm">npm run import</code> are shared by all projects and not
      listed here.
    </EmptyState>
  )
}
