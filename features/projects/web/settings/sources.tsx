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
    label: 'Reddit’s API',
    hint: 'New posts and comments with their votes, soon after they are written.',
    missing: 'This server has none: whoever runs it sets an app of Reddit’s up (REDDIT_CLIENT_ID).',
  },
  'reddit-rss': {
    label: 'Reddit’s feeds',
    hint: 'New posts without an app of Reddit’s, at a slow pace and without votes.',
    missing: 'This server reads none: whoever runs it says where they are (REDDIT_RSS_URL).',
  },
  archive: {
    label: 'Archives for all',
    hint: 'Older posts that whoever runs this server has brought in. What you bring in yourselves is always looked through.',
    missing: '',
  },
  sandbox: {
    label: 'Sandbox',
    hint: 'Made-up people and posts to try Earshot with, until the first real post arrives.',
    missing: 'It is off on this server.',
  },
}

interface SourcesProps {
  project: Project
  role: MemberRole
}

/** Where the project is shown posts from: each is switched at once, and by itself. */
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
    if (source === 'sandbox' && realm === 'real') return `${hint} This project sees real posts by now.`
    return config && !config.sources.includes(source) ? `${hint} ${missing}` : hint
  }

  return (
    <Section
      title="Sources"
      hint="Where posts come from. One that is switched off takes nothing with it: what was found stays."
    >
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
        How well each of them works, and where it listens, is told in{' '}
        <Link to={paths.projectSources} className="underline underline-offset-3 hover:text-ink">
          Sources
        </Link>
        .
      </p>
      {realm === 'real' && realSince !== null && <Remains project={project} role={role} />}
    </Section>
  )
}

/** What the sandbox left behind, which nobody sees any more. */
function Remains({ project: { id }, role }: SourcesProps) {
  const queryClient = useQueryClient()
  const modal = useModal()
  const [asked, setAsked] = useState(false)
  const reason = whyNot(role, 'deleteProject')

  async function remove(): Promise<void> {
    const { peopleKept } = (await call('sandboxDelete', { id })).data
    setAsked(true)
    const description = peopleKept > 0 ? keptText(peopleKept) : undefined
    notify({ title: 'What the sandbox brought is being removed', ...(description && { description, timeout: 0 }) })
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title="Remove what the sandbox brought?"
        action="Remove it for good"
        doing="Removing…"
        onConfirm={remove}
      >
        <p>
          Its leads and mentions go, with the decisions and notes on them, and the people you added from them. People
          about whom your team noted something, whom it wrote to or moved to another stage stay. What is real stays as
          it is.
        </p>
      </ConfirmDialog>
    ))

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-pretty text-muted">
        What was found in the sandbox is still kept, and shown to nobody. {reason ?? 'You can remove it for good.'}
      </p>
      <Button disabled={reason !== null || asked} onClick={ask}>
        {asked ? 'Being removed…' : 'Remove what the sandbox brought…'}
      </Button>
    </div>
  )
}

function keptText(people: number): string {
  const who = people === 1 ? 'One of its people stays' : `${people} of its people stay`
  return `${who}, since your team noted, decided or wrote something about them. You can delete them by hand.`
}
