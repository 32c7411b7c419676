import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MemberRole } from '#engine/rules/rights.ts'
import { type Source, sources } from '#engine/sources.ts'
import { Button } from '#platform/ui/button.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { Project } from '../../contract.ts'
import { call } from '../api.ts'
import { projectDetailsQuery } from './queries.ts'

const words: Record<Source, { label: string; hint: string; missing: string }> = {
  'reddit-api': {
    label: 'Reddit API',
    hint: "New posts and comments with votes, shortly after they're published.",
    missing: 'Not connected. To connect, set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET on the server.',
  },
  'reddit-rss': {
    label: 'Reddit RSS',
    hint: 'New posts without a Reddit app. Slower, and without votes.',
    missing: 'Not connected. To connect, set REDDIT_RSS_URL on the server.',
  },
  archive: {
    label: 'Shared archives',
    hint: 'Older posts imported on the server for all projects. Your own imports are always included.',
    missing: '',
  },
  sandbox: {
    label: 'Sample data',
    hint: 'Fictional posts for trying out Earshot, until your first real posts arrive.',
    missing: 'Turned off on this server.',
  },
  hackernews: {
    label: 'Hacker News',
    hint: "New stories and comments, a few minutes after they're published.",
    missing: 'Not connected. To connect, set HN_URL on the server.',
  },
}

export interface SourcesProps {
  project: Project
  role: MemberRole
}

/** Switches for the project's sources, each saved at once. */
export function Sources({ project, role }: SourcesProps) {
  const queryClient = useQueryClient()
  const { data: config } = useQuery(configQuery)
  const { id, realm, realSince } = project
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (chosen: Source[]) =>
      withErrorToast(async () => {
        const { data } = await call('projectsUpdate', { id, body: { data: { sources: chosen } } })
        queryClient.setQueryData(projectDetailsQuery(id).queryKey, data)
      }),
  })
  const chosen = isPending ? variables : project.sources
  const locked = whyNot(role, 'changeProject') !== null

  function hintOf(source: Source): string {
    const { hint, missing } = words[source]
    if (source === 'sandbox' && realm === 'real') return `${hint} This project already has real posts.`
    return config && !config.sources.includes(source) ? `${hint} ${missing}` : hint
  }

  return (
    <Section title="Sources" hint="Where posts come from. If you turn off a source, its existing leads stay.">
      {sources.map((source) => (
        <Switch
          key={source}
          label={words[source].label}
          hint={hintOf(source)}
          checked={chosen.includes(source)}
          disabled={locked || isPending || (source === 'sandbox' && realm === 'real')}
          onChange={(on) => mutate(sources.filter((each) => (each === source ? on : chosen.includes(each))))}
        />
      ))}
      <p className="text-muted text-sm">
        For the status of each source and its feeds, see{' '}
        <Link to={paths.projectSources} className="underline underline-offset-3 hover:text-ink">
          Sources
        </Link>
        .
      </p>
      {realm === 'real' && realSince !== null && <HiddenSandbox project={project} role={role} />}
    </Section>
  )
}

/** Offers to delete the hidden sandbox data. */
function HiddenSandbox({ project: { id }, role }: SourcesProps) {
  const queryClient = useQueryClient()
  const modal = useModal()
  const [isStarted, setStarted] = useState(false)
  const reason = whyNot(role, 'deleteProject')

  async function remove(): Promise<void> {
    const { peopleKept } = (await call('sandboxDelete', { id })).data
    setStarted(true)
    const description = peopleKept > 0 ? keptText(peopleKept) : undefined
    notify({ title: 'Deleting sample data', ...(description && { description, timeout: 0 }) })
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  }

  const confirm = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title="Delete sample data?"
        action="Delete sample data"
        doing="Deleting…"
        onConfirm={remove}
      >
        <p>
          This deletes sample leads and mentions with their decisions and notes, and the people you added from them.
          People your team messaged, wrote notes about, or moved to another stage are kept. Real data isn't affected.
        </p>
      </ConfirmDialog>
    ))

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-pretty text-muted">
        Sample data is hidden but still stored. {reason ?? 'You can delete it permanently.'}
      </p>
      <Button disabled={reason !== null || isStarted} onClick={confirm}>
        {isStarted ? 'Deleting…' : 'Delete sample data…'}
      </Button>
    </div>
  )
}

function keptText(people: number): string {
  const who = people === 1 ? '1 person is kept' : `${people} people are kept`
  return `${who} because of your team's notes, decisions, or messages. You can delete them manually.`
}
