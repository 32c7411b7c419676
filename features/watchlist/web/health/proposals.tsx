import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { KeywordHealth, Proposal } from '../../contract.ts'
import { call } from '../api.ts'
import { evidenceText } from './labels.ts'

interface ProposalsProps {
  project: CurrentProject
  health: KeywordHealth | undefined
}

/** Suggestions from words in accepted leads that aren't tracked yet. */
export function Proposals({ project, health }: ProposalsProps) {
  const { add, adding } = useAdd(project.id)
  const role = useRole()
  if (!health) return null
  const { keywords, competitors } = health.proposals
  const communities = health.proposals.communities.filter(({ text }) => !project.communities.includes(nameOf(text)))
  const whyNotPlaces = role ? whyNot(role, 'changeProject') : null
  // Without communities, the project covers all of Reddit: adding one would exclude all others.
  const isEverywhere = project.communities.length === 0
  const addButton = (kind: Addition['kind'], disabled = false) =>
    function AddButton({ text }: Proposal) {
      return (
        <Button
          size="small"
          aria-label={`Add ${titleOf({ kind, text })}`}
          disabled={disabled}
          busy={adding?.kind === kind && adding.text === text}
          onClick={() => add({ kind, text })}
        >
          <Icon name="add" /> Add
        </Button>
      )
    }
  const isEmpty = keywords.length + competitors.length + communities.length === 0
  return (
    <section aria-labelledby="proposals" className="flex flex-col gap-4">
      <header>
        <h2 id="proposals" className="font-semibold text-lg">
          Suggestions
        </h2>
        <p className="mt-1 text-pretty text-muted">
          {isEmpty
            ? 'Suggestions appear here after you reply to or save a few leads.'
            : 'Based on the leads you replied to or saved.'}
        </p>
      </header>
      <List title="Keywords" proposals={keywords} action={addButton('keyword')} />
      <List title="Competitors" proposals={competitors} action={addButton('competitor')} />
      <List
        title="Communities"
        hint={isEverywhere ? <Everywhere /> : whyNotPlaces}
        proposals={communities}
        prefix="r/"
        action={(proposal) => (
          <>
            <RedditLink community={proposal.text} />
            {!isEverywhere && addButton('community', whyNotPlaces !== null)(proposal)}
          </>
        )}
      />
    </section>
  )
}

interface ListProps {
  title: string
  hint?: ReactNode
  proposals: readonly Proposal[]
  prefix?: string
  action: (proposal: Proposal) => ReactNode
}

function List({ title, hint, proposals, prefix = '', action }: ListProps) {
  if (proposals.length === 0) return null
  return (
    <div>
      <h3 className="font-medium text-muted text-sm">{title}</h3>
      {hint && <p className="text-pretty text-muted text-sm">{hint}</p>}
      <ul aria-label={`Suggested ${title.toLowerCase()}`} className="mt-1 divide-y divide-line border-line border-y">
        {proposals.map((proposal) => (
          <li key={proposal.text} className="flex min-h-12 items-center gap-3 py-1.5">
            <p className="wrap-anywhere min-w-0 flex-1">
              <span className="font-medium">
                {prefix}
                {proposal.text}
              </span>{' '}
              <span className="text-muted text-sm">{evidenceText(proposal)}</span>
            </p>
            {action(proposal)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Everywhere() {
  return (
    <>
      This project already searches all of Reddit. To limit it to certain communities, choose them{' '}
      <Link to={paths.projectMain} className="text-accent-ink underline underline-offset-2">
        in its settings
      </Link>
      .
    </>
  )
}

function RedditLink({ community }: { community: string }) {
  return (
    <a
      href={redditUrl(`/r/${encodeURIComponent(community)}/`)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open r/${community} on Reddit`}
      className="inline-flex min-h-8 items-center gap-1 rounded-md px-2 text-accent-ink text-sm hover:bg-hover"
    >
      Reddit <Icon name="external" />
    </a>
  )
}

interface Addition {
  kind: 'keyword' | 'competitor' | 'community'
  text: string
}

function titleOf({ kind, text }: Addition): string {
  return kind === 'community' ? `r/${text}` : text
}

/** Returns a community as projects store it. */
function nameOf(community: string): string {
  return community.toLowerCase()
}

/** Adds a proposal like typed input, and reloads the affected lists. */
function useAdd(projectId: string) {
  const queryClient = useQueryClient()
  const refresh = ({ kind }: Addition) =>
    Promise.all(
      [kind === 'community' ? projectsQuery.queryKey : [`${kind}s`, projectId], ['phrase-health', projectId]].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    )
  const showError = (error: unknown) => {
    leaveWhenSignedOut(error)
    notify({ title: messageOf(error), color: 'red' })
  }
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (addition: Addition) => create(projectId, addition),
    onSuccess: (id, addition) =>
      void notify({
        title: `Added “${titleOf(addition)}”`,
        undo: () =>
          void remove(projectId, addition, id)
            .catch(showError)
            .then(() => refresh(addition)),
      }),
    onError: showError,
    onSettled: (_id, _error, addition) => refresh(addition),
  })
  return {
    add: (addition: Addition) => !isPending && mutate(addition),
    adding: isPending ? variables : undefined,
  }
}

async function create(project: string, { kind, text }: Addition): Promise<string> {
  if (kind === 'community') {
    await changeCommunities(project, (names) => [...names, nameOf(text)])
    return text
  }
  const { data } =
    kind === 'keyword'
      ? await call('keywordsCreate', { body: { data: { project, query: text } } })
      : await call('competitorsCreate', { body: { data: { project, name: text } } })
  return data.id
}

function remove(project: string, { kind, text }: Addition, id: string): Promise<unknown> {
  if (kind === 'community') {
    return changeCommunities(project, (names) => names.filter((name) => name !== nameOf(text)))
  }
  return call(kind === 'keyword' ? 'keywordsDelete' : 'competitorsDelete', { id })
}

/** Reloads the list before changing it: it is saved as a whole, and others may have changed it. */
async function changeCommunities(id: string, change: (names: readonly string[]) => string[]): Promise<void> {
  const { data } = await call('projectsFindOne', { id })
  await call('projectsUpdate', { id, body: { data: { communities: change(data.communities) } } })
}
